import java.io.*

fun main() {
    val input = System.`in`.bufferedReader()
    val out = PrintWriter(BufferedWriter(OutputStreamWriter(System.out)))

    out.flush()
}
