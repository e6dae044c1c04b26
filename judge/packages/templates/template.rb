words = $stdin.read.split
