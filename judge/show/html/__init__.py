"""Reports as pages for the browser: one file that asks nobody for anything, see docs/reports.md."""

from judge.show.html.bench import bench_page
from judge.show.html.page import require_jinja2
from judge.show.html.run import run_page

__all__ = ["bench_page", "require_jinja2", "run_page"]
