"""Reports as pages for the browser: single files that load nothing, see docs/reports.md."""

from judge.show.html.bench import render_bench
from judge.show.html.page import require_jinja2
from judge.show.html.run import render_run

__all__ = ["render_bench", "render_run", "require_jinja2"]
