package main

import (
	"fmt"
	"os"
)

func main() {
	var a, b int
	given, _ := os.Open("input.txt")
	taken, _ := os.Create("output.txt")
	fmt.Fscan(given, &a, &b)
	fmt.Fprintln(taken, a+b)
}
