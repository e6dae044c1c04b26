import java.util.Scanner;

public class Main {
    public static void main(String[] words) {
        Scanner in = new Scanner(System.in);
        System.out.println(in.nextInt() + in.nextInt());
    }
}
