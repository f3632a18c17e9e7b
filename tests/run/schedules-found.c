// Catches what random schedules found: vectors of rows of a constant length lose elements where a row does not begin
// where vectors do; an unrolled copy to shared memory runs in threads with an iteration alone; a tile that each
// thread begins elsewhere; two accesses to one element whose subscripts differ in how often they were widened; a sum
// of one copy of a loop, which each thread has to itself, in the cell that another copy of the loop needs; and
// copies of elements that are apart to shared memory, which go on after the last one; the sum of a column of a
// triangle, to which blocks with no element of that column gave what was in memory; and copies of a histogram that
// were added twice, by a loop over the last keys and again by one over all keys; and blocks of one warp whose lanes
// all read the old value that one of them replaces, with as many parts as a local of the host says. And tiles in
// shared memory of one element, where the blocks of a triangle begin elsewhere in each thread. Internal errors are a
// tile in shared memory that begins elsewhere in each iteration of a loop inside, windows that move along a loop of
// the host, and a number of rows in a type narrower than int.
// RUN: %curestruct check --on cpu --size n=70,m=1 --size n=130,m=17 %s 2> %t.err | grep -c PASS | grep -qx 12
// RUN: grep -o 'stage .*' %t.err | FileCheck --match-full-lines --check-prefix=STAGE %s
// STAGE: stage A shared at k.thread refused: a loop along which it moves begins at another iteration in each thread [-Wrefused]
// STAGE: stage A shared at j.elem refused: a loop inside begins elsewhere in each iteration of another one [-Wrefused]
// STAGE: stage A shared at k refused: a loop along which it moves begins at another iteration in each thread [-Wrefused]

float A64[8][1001], B64[8][1001];

void odd_rows(float s)
{
#pragma curestruct
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 1001; j++)
            B64[i][j] = A64[i][j] * s;
}

void unrolled_copy(int n, int m, const int *restrict A, int B[restrict n][m])
{
#pragma curestruct schedule("tile i 2 as i.group i.reg; tile i.group 64 as i.tile i.thread; bind i.tile block.x;" \
                            "bind i.thread thread.x; cyclic j 16 as j.thread j.turn; interchange i.reg j.thread;" \
                            "bind j.thread thread.y; stage A shared at j.thread; unroll copy 4")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[i][j] = A[i] + j;
}

void begins_elsewhere(int n, const int A[5][n], int B[n][5])
{
#pragma curestruct schedule("tile i 256 as i.tile i.elem; cyclic i.elem 64 as i.thread i.reg; bind i.thread thread.x;" \
                            "cyclic k 8448 as k.worker k.turn; tile k.worker 16 as k.tile k.thread;" \
                            "interchange i.reg k.tile; bind k.tile block.y; interchange i.reg k.thread;" \
                            "bind k.thread thread.y; stage A shared at k.thread")
    for (int i = 0; i < n; i++) {
        long k = 0;
        while (k < 5) {
            B[i][k] = A[k][i];
            k += 1;
        }
    }
}

void widened(int n, const int *restrict A, int *restrict B, int *restrict C)
{
    int k = 0;
#pragma curestruct schedule("tile i 4 as i.group i.lane; tile i.group 128 as i.tile i.thread; bind i.tile block.x;" \
                            "bind i.thread thread.x; vectorize i.lane; stage A register at i.thread")
    for (int i = 0; i < n; i++) {
        B[k] = A[k] ^ i;
        C[i] = A[i];
        k++;
    }
}

void own_sums(int n, int m, const int *restrict A, int B[restrict n][m])
{
#pragma curestruct schedule("peel i 4; tile k#2 16; bind k#2.elem block.x; reduce s shuffle; bind j block.z")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int s = 0;
            for (int k = i + 1; k < n; k++)
                s = s + A[k];
            B[i][j] = s + j;
        }
}

void sums_of_threads(int n, int m, const int *restrict A, int B[restrict n][m])
{
#pragma curestruct schedule("peel i 4; tile k#2 16; bind k#2.elem block.x; reduce s shuffle; tile j 32;" \
                            "bind j.tile block.x; bind j.elem thread.x")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int s = 0;
            for (int k = i + 1; k < n; k++)
                s = s + A[k];
            B[i][j] = s + j;
        }
}

void elements_apart(int n, const int *restrict A, int *restrict B)
{
#pragma curestruct schedule("tile i 4096; cyclic i.elem 2048 as i.part i.turn; bind i.tile block.x;" \
                            "stage A shared at i.part")
    for (int i = 0; i < n; i++)
        B[i] = A[i] + i;
}

void columns_of_triangle(int n, int m, float *restrict A, float B[restrict n][n + 2])
{
#pragma curestruct schedule("bind i block.z limit 8; bind j block.y; reduce A shuffle")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i + 2; j++)
            A[j] += B[i][j];
}

void threads_of_triangle(int n, int m, float *restrict A, float B[restrict n][n + 2])
{
#pragma curestruct schedule("bind i block.y; tile j 32; bind j.tile block.x; bind j.elem thread.x; reduce A shuffle")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i + 2; j++)
            A[j] += B[i][j];
}

void peeled_keys(int n, int m, const unsigned char *restrict key, int count[restrict 40])
{
#pragma curestruct schedule("privatize count global; peel count.key 32; reduce count shuffle")
    for (int i = 0; i < n; i++)
        count[key[i] % 40]++;
}

void begins_by_loop(int n, int m, const int *restrict A, int B[restrict n][m])
{
#pragma curestruct schedule("tile j 32; bind j.tile block.x; bind j.elem thread.x; stage A shared at j.elem")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int s = 0;
            for (int p = 0; p < 8; p++)
                for (int k = 4 * p; k < 4 * p + 4; k++)
                    s = s + A[k];
            B[i][j] = s + j;
        }
}

void sums_of_parts(int n, int m, const int *restrict A, int *restrict B)
{
#pragma curestruct schedule("tile i 64; cyclic i.elem 32 as i.thread i.reg; bind i.tile block.x;" \
                            "bind i.thread thread.x; reduce s shuffle")
    for (int p = 0; p < n; p++) {
        int s = 0, end = 8 * p + 160 < 8 * m ? 8 * p + 160 : 8 * m;
        for (int i = 8 * p; i < end; i++)
            s += A[i];
        B[p] = s;
    }
}

void windows_on_host(int n, int m, float *restrict A)
{
#pragma curestruct schedule("collapse i j; cyclic i_j 16; tile i_j.turn 64; rotate i_j.worker;" \
                            "bind i_j.turn.tile block.x")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i * m + j] += 1;
}

void narrow_rows(unsigned char n, int *restrict A)
{
#pragma curestruct schedule("uncollapse i by 10; bind i_row block.x; bind i_column thread.x")
    for (unsigned char i = 0; i < n; i++)
        A[i] += i / 10;
}

void triangle(int n, int m, const double A[m][n], double C[n][n])
{
#pragma curestruct schedule("tile i 128 as i.tile i.thread; bind i.tile block.x; bind i.thread thread.x;" \
                            "bind j block.y; stage A shared at k; stage A shared at k")
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = 0; k < m; k++)
                C[i][j] -= A[k][i] * A[k][j];
}
