"""Programs that judge grids elsewhere. They import the standard library alone."""
