File.write("output.txt", "#{File.read("input.txt").split.map(&:to_i).sum}\n")
