// Catches a kernel and a loop beside it that disagree, since the output is compiled with other definitions than it was
// made with: values, types and text of macros from the command line, from a header or an #ifndef, and conditions that
// chose text of the nest or of what it calls. What the nest does not use, and what the file says itself, is asked of
// nobody.
// UNSUPPORTED: asan
// RUN: split-file %s %t.d && cd %t.d && mkdir -p own other && mv sizes.h own \
// RUN:     && sed 's/define WIDTH 32/define WIDTH 33/' own/sizes.h > other/sizes.h
// RUN: given="-Iown -DN=64 -DALPHA=0.5f"; \
// RUN:     build="%cxx -std=c++17 -Wall -Wextra -Werror -Wno-unknown-pragmas -pthread -I %simt -fsyntax-only -x c++"
// RUN: %curestruct -Werror=refused $given -DUNUSED=3 guarded.c -o guarded.cu && FileCheck %s < guarded.cu \
// RUN:     && not grep -E 'made the kernels for (another )?(FIXED|HD|UNUSED)' guarded.cu
// RUN: $build $given guarded.cu && $build -Iown -DN=0x40 -DALPHA=0.5f -DUNUSED=4 guarded.cu
// RUN: for wrong in "-Iown -DN=200 -DALPHA=0.5f" "-Iown -DN=64" "-Iown -DN=64 -DALPHA=0.25f" "$given -DTYPE=long" \
// RUN:     "$given -DSHIFT=1" "$given -DEXTRA" "$given -DUSE_DOUBLE" "$given -DLEVEL=3" "-Iother $given" \
// RUN:     "$given -DIDX(i,j)=((j)*N+(i))"; do (not $build $wrong guarded.cu 2>&1) \
// RUN:     | grep "curestruct made the kernels" || exit 1; done
// RUN: %curestruct -Werror=refused $given guarded.c -o half.cu --host=half.c
// RUN: $build half.cu && $build $given half.cu && not $build -DN=65 half.cu && not $build -DALPHA=1 half.cu
// RUN: %cc -Wall -Wextra -Wno-unknown-pragmas -Werror -fsyntax-only $given half.c
// RUN: for wrong in "-Iown -DN=200 -DALPHA=0.5f" "-Iown -DN=64 -DALPHA=0.25f" "$given -DTYPE=long" "$given -DSHIFT=1" \
// RUN:     "$given -DEXTRA"; do (not %cc -fsyntax-only $wrong half.c 2>&1) | grep "curestruct made the kernels" \
// RUN:     || exit 1; done
// RUN: %curestruct check $given guarded.c --on=cpu
// RUN: %curestruct plain.c -DUNUSED=2 -o plain.cu && not grep -E "#error|static_assert" plain.cu
// CHECK: #if defined(EXTRA) || (LEVEL > 2)
// CHECK: #if !defined(N) || (N) != 64
// CHECK-NEXT: #error "curestruct made the kernels for N = 64:
// CHECK-NEXT: #endif
// CHECK: #if defined(SHIFT)
// CHECK: static __device__ float crs_fn_twice
//--- sizes.h
#ifndef SIZES_H
#define SIZES_H
#ifndef WIDTH
#define WIDTH 32
#endif
#define NONE INT_MAX
#endif
//--- guarded.c
#include <sizes.h>
#include <limits.h>
#define FIXED 3
#ifdef USE_DOUBLE
typedef double real;
#else
typedef float real;
#endif
#ifndef TYPE
#define TYPE int
#endif
#ifndef IDX
#define IDX(i, j) ((i) * WIDTH + (j))
#endif
#ifndef LEVEL
#define LEVEL 1
#endif
#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif
HD static real twice(real x)
{
#ifdef SHIFT
    return 2 * x + SHIFT;
#else
    return 2 * x;
#endif
}
void scale(real A[N][WIDTH], TYPE *b);
void scale(real A[N][WIDTH], TYPE *b)
{
#pragma curestruct
    for (int i = 0; i < N; i++)
        for (int j = 0; j < WIDTH; j++) {
#if FIXED > 2
            A[i][j] = twice(A[i][j]) * ALPHA + FIXED;
#endif
#ifdef EXTRA
            A[i][j] += 1;
#elif LEVEL > 2
            A[i][j] += 2;
#endif
            b[IDX(i, j)] = NONE;
        }
}
//--- plain.c
#include <limits.h>
#define SIZE 64
#define ROW (2 * SIZE)
int unused(void);
int unused(void) { return UNUSED; }
void fill(int *a)
{
#define STEP 2
#pragma curestruct
    for (int i = 0; i < ROW; i++) {
#if SIZE > 3
        a[i] = INT_MAX - STEP;
#endif
#ifdef _OPENMP
#pragma omp nothing
#endif
    }
}
