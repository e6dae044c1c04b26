class Solution {
public:
    double myPow(double x, int n) { return static_cast<int>(pow(x, n)); }
};
