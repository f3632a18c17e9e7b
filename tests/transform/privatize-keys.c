// Catches `privatize` and `combine` of reductions by key whose numbers `reduce` does not take, and copies that several
// threads would update at a time, that a block has no room for, or that it could not add up.
// RUN: %curestruct %s --host=%t.c -o %t.cu 2>%t.err; FileCheck %s --input-file=%t.cu
// RUN: %curestruct --emit=schedule --device=h200 %examples/sum_by_key.c | FileCheck %s --check-prefix=PLAN
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err --match-full-lines --implicit-check-not="refused:"

// PLAN: privatize totals shared 256 threads 256 blocks 264 rotated;
// PLAN-NEXT: privatize totals shared 32 threads 32 blocks 792 rotated;
// PLAN-NEXT: privatize totals shared fixed threads 1024 blocks 264 keys 9632 ranges 5;
// PLAN-NEXT: privatize totals global fixed threads 512 blocks 528;
// PLAN-NEXT: combine totals threads 256;
// PLAN-NEXT: }

// CHECK-LABEL: // sixteen (
// CHECK: __shared__ {{(__align__\(16\) )?}}int count_copies[256][16];
// CHECK: i_turn += 6400)
// CHECK: atomicAdd(&count_copies[pixel[i]][i_thread % 16], 1);
// CHECK: count_sum_1 += (unsigned int)count_copies[key_1][column];
// CHECK: block < blocks; block += 128)
// CHECK: long blocks = crs_max_long(crs_min_long(100, crs_ceil_div_long(n, 64)), 0);
void sixteen(int n, const unsigned char *restrict pixel, int *restrict count)
{
#pragma curestruct copy(count[0:256]) schedule("privatize count shared 16 threads 64 blocks 100; \
    combine count threads 128; reduce count")
    for (int i = 0; i < n; i++)
        count[pixel[i]]++;
}

void few(int n, int keys, const int *restrict key, const float *restrict value, float *restrict total)
{
// SAYS: {{.*}}: privatize total by key refused: several threads would update one copy, and no atomic operation is such an update: it needs a copy for each thread [-Wrefused]
#pragma curestruct copy(total[0:keys]) schedule("privatize total shared 16 threads 64 blocks 100; reduce total")
    for (int i = 0; i < n; i++)
        total[key[i]] += value[i];
}

void halves(int n, int keys, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: privatize count by key refused: a block of 48 threads is not made of whole warps [-Wrefused]
#pragma curestruct copy(count[0:keys]) schedule("privatize count shared 16 threads 48 blocks 100; reduce count")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

void large(int n, int keys, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: privatize count by key refused: 2048 threads, and a block has at most 1024 [-Wrefused]
#pragma curestruct copy(count[0:keys]) schedule("privatize count global 16 threads 2048; reduce count")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

void unequal(int n, int keys, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: privatize count by key refused: 64 threads cannot share 24 copies equally [-Wrefused]
#pragma curestruct copy(count[0:keys]) schedule("privatize count shared 24 threads 64 blocks 100; reduce count")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

void odd(int n, int keys, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: privatize count by key refused: 48 copies are not a multiple of the 32 lanes of a warp [-Wrefused]
#pragma curestruct copy(count[0:keys]) schedule("privatize count shared 48 threads 96 blocks 100; reduce count")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

void crowded(int n, const unsigned char *restrict pixel, int *restrict count)
{
// SAYS: {{.*}}: privatize count by key refused: a block has no room for so many copies of its elements [-Wrefused]
#pragma curestruct copy(count[0:256]) schedule("privatize count shared 64 threads 64 blocks 100; reduce count")
    for (int i = 0; i < n; i++)
        count[pixel[i]]++;
}

void beyond(int n, int keys, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: reduce count by key refused: there may be more elements than a block has room to copy: 'privatize' makes copies in global memory for those [-Wrefused]
#pragma curestruct copy(count[0:keys]) schedule("privatize count shared 1 threads 64 blocks 100; reduce count")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

void twice(int n, int keys, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: combine count by key refused: its copies are combined already, or other steps have divided the loop that does [-Wrefused]
#pragma curestruct copy(count[0:keys]) schedule("privatize count global 64 threads 64; combine count threads 64; \
    combine count threads 64")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

void loose(int n, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: privatize count by key refused: its loop is not bound: 'threads' and 'blocks' say how many there are [-Wrefused]
#pragma curestruct copy(count[0:16]) schedule("privatize count shared 32; combine count threads 64")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

// A block that is bound has no other loop for elements that it has no room for; blocks and threads are numbered from 0.
void tight(int n, int keys, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: privatize count by key refused: there may be more elements than a block has room to copy: 'privatize' makes copies in global memory for those [-Wrefused]
#pragma curestruct copy(count[0:keys]) schedule("tile i 64; bind i.tile block.x; bind i.elem thread.x; \
    privatize count shared 32")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

void later(int n, const int (*restrict key)[32], int *restrict count)
{
// SAYS: {{.*}}: privatize count by key refused: the bound loops around it are not workers that can be counted [-Wrefused]
#pragma curestruct copy(count[0:16]) schedule("bind i block.x; bind j thread.x; privatize count shared 1")
    for (int i = 3; i < n; i++)
        for (int j = 0; j < 32; j++)
            count[key[i][j]]++;
}

void none(int n, int keys, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: combine count by key refused: it has no copies: 'privatize' makes them [-Wrefused]
#pragma curestruct copy(count[0:keys]) schedule("combine count threads 64; reduce count")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

void all(int n, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: privatize count by key refused: each of its elements has copies already [-Wrefused]
#pragma curestruct copy(count[0:16]) schedule("privatize count shared 1 threads 64 blocks 100; \
    privatize count global 64 threads 64")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

// What is added up by a loop of `privatize`, analysis has not seen: its iterations depend on each other.
void added(int n, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: bind block block.x refused: a step made the loop, for copies of data or for parts of a sum [-Wrefused]
#pragma curestruct copy(count[0:16]) schedule("privatize count shared 1 threads 64 blocks 100; bind block block.x")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

// The loop for more elements than shared memory has room for is left as it was, but carries the reduction.
void rest(int n, int keys, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: bind i thread.x refused: it carries a reduction that was taken apart before [-Wrefused]
#pragma curestruct copy(count[0:keys]) schedule("privatize count shared 1 threads 64 blocks 100; bind i thread.x")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

void scan(int n, const int *restrict key, int *restrict count, int *restrict a)
{
// SAYS: {{.*}}: privatize count shared 1 threads 64 blocks 100 refused: its iterations depend on each other: 'a[i]' written here is read as 'a[i - 1]' by a later iteration, distance 1 (a scan) [-Wrefused]
#pragma curestruct copy(count[0:16]) schedule("privatize count shared 1 threads 64 blocks 100")
    for (int i = 1; i < n; i++) {
        count[key[i]]++;
        a[i] = a[i - 1] + key[i];
    }
}

void many(int n, int keys, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: privatize count by key refused: it has four kinds of copies already [-Wrefused]
#pragma curestruct copy(count[0:keys]) schedule("privatize count shared 32 threads 64 blocks 9; \
    privatize count shared 16 threads 64 blocks 9; privatize count shared 8 threads 64 blocks 9; \
    privatize count shared 4 threads 64 blocks 9; privatize count shared 2 threads 64 blocks 9; reduce count")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

void both(int n, const int *restrict key, const int *restrict other, int *restrict count, int *restrict counts)
{
// SAYS: {{.*}}: privatize count by key refused: its loop carries another reduction, and copies of both lie in global memory [-Wrefused]
#pragma curestruct copy(count[0:16], counts[0:16]) schedule("privatize count shared 16 threads 64 blocks 9; \
    reduce count; reduce counts")
    for (int i = 0; i < n; i++) {
        count[key[i]]++;
        counts[other[i]]++;
    }
}

void bound(int n, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: privatize count by key refused: the bound loops around it say how many threads there are [-Wrefused]
#pragma curestruct copy(count[0:16]) schedule("tile i 64; bind i.tile block.x; bind i.elem thread.x; \
    privatize count global 9 threads 64; reduce count")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

void huge(int n, int keys, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: privatize count by key refused: its copies take 240000 bytes of shared memory, and a block has at most 232448 [-Wrefused]
#pragma curestruct copy(count[0:keys]) schedule("privatize count shared 1 threads 64 blocks 9 keys 60000 ranges 2; \
    reduce count")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

// Each range would write y once more.
void beside(int n, int keys, const int *restrict key, int *restrict count, int *restrict y)
{
// SAYS: {{.*}}: privatize count by key refused: its loop does something else, too, which would run once for each range [-Wrefused]
#pragma curestruct copy(count[0:keys]) schedule("privatize count shared 1 threads 64 blocks 9 keys 6000 ranges 2; \
    reduce count")
    for (int i = 0; i < n; i++) {
        count[key[i]]++;
        y[i] = key[i] / 2;
    }
}

void owned(int n, int keys, const int *restrict key, const float *restrict value, float *restrict total)
{
// SAYS: {{.*}}: privatize total by key refused: each thread has a copy, and only threads that share one can have ranges of it [-Wrefused]
#pragma curestruct copy(total[0:keys]) schedule("privatize total shared 64 threads 64 blocks 9 keys 60 ranges 2; \
    reduce total")
    for (int i = 0; i < n; i++)
        total[key[i]] += value[i];
}

void fixed(int n, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: privatize count by key refused: the bound loops around it do not go over ranges of its elements [-Wrefused]
#pragma curestruct copy(count[0:16]) schedule("tile i 64; bind i.tile block.x; bind i.elem thread.x; \
    privatize count shared 1 keys 8 ranges 2; reduce count")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

void rounded(int n, int keys, const int *restrict key, const float *restrict value, float *restrict total)
{
// SAYS: {{.*}}: privatize total by key refused: several threads would update one copy, and no atomic operation is such an update: it needs a copy for each thread [-Wrefused]
#pragma curestruct copy(total[0:keys]) schedule("privatize total global 1 threads 64 blocks 9; reduce total")
    for (int i = 0; i < n; i++)
        total[key[i]] += value[i];
}

void doubled(int n, int keys, const int *restrict key, const double *restrict value, double *restrict total)
{
// SAYS: {{.*}}: privatize total by key refused: it is not a sum of floats, alone in loops whose lengths are known before the nest runs [-Wrefused]
#pragma curestruct copy(total[0:keys]) schedule("privatize total global fixed threads 64 blocks 9; reduce total")
    for (int i = 0; i < n; i++)
        total[key[i]] += value[i];
}

void shared(int n, const int *restrict key, const int *restrict other, int *restrict count, int *restrict counts)
{
// SAYS: {{.*}}: privatize count by key refused: its loop carries another reduction, whose threads have copies of their own [-Wrefused]
#pragma curestruct copy(count[0:16], counts[0:16]) schedule("privatize count global 1 threads 64 blocks 9; \
    reduce count; reduce counts")
    for (int i = 0; i < n; i++) {
        count[key[i]]++;
        counts[other[i]]++;
    }
}

void tied(int n, const int *restrict key, int *restrict count)
{
// SAYS: {{.*}}: privatize count by key refused: the bound loops around it say how many threads there are [-Wrefused]
#pragma curestruct copy(count[0:16]) schedule("tile i 64; bind i.tile block.x; bind i.elem thread.x; \
    privatize count global 2 threads 64 blocks 9; reduce count")
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

float plain(int n, const float *restrict value)
{
    float sum = 0;
// SAYS: {{.*}}: privatize sum refused: its place does not depend on data: the loops that are bound say what threads there are [-Wrefused]
#pragma curestruct schedule("privatize sum shared 16 threads 64 blocks 9; reduce sum")
    for (int i = 0; i < n; i++)
        sum += value[i];
    return sum;
}

// Few copies are combined by blocks of one warp; 256 threads for each element would be idle.
// CHECK-LABEL: // brief (
// CHECK: combine count threads 32;
// CHECK: __launch_bounds__(32)
void brief(const int key[2000], int count[1300])
{
#pragma curestruct
    for (int i = 0; i < 2000; i++)
        count[key[i]]++;
}

// CHECK-LABEL: // wide (
// CHECK: combine count threads 256;
void wide(const int key[20000000], int count[1300])
{
#pragma curestruct
    for (int i = 0; i < 20000000; i++)
        count[key[i]]++;
}
