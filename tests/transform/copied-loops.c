// Catches loops of a copy that count as made by a step, because they are at no place of the source: what a later step
// asks of their iterators, as the order of the iterations, would then have no value.
// RUN: %curestruct -Werror=refused --schedule=%S/Inputs/copied-loops.sched %s -o %t.cu
// RUN: %curestruct check -w --on cpu --schedule=%S/Inputs/copied-loops.sched %s --size n=9,m=7,p=5
// RUN: %curestruct -Werror=refused --plan=search %s -o %t.cu

// The nest is left if an element of plane i is too large. A copy of the loops finds that out before they do their work.
int planes(int n, int m, int p, const float *x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int seen = 0;
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                if (x[(i * m + j) * p + k] > 1e30f)
                    seen = 1;
        if (seen)
            return 1;
        y[i] = x[i * m * p] * 2;
    }
    return 0;
}
