main :: IO ()
main = getLine >>= print . sum . map (read :: String -> Int) . words
