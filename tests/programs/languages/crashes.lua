error("nothing to add")
