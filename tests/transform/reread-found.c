// Text that is read back as another tree: of loops in a kernel whose iterator is one of the user's, of versions that
// each made something of the same name, of a subscript that is widened twice, and of pointers that the function
// computes from `restrict` ones.
// UNSUPPORTED: asan
// RUN: mkdir -p %t.d && cd %t.d && sh %project/tests/tools/reread.sh %build/tests/tree/steps %s
float most(int n, long m, const float *a, const float *b)
{
    float most = -1;
    int i;
    long long j;
#pragma curestruct
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            most = most > a[i * m + j] + b[j] ? most : a[i * m + j] + b[j];
    return most;
}

int cells[3][2][3];
void none(long n, long m, long p, long w, const int *a, const int (*b)[w], int *c)
{
#pragma curestruct
    for (long i = 2; i < 1; ++i) {
        c[i] = (a[i] + b[i][i]) % 10;
        for (long j = 2; j < m; ++j)
            for (long k = 0; k < p; k++)
                cells[i][j][k - n] = k % 50 % 10;
    }
}

void twice(long n, const int *a, int *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[(long long)(long)i] = a[(long long)(long)i] + 1;
}

struct layer {
    int n;
    float *weights;
};
void derived(int n, int c, float *restrict x, float *restrict y, const struct layer *net, int l)
{
    float *t = c ? x : y;
#pragma curestruct
    for (int i = 0; i < n; i++)
        t[i] = 2 * t[i] + net[l].weights[i];
}
