main :: IO ()
main = readFile "input.txt" >>= writeFile "output.txt" . (++ "\n") . show . sum . map (read :: String -> Int) . words
