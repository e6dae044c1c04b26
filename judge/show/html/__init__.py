"""Reports as pages for the browser: single files that load nothing, see docs/reports.md."""
