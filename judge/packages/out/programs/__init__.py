"""Programs that are copied into packages. They import only the standard library."""
