// Catches a planner that does not end: windows of blocks grew by doubling a number beyond the largest one, where a
// kernel has more blocks than that and touches nothing.
// RUN: %curestruct -w %s -o %t.cu
void none(int n, int m, int p, unsigned char *out)
{
    unsigned char s = 1;
#pragma curestruct
    for (int i = 1; i < n; i++)
        for (int j = 2; j < m; j++)
            for (int k = 0; k < p; k++)
                for (int l = 0; l < n; l++)
                    s -= m % 10;
    *out = s;
}
