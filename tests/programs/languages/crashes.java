public class Main {
    public static void main(String[] words) {
        System.out.println(words[1]);
    }
}
