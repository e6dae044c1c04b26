"""Everything that touches the system: files, streams, signals, cores, and the state in `.judge/`."""
