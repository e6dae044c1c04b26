"""Pure moves that make an input smaller. Others use them through `stress.shrink`."""
