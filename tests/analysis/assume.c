// Catches assumptions on sizes that an ordinary call may break and that nobody hears of, or hears of in words that are
// not the user's (casts, wrong parentheses, names of the tool's making); and technical ones that are said for nothing.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s --match-full-lines
// RUN: %curestruct -Wno-assume -Werror %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %curestruct -Werror %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %fails 1 %curestruct -Werror=assume %s -o %t.cu | FileCheck %s --check-prefix=ERROR
// RUN: %curestruct explain %s 2>/dev/null | FileCheck %s --check-prefix=EXPLAIN
// SILENT-NOT: {{.}}
// ERROR: error: the nest runs on the device only if 'ldc >= n' [-Werror=assume]

// EXPLAIN: tested by the launcher on every call by an ordinary call
// EXPLAIN-NEXT: ldc >= n may fail
// EXPLAIN-NEXT: 'a' and 'c' do not overlap{{$}}

void scaled(int m, int n, int ldc, const float *a, float *c)
{
// CHECK: {{.*}}assume.c:[[#@LINE+2]]:1: note: the nest runs on the device only if 'ldc >= n' [-Wassume]
// CHECK: {{.*}}assume.c:[[#@LINE+4]]:13: note: 'ldc >= n' is needed here
#pragma curestruct copyin(a[0:m])
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            c[i * ldc + j] *= a[i];
}

struct picture {
    int width, rows;
    float *pixel;
};

// the user's name of a member, and a product in its parentheses
void brighter(struct picture *p, int n, int k)
{
// CHECK: {{.*}}assume.c:[[#@LINE+2]]:1: note: the nest runs on the device only if 'p->width * (k + 1) >= n' [-Wassume]
// CHECK: {{.*}}assume.c:[[#@LINE+4]]:13: note: 'p->width * (k + 1) >= n' is needed here
#pragma curestruct
    for (int i = 0; i < p->rows; i++)
        for (int j = 0; j < n; j++)
            p->pixel[i * (p->width * (k + 1)) + j] += 1;
}

// Nothing is said: sizes that are not negative, no overlap, products that stay within 64 bits.
void technical(long n, long m, const float *x, float *y)
{
// CHECK-NOT: {{.*}}note:{{.*}}
#pragma curestruct
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            y[i * m + j] = x[i * m + j] * 2;
}

// The same of a difference of two sizes that only the type limits.
// EXPLAIN: m <= 0 || w + 2147483648 >= n{{$}}
void band(int n, int m, int w, const int a[restrict n][n], const int b[restrict n][m], int c[restrict n][m])
{
#pragma curestruct schedule("rfactor k 1024")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int s = 0;
            for (int k = i > w ? i - w : 0; k < (i + w < n ? i + w : n); k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

// A row that ends limits one loop where the other one runs, and the value after the nest wants the other one to run.
// EXPLAIN: m <= 0 || n <= 33{{$}}
// EXPLAIN-NEXT: m >= 1 || n <= 0{{$}}
int row_value(int n, int m, int *restrict a, const int (*restrict row)[33])
{
    int value = 1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            value = row[0][i];
            a[j] = value;
        }
    return value;
}
