main :: IO ()
main = go 0
  where
    go :: Integer -> IO ()
    go n = if n < 0 then print n else go (n + 1)
