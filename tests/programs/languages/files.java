import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] words) throws IOException {
        Scanner in = new Scanner(new File("input.txt"));
        try (PrintWriter out = new PrintWriter("output.txt")) {
            out.println(in.nextInt() + in.nextInt());
        }
    }
}
