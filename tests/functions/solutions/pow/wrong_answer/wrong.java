class Solution {
    public double myPow(double x, int n) {
        double power = 1;
        for (int i = 0; i < n; i++) power *= x;
        return power;
    }
}
