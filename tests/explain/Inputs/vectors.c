void scale(int n, float *restrict b, const float *restrict a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = a[i] * 2;
}

void saxpy(int n, float s, float *restrict y, const float *restrict x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] += s * x[i];
}

// What is stored is not loaded again.
void chain(int n, double *restrict t, double *restrict d, const double *restrict a)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        t[i] = a[i] * 2;
    for (int i = 0; i < n; i++)
        d[i] = t[i] * t[i];
#pragma curestruct end
}

// Two requests for the words of a group, half of one for its bytes.
void widen(int n, long *restrict w, const signed char *restrict c)
{
#pragma curestruct schedule("tile i 4 as g l; tile g 64; bind g.tile block.x; bind g.elem thread.x; vectorize l")
    for (int i = 0; i < n; i++)
        w[i] = c[i] * 3;
}

void plane(int n, int m, double (*restrict b)[m], const double (*restrict a)[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] = a[i][j] * 2;
}

void row_sums(int n, int m, const float (*restrict a)[m], float *restrict r)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < m; j++)
            s += a[i][j];
        r[i] = s;
    }
}

// Rows of the operand are whole vectors, those of the result are not along memory.
void transpose(int n, int m, float (*restrict b)[n], const float (*restrict a)[m])
{
#pragma curestruct schedule("interchange i j; tile i 32; tile j 4 as g l; interchange l i.tile; \
    interchange l i.elem; interchange g i.tile; interchange g i.elem; bind i.tile block.x; bind i.elem thread.x; \
    bind g block.y; vectorize l")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j][i] = a[i][j];
}
