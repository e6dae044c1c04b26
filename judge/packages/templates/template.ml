let () =
  ()
