// Two parts of a range that stay two kernels; parts that become one loop although the second one does not begin where
// the first one ends, does something else, or would make a parallel loop sequential: iterations are lost, done twice or
// do the wrong thing.
// RUN: %curestruct --emit=schedule %s -o - 2> %t.err | FileCheck %s --match-full-lines
// RUN: FileCheck %s --check-prefix=ERR < %t.err

// CHECK-LABEL: nest crs_halves_{{.*}} {
// CHECK-NEXT: join i j;
// CHECK-NOT: j
void halves(int n, float a[n], const float b[n])
{
#pragma curestruct begin
    for (int i = 0; i < n / 2; i++)
        a[i] = a[i] + b[i];
    for (int j = n / 2; j < n; j++)
        a[j] = a[j] + b[j];
#pragma curestruct end
}

// Loops inside, conditions and three parts.
// CHECK-LABEL: nest crs_rows_{{.*}} {
// CHECK-NEXT: join i j;
// CHECK-NEXT: join i l;
void rows(int n, float a[n][n], const float b[n])
{
#pragma curestruct begin
    for (int i = 0; i < n / 4; i++)
        for (int k = 0; k < n; k++)
            if (b[k] > 0)
                a[i][k] = 2;
    for (int j = n / 4; j < n / 2; j++)
        for (int k = 0; k < n; k++)
            if (b[k] > 0)
                a[j][k] = 2;
    for (int l = n / 2; l < n; l++)
        for (int m = 0; m < n; m++)
            if (b[m] > 0)
                a[l][m] = 2;
#pragma curestruct end
}

// Both sides of a diagonal.
// CHECK-LABEL: nest crs_triangles_{{.*}} {
// CHECK-NEXT: fuse i i#2;
// CHECK-NEXT: join j j#2;
void triangles(int n, float a[n][n], float c)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            a[i][j] *= c;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            a[i][j] *= c;
#pragma curestruct end
}

// Each half is parallel, and so is the loop that does an iteration of both, but not the whole.
// CHECK-LABEL: nest crs_apart_{{.*}} {
// CHECK-NEXT: fuse i j;
void apart(float *restrict a, const float *restrict b)
{
#pragma curestruct begin
    for (int i = 0; i < 1000; i++)
        a[i] = a[i + 1000] + b[i];
    for (int j = 1000; j < 2000; j++)
        a[j] = a[j + 1000] + b[j];
#pragma curestruct end
}

// Nothing says that k is at most n: from k = n + 1 on the first loop alone goes beyond n.
// ERR: [[#@LINE+4]]:5: warning: join i j refused: the second one is not known to begin where the first one ends [-Wrefused]
void beyond(int n, int k, float *restrict a, const float *restrict b)
{
#pragma curestruct begin schedule("join i j")
    for (int i = 0; i < k; i++)
        a[i] = a[i] + b[i];
    for (int j = k; j < n; j++)
        a[j] = a[j] + b[j];
#pragma curestruct end
}

// ERR: [[#@LINE+4]]:5: warning: join i j refused: the second one is not known to begin where the first one ends [-Wrefused]
void gap(int n, float a[n], const float b[n])
{
#pragma curestruct begin schedule("join i j")
    for (int i = 0; i < n / 2; i++)
        a[i] = a[i] + b[i];
    for (int j = n / 2 + 1; j < n; j++)
        a[j] = a[j] + b[j];
#pragma curestruct end
}

// ERR: [[#@LINE+4]]:5: warning: join i j refused: the second one is not known to begin where the first one ends [-Wrefused]
void twice(int n, float a[n], const float b[n])
{
#pragma curestruct begin schedule("join i j")
    for (int i = 0; i < n / 2; i++)
        a[i] = a[i] + b[i];
    for (int j = n / 4; j < n; j++)
        a[j] = a[j] + b[j];
#pragma curestruct end
}

// ERR: [[#@LINE+4]]:5: warning: join i j refused: they do not do the same [-Wrefused]
void shifted(int n, float a[n], const float b[n + 1])
{
#pragma curestruct begin schedule("join i j")
    for (int i = 0; i < n / 2; i++)
        a[i] = a[i] + b[i];
    for (int j = n / 2; j < n; j++)
        a[j] = a[j] + b[j + 1];
#pragma curestruct end
}

// ERR: [[#@LINE+4]]:5: warning: join i j refused: they do not do the same [-Wrefused]
void operators(int n, float a[n], const float b[n])
{
#pragma curestruct begin schedule("join i j")
    for (int i = 0; i < n / 2; i++)
        a[i] += b[i];
    for (int j = n / 2; j < n; j++)
        a[j] -= b[j];
#pragma curestruct end
}

// ERR: [[#@LINE+4]]:5: warning: join i j refused: they do not do the same [-Wrefused]
void inner(int n, float a[n][n])
{
#pragma curestruct begin schedule("join i j")
    for (int i = 0; i < n / 2; i++)
        for (int k = 0; k < n; k++)
            a[i][k] *= 2;
    for (int j = n / 2; j < n; j++)
        for (int k = 0; k <= j; k++)
            a[j][k] *= 2;
#pragma curestruct end
}

// ERR: [[#@LINE+4]]:5: warning: join i j refused: the second one does not follow the first one [-Wrefused]
void between(int n, float a[n], float b[n])
{
#pragma curestruct begin schedule("join i j")
    for (int i = 0; i < n / 2; i++)
        a[i] = a[i] + b[i];
    b[n - 1] = 0;
    for (int j = n / 2; j < n; j++)
        a[j] = a[j] + b[j];
#pragma curestruct end
}

// ERR: [[#@LINE+4]]:5: warning: join i j refused: their iterators have different types [-Wrefused]
void types(int n, float a[n], const float b[n])
{
#pragma curestruct begin schedule("join i j")
    for (int i = 0; i < n / 2; i++)
        a[i] = a[i] + b[i];
    for (long j = n / 2; j < n; j++)
        a[j] = a[j] + b[j];
#pragma curestruct end
}

// ERR: [[#@LINE+4]]:5: warning: join i j refused: it does not count up one by one [-Wrefused]
void steps(int n, float a[n], const float b[n])
{
#pragma curestruct begin schedule("join i j")
    for (int i = 0; i < n / 2; i += 2)
        a[i] = a[i] + b[i];
    for (int j = n / 2; j < n; j += 2)
        a[j] = a[j] + b[j];
#pragma curestruct end
}
