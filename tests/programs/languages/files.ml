let () =
  let a, b = Scanf.bscanf (Scanf.Scanning.open_in "input.txt") " %d %d" (fun a b -> (a, b)) in
  let taken = open_out "output.txt" in
  Printf.fprintf taken "%d\n" (a + b);
  close_out taken
