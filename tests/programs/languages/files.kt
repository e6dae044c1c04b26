import java.io.File

fun main() {
    val sum = File("input.txt").readText().trim().split(" ").map { it.toInt() }.sum()
    File("output.txt").writeText("$sum\n")
}
