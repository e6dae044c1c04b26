"""The data types that all rooms share. Values never change; a name ends in its unit, and unknown is None."""
