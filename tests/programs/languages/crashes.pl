die "nothing to add";
