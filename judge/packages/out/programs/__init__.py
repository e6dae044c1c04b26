"""Programs that packages get. They import the standard library alone."""
