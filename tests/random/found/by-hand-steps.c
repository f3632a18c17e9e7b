// Catches steps that were carried out though they change results: the last iteration of a scalar whose value is wanted
// afterwards becomes another one (residues, permute); two scalars live in one element (in_place); blocks add to places
// beyond the end of every row of a triangle (reduce), or copy what is there (stage); copies for workers that a loop of
// the host counts are measured before that loop (reduce); threads wait in a loop that copies to shared memory, or in
// one that the first thread alone runs (stage); registers that threads load and store are taken for parts of a sum that
// another statement adds up, or are stored by vectors around another loop (stage); the last assignment that counts
// becomes another one (residues).
// RUN: %curestruct --schedule=%S/Inputs/by-hand-steps.schedule %s -o %t.cu 2>&1 | FileCheck %s
// CHECK: residues i refused: the value of 'last' in its last iteration is wanted afterwards
// CHECK: permute i j refused: the value of 'last' in its last iteration is wanted afterwards
// CHECK: stage A shared at copy refused: another step has made the loop, for all threads of the block
// CHECK: residues j refused: the order decides which of equal values counts
// CHECK: stage a shared at i refused: threads of a block would run the loop different numbers of times
// CHECK: [[#]]:1: warning: the schedule runs iterations that depend on each other concurrently or in another order
// RUN: %curestruct check -w --on cpu --schedule=%S/Inputs/by-hand-steps.schedule %s --size n=10,m=21,p=5 \
// RUN:     --size n=35,m=20,p=9 --size n=66,p=300,stride=200 > %t.out
// RUN: FileCheck %s --check-prefix=SAME < %t.out
// SAME: neighbours: 1 of 1 nests, {{.*}}, PASS
// SAME: columns: 1 of 1 nests, {{.*}}, PASS
// SAME: products: 1 of 1 nests, {{.*}}, PASS
// SAME: beyond: 1 of 1 nests, {{.*}}, PASS
// SAME: tiles: 1 of 1 nests, {{.*}}, PASS

float remainders(int n, const float *restrict a, float *restrict b)
{
    float last = 1;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        last = a[i];
        b[i] = last + i % 2;
    }
    return last;
}

float shrinking(int n, const float *restrict a, float b[restrict n][n])
{
    float last = 1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n - i; j++) {
            last = a[i];
            b[i][j] = last + a[j];
        }
    return last;
}

void halves(int n, int m, unsigned char *restrict S, const unsigned char *restrict A)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m - 2; j++)
            S[i] *= A[j / 2];
}

void last_of(int n, int m, double *restrict kept, const double *restrict a, const double b[restrict m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (b[j][i] < a[j / 2])
                kept[i] = b[j][i];
}

double smallest(int n, const double *restrict a)
{
    double least = 1;
#pragma curestruct exact
    for (int i = 0; i < n; i++)
        least = least < a[i] ? least : a[i];
    return least;
}

void neighbours(int n, int p, float (*a)[n + 2])
{
#pragma curestruct
    for (int s = 0; s < p; s++)
        for (int i = 1; i < n - 1; i++) {
            float left = a[s % 2][i - 1], right = a[s % 2][i + 1];
            a[(s + 1) % 2][i] = left + right;
        }
}

void columns(int n, unsigned *restrict sums, const unsigned *restrict a)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        for (long j = 0; j < i; j += 2)
            sums[j] |= a[j + 1] * 3;
}

void products(int n, int m, int p, int stride, long *restrict c, const long *restrict a, const long *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 2; k < p; k++)
                c[j * stride + 3 * i] += a[i * p + k] * b[j * p + k] % 100;
}

unsigned short squares[37][34], marks[68][36][22];
void beyond(int n)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        for (int j = 2; j < i; j++)
            for (int k = 0; k < 7; k++)
                marks[2 * j][i][3 * k + 1] = (squares[j + 2][j] + 7) % 10;
}

void held(int n, int m, double *restrict a, int *restrict any)
{
#pragma curestruct
    for (int i = 1; i < n; i++) {
        for (int j = i; j < m; j++) {
            a[i] -= 1;
            *any = 1;
        }
        a[0] = 1 + a[0];
    }
}

void tiles(int n, int m, float a[restrict n][m], const float *restrict b)
{
#pragma curestruct
    for (int ii = 0; ii < n; ii += 8)
        for (int jj = 0; jj < m; jj += 8)
            for (int i = ii; i < (ii + 8 < n ? ii + 8 : n); i++)
                for (int j = jj; j < (jj + 8 < m ? jj + 8 : m); j++)
                    a[i][j] = b[j];
}
