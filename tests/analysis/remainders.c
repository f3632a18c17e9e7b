// Catches boards that wrap around and are swept colour by colour: with an odd length the squares at both ends have one
// colour, so one thread did a row, or a kernel each diagonal. Also orders of sizes that are assumed without need: such
// a nest may never run.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s --implicit-check-not="'m >= 0'"
// RUN: %curestruct --dump-after=analyze %s -o - 2>/dev/null | FileCheck %s --check-prefix=SIGN

// CHECK: [[@LINE+3]]:1: note: the nest runs on the device only if 'm % 2 == 0' and 'n % 2 == 0'
void spins(int m, int n, signed char *restrict s, const float *restrict flip, int colour)
{
#pragma curestruct
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            int left = (j + n - 1) % n, right = (j + 1) % n, up = i == 0 ? m - 1 : i - 1, down = i == m - 1 ? 0 : i + 1;
            if ((i + j) % 2 != colour)
                continue;
            int sum = s[up * n + j] + s[down * n + j] + s[i * n + left] + s[i * n + right];
            if (flip[i * n + j] < sum)
                s[i * n + j] = -s[i * n + j];
        }
}

// Of every second element the others are neighbours, whatever the size is; the last one has the first one beside it.
// CHECK: [[@LINE+3]]:1: note: the nest runs on the device only if 'n % 2 == 0'
void ring(int n, float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i += 2)
        x[i] += x[i == 0 ? n - 1 : i - 1];
}

// The size says how far apart the conflicting iterations are, not whether there are any.
// CHECK: [[@LINE+3]]:1: warning: loop 'i' stays serial: 'x[i + m]' written here is read as 'x[i]' by a later iteration
void behind(int n, int m, float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i + m] = x[i] + 1;
}

// An even distance as well as an odd one.
// CHECK: [[@LINE+3]]:1: warning: loop 'i' stays serial
void both(int n, float *x)
{
#pragma curestruct
    for (int i = 2; i < n; i += 2)
        x[i] = 1 / (x[i] + x[i == 0 ? n - 1 : i - 2]);
}

// Of three colours, those at the ends differ also if the length is 2 more than a multiple, which is not asked for.
// CHECK: [[@LINE+3]]:1: note: the nest runs on the device only if 'n % 3 == 0'
void three_colours(int n, float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i += 3)
        x[i] += x[(i + 1) % n];
}

// Elements move towards the beginning: each is read before it is written, unless the distance is negative. No ordinary
// call breaks that, so nobody is told.
// SIGN: assume m >= 0
void forward(int n, int m, float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i] = x[i + m];
}

// Towards the end each would be read after it is written, for every size that is not negative.
// CHECK: [[@LINE+3]]:1: warning: loop 'i' stays serial: 'x[i + m]' written here is read as 'x[i]' by a later iteration
void backward(int n, int m, float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i + m] = x[i];
}
// CHECK: 4 of 7 nests restructured
