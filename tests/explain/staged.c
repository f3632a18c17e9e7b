// Catches accesses that are told as they stand in the source where the kernel makes them in shared memory or in a
// register, copies of which nothing is said, or that are said to be coalesced and are not; and a sum whose loads are
// not told at all.
// RUN: %curestruct explain %s | FileCheck %s
// RUN: %curestruct explain --size n=100,m=100,p=100 --format=json %s | python3 -m json.tool \
// RUN:     | FileCheck --check-prefix=JSON %s

// CHECK: > schedule ((bx,i',tx), (by,j',ty)) {{[0-9]+}} coalesced 1 2
// CHECK-NEXT: Chosen: schedule ((bx,i',tx), (by,j',ty)); of 2 accesses 1 coalesced or read by all lanes at once, 1 through shared
// CHECK-NEXT: memory.
// CHECK: > schedule load A[(bx,i',tx)][(by,j',ty)] from shared memory
// CHECK-NEXT: > schedule store B[(by,j',ty)][(bx,i',tx)] coalesced 4
// CHECK-NEXT: > schedule copy in A to shared memory coalesced 4
// JSON: "kind": "copy in",
// JSON-NEXT: "address": "A to shared memory",
// JSON-NEXT: "pattern": "coalesced",
// JSON-NEXT: "sectors_per_request": 4,
// JSON-NEXT: "requests": null,
void transpose(int n, int m, const float A[n][m], float B[m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[j][i] = A[i][j];
}

// Rows of 16 threads, 2 rows a warp; the copies of A go along its rows, 16 elements each, those of B as well; C is
// stored as it is computed.
// CHECK: 2D-2 ((by,ty), (bx,tx)) 1 coalesced 0 5
// CHECK-NEXT: 2D-3
// CHECK: Chosen: 2D-2 {{.*}}; of 5 accesses 0 coalesced or read by all lanes at once, 2 through shared memory, 3
// CHECK-NEXT: held in registers.
// CHECK: > 2D-2 load A[(by,ty)][(k',k')] from shared memory
// CHECK-NEXT: > 2D-2 load B[(k',k')][(bx,tx)] from shared memory
// CHECK-NEXT: > 2D-2 load C[(by,ty)][(bx,tx)] in a register
// CHECK-NEXT: > 2D-2 store C[(by,ty)][(bx,tx)] in a register
// CHECK-NEXT: > 2D-2 copy in A to shared memory coalesced, 16 lanes in a row 4
// CHECK-NEXT: > 2D-2 copy in B to shared memory coalesced, 16 lanes in a row 4
// CHECK-NEXT: > 2D-2 copy out C from registers coalesced, 16 lanes in a row 4
void product(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct schedule("tile i 16; tile j 16; interchange i.elem j.tile; bind i.tile block.y; \
    bind j.tile block.x; bind i.elem thread.y; bind j.elem thread.x; tile k 16; stage C register at j.elem; \
    stage A shared at k.tile; stage B shared at k.tile")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] = 0;
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}

// CHECK: wide (
// Tiles that are copied 16 bytes at a time: neighbouring lanes are 4 elements apart, and nothing lies between.
// CHECK: copy in A to shared memory coalesced, {{[0-9]+}} lanes in a row
// CHECK: copy in B to shared memory coalesced, 16 bytes a lane 16
void wide(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int k = 0; k < p; k++)
                s += A[i][k] * B[k][j];
            C[i][j] = s;
        }
}

// CHECK: The results do not move with a parallel loop
// CHECK-NEXT: mapping access element
// CHECK-NEXT: > schedule load x[({{.*}}t{{.*}})] coalesced, 16 bytes a lane 16
float total(int n, const float *x)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
