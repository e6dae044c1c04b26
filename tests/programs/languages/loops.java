public class Main {
    public static void main(String[] words) {
        for (long i = 0;; i++) ;
    }
}
