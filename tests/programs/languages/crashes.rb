raise "nothing to add"
