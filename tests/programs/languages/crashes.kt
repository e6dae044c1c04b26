fun main() {
    println(listOf<Int>()[1])
}
