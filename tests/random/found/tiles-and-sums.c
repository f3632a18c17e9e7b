// Catches steps that were carried out though they change results: accesses of one text, one of them below a condition
// on an iterator, share a tile of the former's element; threads without work add to a sum that others combine; copies
// read elements that no iteration uses, where a loop inside ends at another's iterator, where two loops inside of one
// another limit each other, or where a block has no iteration of a triangle but takes part in a reduction; a tile is
// that of the place of one thread, which each thread has computed or loaded itself; a kernel has two parameters of one
// name, after steps that change the source where the launcher measures an array; what a condition reads is not looked
// for in a copy that has lost the first statement below it (residues); the last element of a tile is that of the
// larger one of a loop's ends; a maximum that runs again, where a NaN may decide, runs in another order; a thread
// loads an element that no iteration uses, since what asks whether one has run looks like a condition on data. Catches
// internal errors: the last element that is copied is that of one iteration; loops around a declaration that nothing
// uses are collapsed.
// RUN: %curestruct --schedule=%S/Inputs/tiles-and-sums.schedule %s -o %t.cu 2>&1 | FileCheck %s
// CHECK: stage a shared at j.thread refused: a subscript is not affine in the loops
// CHECK: stage table shared at j refused: its place is what each thread has of its own
// CHECK: stage table shared at j refused: its place is what each thread has of its own
// CHECK: stage a shared at ahead.thread refused: the range of its subscripts is not known on the host
// CHECK: residues i 2 refused: it would reverse a dependence: 'a[2 * i]' read here is written as 'a[i]'
// CHECK: stage b shared at i.thread refused: the range of its subscripts is not known on the host
// CHECK: a step is refused: iterations of the loop 'j' pass values on to the next ones
// CHECK: stage x register at j#2.thread refused: it is not sure that the place is used
// RUN: %curestruct check -w --on cpu --schedule=%S/Inputs/tiles-and-sums.schedule %s \
// RUN:     --size n=10,m=21,p=5,width=40,stride=7,rows=5 --size n=6,m=7,p=5,width=20,stride=8,rows=9 > %t.out
// RUN: FileCheck %s --check-prefix=SAME < %t.out
// SAME: remainders: 1 of 1 nests, {{.*}}, PASS
// SAME: pairs: 1 of 1 nests, {{.*}}, PASS
// SAME: triples: 1 of 1 nests, {{.*}}, PASS
// SAME: largest: 1 of 1 nests, {{.*}}, PASS
// SAME: fused: 1 of 1 nests, {{.*}}, PASS
// SAME: declared: 1 of 1 nests, {{.*}}, PASS

void picked(unsigned n, unsigned m, short *restrict last, short (*restrict copy)[m + 1], const short *restrict a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; ++j) {
            if (j == 3)
                last[i] = a[i * (m + 2) + j];
            copy[i][j] = a[i * (m + 2) + j];
        }
}

void remainders(int n, int m, int p, long *restrict sums)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                sums[i] += (i + 1 < n ? 0 : k) % 101;
}

void pairs(long n, long p, int *restrict any, const int *restrict a, const int *restrict b)
{
#pragma curestruct
    for (long i = 1; i < n; i++)
        for (long j = 0; j < 7; ++j)
            for (long k = j + 1; k < p; k++)
                any[0] |= a[j] * b[k * (n + 1) + i];
}

void triples(int m, int p, int stride, long *restrict c, const long *restrict a)
{
#pragma curestruct
    for (int i = 1; i < 7; i++)
        for (int j = i + 1; j < m; j++)
            for (int k = j + 1; k < p; k++)
                for (int l = 0; l < i; ++l)
                    c[((k * 7 + i) * (stride + 300) + j) * 7 + l] = a[l];
}

float largest(unsigned n, unsigned m, unsigned p, float a[restrict p][n][m], const float b[restrict n][m])
{
    float most = 1;
#pragma curestruct exact
    for (unsigned j = 0; j < m; ++j)
        for (unsigned k = 2; k < j; k++)
            for (unsigned l = 1; l < p; ++l) {
                a[l][k][j] = 1;
                most = b[n - 1 - j][j] > most ? b[n - 1 - j][j] : most;
            }
    return most;
}

void computed(int n, int m, float *restrict out, const int *restrict row, const float (*restrict table)[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int t = row[i + 1];
        for (int j = 0; j < m; j++)
            out[i * m + j] = table[t][j];
    }
}

void loaded(int n, int m, float *restrict out, const int *restrict row, const float (*restrict table)[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i * m + j] = table[row[i + 1]][j];
}

void ahead(int m, double *restrict a, double *restrict b)
{
#pragma curestruct exact
    for (int i = 1; i < m; i++) {
        for (int j = m; j--;) {
            b[i + 1] = (0.5 * b[i + 1]) + (0.5 * b[j]);
            b[j] = (a[i + 2] < b[i + 1]) ? a[i + 2] : b[i + 1];
        }
        a[i / 2] = 0.5 * (a[i] - b[i + 2]);
    }
}

void emptied(int n, int *restrict a, int *restrict s)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (a[2 * i] > 4) {
            if (i % 2 == 0)
                s[i] = 1;
        } else
            a[i] = n;
    }
}

void chosen(int n, int m, unsigned *restrict sums, const unsigned *restrict a, const unsigned *restrict b)
{
#pragma curestruct
    for (int i = 0; i < (n < m + 2 ? n : m + 2); i++)
        for (int j = 0; j < n; j++)
            sums[j] = a[2 * j * (2 * m) + i] * b[i * n + j] + sums[j];
}

float highest(int n, int m, int p, const float *restrict a)
{
    float most = 1;
#pragma curestruct exact
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                most = most >= a[(k * m + j) * n + i] ? most : a[(k * m + j) * n + i];
    return most;
}

void fused(int n, int m, int p, int width, int stride, int rows, unsigned (*a)[width], const unsigned *b,
           const unsigned *c)
{
#pragma curestruct
    for (int i = 0; i < n; i += 3)
        for (int j = (m > i ? m : i) - 1; j >= 1; j--) {
            a[i][j + m] = 0;
            for (int k = 0; k < p; k += 2)
                a[i][j + m] += b[k * stride + k] * c[(3 * j + 1) * rows * (rows + 1) + j * (rows + 1) + 2];
        }
}

long table[33][37], x[36];
long noted(int n, int m, int p)
{
    long sum = 1;
#pragma curestruct
    for (int i = n - 1; i >= 2; i--)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < p; k++) {
                if (i + 1 < m)
                    continue;
                sum += table[i - 2][i];
                x[j] = (j + table[k][j]) % 101 + x[j];
            }
    return sum;
}

void declared(int n, int m, int p, short *restrict a, const short *restrict b, short *restrict c)
{
#pragma curestruct
    for (int j = 0; j < m; j++) {
        if (p > 2)
            for (int k = 2; k < p; k++)
                for (int l = 0; l < n; l++) {
                    short t = j % 50;
                    a[(j * p + k) * n + l] = b[k * n + l];
                }
        c[j] += 3;
    }
}
