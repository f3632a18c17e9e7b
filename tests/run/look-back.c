// Blocks that take the value before another group of tiles, or of an earlier launch; a value that a factor or a reset
// belongs to, combined in another order; a last tile that is not whole; a value that is lost after the loop; what is
// held in shared memory and used too early, or beside its place. Tiles have 32 to 256 iterations, groups 31 or 63
// tiles.
// RUN: %curestruct check --on cpu %s --size n=0 --size n=1,times=2 --size n=33 --size n=2049 --size n=5000,times=3 \
// RUN:     > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=ERR --allow-empty < %t.err
// RUN: %curestruct %s -o - 2> %t.err | FileCheck %s --check-prefix=CODE
// ERR-NOT: warning
#include <math.h>

// CHECK: {{^}}segments: 1 of 1 nests, {{.*}}, PASS
void segments(int n, const int *restrict first, const float *restrict x, float *restrict y)
{
    float s = 0;
#pragma curestruct schedule("scan i 1; look_back i.part#3 lanes 1 rounds 1 threads 32")
    for (int i = 0; i < n; i++) {
        if (first[i] & 1)
            s = 0;
        s += x[i];
        y[i] = s;
    }
}

// CHECK: {{^}}several: 1 of 1 nests, {{.*}}, PASS
void several(int n, const int *restrict c, const int *restrict x, int *restrict y)
{
    int s = 3, most = -5, all = 0;
#pragma curestruct schedule("scan i 1; look_back i.part#3 lanes 2 rounds 3 shared 2 threads 64")
    for (int i = 0; i < n; i++) {
        if (c[i] % 8 == 0)
            s = x[i] / 2;
        if (c[i] % 64 == 1)
            most = 0;
        s += x[i];
        most = x[i] > most ? x[i] : most;
        all ^= x[i];
        y[i] = s + 2 * most + 3 * all;
    }
    y[0] = s + most + all;
}

// CHECK: {{^}}mixed: 1 of 1 nests, {{.*}}, PASS
double mixed(int n, const double *restrict a, const int *restrict c, double *restrict y, int *restrict z)
{
    double s = 1;
    int k = 3;
#pragma curestruct schedule("scan i 1; look_back i.part#3 lanes 2 rounds 2 shared 1 threads 64")
    for (int i = 0; i < n; i++) {
        if (c[i] & 1)
            k += c[i];
        s = a[i] * s + 1;
        if (c[i] & 4)
            s = a[i];
        y[i] = s;
        z[i] = k;
    }
    return s + k;
}

// A tile counts in an int, and its blocks store what it keeps side by side: at places before the counter's step and
// after it.
// CHECK: {{^}}chosen: 1 of 1 nests, {{.*}}bit for bit, PASS
long chosen(int n, const int *restrict x, int *restrict y, float *restrict z)
{
    long k = 1;
#pragma curestruct copyout(y [0:n + 1], z [0:n + 2]) \
    schedule("scan i 1; look_back i.part#3 lanes 4 rounds 2 shared 2 threads 32")
    for (int i = 0; i < n; i++)
        if (x[i] > 0) {
            y[k++] = x[i];
            z[k] = (float)i;
        }
    return k;
}

// CHECK: {{^}}backward: 1 of 1 nests, {{.*}}bit for bit, PASS
void backward(int n, int *restrict b, const int *restrict x)
{
#pragma curestruct schedule("scan i 1; look_back i.part#3 lanes 1 rounds 3 threads 32")
    for (int i = n - 2; i >= 0; i--)
        b[i] = b[i + 1] + x[i];
}

// CHECK: {{^}}steps: 1 of 1 nests, {{.*}}bit for bit, PASS
unsigned steps(int n, int times, const unsigned *restrict x, unsigned *restrict y)
{
    unsigned p = 1;
#pragma curestruct schedule("scan i 1; look_back i.part#3 lanes 1 rounds 1 threads 32")
    for (int t = 0; t < times; t++)
        for (int i = 0; i < n; i++) {
            y[i] = p;
            p = p * 3 + x[i];
        }
    return p;
}

// CHECK: {{^}}most: 1 of 1 nests, {{.*}}bit for bit, PASS
int most(int n, const short *restrict x, float *restrict m, unsigned char *restrict any)
{
    float largest = -1e30f;
    unsigned char found = 0;
#pragma curestruct schedule("scan i 1; look_back i.part#3 lanes 4 rounds 2 threads 32")
    for (int i = 0; i < n; i++) {
        largest = fmaxf(largest, (float)x[i]);
        found = found || x[i] > 90;
        m[i] = largest;
        any[i] = found;
    }
    return found;
}

// A pointer that may equal another one: what the iteration has stored is read again.
// CHECK: {{^}}again: 1 of 1 nests, {{.*}}bit for bit, PASS
void again(int n, int *x, int *z)
{
    int s = 0;
#pragma curestruct schedule("scan i 1; look_back i.part#3 lanes 4 rounds 2 threads 32")
    for (int i = 0; i < n; i++) {
        s += x[i];
        x[i] = s ^ 5;
        z[i] = x[i] - s;
    }
}

// Each iteration has the same factor, so that a tile knows the factors of its parts; not so under a condition. The last
// tile is not whole: the value after the loop is that of its last iteration.
// CHECK: {{^}}decays: 1 of 1 nests, {{.*}}, PASS
float decays(int n, const float *restrict b, float *restrict y)
{
    float x = 1, some = 1;
#pragma curestruct schedule("scan i 1; look_back i.part#3 lanes 2 rounds 3 shared 1 threads 64")
    for (int i = 0; i < n; i++) {
        x = 0.9f * x + b[i];
        if (b[i] > 0)
            some = 0.9f * some + b[i];
        y[i] = x + some;
    }
    return x - some;
}

// CHECK: {{^}}decaying_rows: 2 of 2 nests, {{.*}}, PASS
void decaying_rows(int n, double a, const double b[3][n], double y[3][n], double z[3][n])
{
#pragma curestruct schedule("scan i 1; team_scan i.part#3 lanes 2 rounds 3 threads 64; bind r block.x")
    for (int r = 0; r < 3; r++) {
        double x = 1;
        for (int i = 0; i < n; i++) {
            x = a * x + b[r][i];
            y[r][i] = x;
        }
    }
#pragma curestruct schedule("scan i 1; team_scan i.part#3 lanes 1 rounds 5 threads 32; bind r block.x")
    for (int r = 0; r < 3; r++) {
        double x = 0;
        for (int i = n - 1; i >= 0; i--) {
            x = x * 0.5 + y[r][i];
            z[r][i] = x;
        }
    }
}

// Only the tiles after the last one that sets the values matter: in most places one of the last 32 does, in others
// none. Two values are set at different places, and one has a factor. The next tile but one is asked for ahead.
// CHECK: {{^}}seldom: 1 of 1 nests, {{.*}}bit for bit, PASS
unsigned seldom(int n, int times, const unsigned *restrict x, unsigned *restrict y)
{
    unsigned s = 7, p = 5;
#pragma curestruct schedule("scan i 1; look_back i.part#3 lanes 1 rounds 1 threads 32 ahead 2")
    for (int t = 0; t < times; t++)
        for (int i = 0; i < n; i++) {
            if (i % 1300 == 20)
                s = x[i];
            if (i % 1700 == 1200)
                p = 1;
            s += x[i];
            p = p * 3 + x[i];
            y[i] = s ^ p;
        }
    return s - p;
}

// One value is set, another one never: all earlier tiles matter.
// CHECK: {{^}}never: 1 of 1 nests, {{.*}}bit for bit, PASS
unsigned never(int n, const unsigned *restrict x, unsigned *restrict y)
{
    unsigned s = 7, all = 5;
#pragma curestruct schedule("scan i 1; look_back i.part#3 lanes 1 rounds 1 threads 32 ahead 1")
    for (int i = 0; i < n; i++) {
        if (i % 20 == 0)
            s = x[i];
        s += x[i];
        all += x[i];
        y[i] = s ^ all;
    }
    return s - all;
}

// The function does not read the value after the loop, but the loop runs again, or another one goes on with it.
// CHECK: {{^}}comes_back: 1 of 1 nests, {{.*}}bit for bit, PASS
// CODE-LABEL: crs_comes_back_1_k1(
// CODE: p_cell[0] = p_held_after_tile;
void comes_back(int n, int times, const unsigned *restrict x, unsigned *restrict y)
{
    unsigned p = 1;
#pragma curestruct schedule("scan i 1; look_back i.part#3 lanes 1 rounds 1 threads 32")
    for (int t = 0; t < times; t++)
        for (int i = 0; i < n; i++) {
            p += x[i];
            y[i] = p;
        }
}

// CHECK: {{^}}goes_on: 1 of 1 nests, {{.*}}bit for bit, PASS
// CODE-LABEL: crs_goes_on_1_k1(
// CODE: p_cell[0] = p_held_after_tile;
// CODE-LABEL: crs_goes_on_1_k2(
// CODE: p_cell[0]
void goes_on(int n, const unsigned *restrict x, unsigned *restrict y, unsigned *restrict z)
{
    unsigned p = 1;
#pragma curestruct begin
#pragma curestruct
    for (int i = 0; i < n; i++) {
        p += x[i];
        y[i] = p;
    }
#pragma curestruct
    for (int i = 0; i < n; i++) {
        p += 3 * x[i];
        z[i] = p;
    }
#pragma curestruct end
}

// Nobody reads the value after the loop: it is not stored, and the value before it is an argument.
// CHECK: {{^}}alone: 1 of 1 nests, {{.*}}bit for bit, PASS
// CODE-LABEL: crs_alone_1_k1(
// CODE: int n, unsigned int p)
// CODE-NOT: p_cell
// CODE: static int crs_alone_1(
// CODE-NOT: p_cell
// CODE: {{^}}}
void alone(int n, unsigned p, const unsigned *restrict x, unsigned *restrict y)
{
#pragma curestruct schedule("scan i 1; look_back i.part#3 lanes 1 rounds 1 threads 32")
    for (int i = 0; i < n; i++) {
        p += x[i];
        y[i] = p;
    }
}
