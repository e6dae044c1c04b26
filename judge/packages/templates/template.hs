main :: IO ()
main = interact $ \input ->
  let _tokens = words input
   in ""
