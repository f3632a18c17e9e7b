// Catches verdicts without their reason, statements miscounted, a mapping table that misses one of the eight or says
// wrongly what warps do under it, and a schedule that is not found among them.
// RUN: %fails 2 %curestruct explain --function=unused %s | FileCheck --check-prefix=USAGE %s
// RUN: %curestruct explain --size rows=1000,columns=777 %s 2>/dev/null | FileCheck %s
// RUN: %curestruct explain --format=md --size rows=1000,columns=777 %s 2>/dev/null | FileCheck --check-prefix=MD %s
// RUN: %curestruct explain --format=json --size rows=1000,columns=777 %s 2>/dev/null | python3 -m json.tool \
// RUN:     | FileCheck --check-prefix=JSON %s
// RUN: %fails 2 %curestruct explain --assume threads=3 %s | FileCheck --check-prefix=ASSUME %s
// RUN: %fails 2 %curestruct explain --format=csv %s | FileCheck --check-prefix=CSV %s
// RUN: %curestruct explain --section=short %s 2>/dev/null | FileCheck --check-prefix=SHORT %s
// RUN: %fails 2 %curestruct explain --section=short,shirt %s | FileCheck --check-prefix=SECTION %s
// SHORT: In short
// SHORT-NEXT: Loops: i, j may run in parallel: no iteration touches what another one writes.
// SHORT-NEXT: Threads: 1 kernel: blocks of 32 x 8 threads along
// SHORT-NOT: Which loops
// SECTION: curestruct: error: explain has no section 'shirt'; there are short, loops, refusal, granule, mapping, sizes, versions, kernels, search, cost, counted and schedule
// USAGE: '--function' is an option of 'check', 'bench' and 'ladder', not of 'explain'
// ASSUME: '--assume=threads': expected one of results, elements, element, shared, granule, overhead
// CSV: 'curestruct explain' has no format 'csv'; it has text, md, json and html

// CHECK: transpose ({{.*}}tables.c:[[#]])
// CHECK: loop line verdict because
// CHECK: i [[#]] parallel no element that an iteration writes is touched by another one
// CHECK: tested by the launcher on every call
// CHECK-NEXT: 'A' and 'B' do not overlap
// CHECK: B[j][i] = 2.0f * A[i][j] + 1.0f; [[#]] 1 1 8 2 0
// CHECK: 1D-1 ((b,t), c') 777 coalesced 1 2
// CHECK-NEXT: 1D-2 (r', (b,t)) 1000 strided by rows
// CHECK-NEXT: 1D-3 ((b,t'), (b',t)) {{[0-9]+}} strided by rows
// CHECK-NEXT: 1D-4 ((b',t), (b,t')) {{[0-9]+}} coalesced
// CHECK-NEXT: > 2D-1 ((bx,tx), (by,ty)) 1 coalesced
// CHECK-NEXT: 2D-2 ((by,ty), (bx,tx)) 1 strided by rows
// CHECK-NEXT: 2D-3 ((by,tx), (bx,ty)) 1 coalesced
// CHECK-NEXT: 2D-4 ((bx,ty), (by,tx)) 1 strided by rows

// 1000 rows in warps of 32: 31 full ones and one of 8 lanes, for each of 777 columns; a lane of a strided load has a
// sector of its own.
// CHECK: > 2D-1 load A[(bx,tx)][(by,ty)] strided by columns 32 24864 777000 1
// CHECK: > 2D-1 store B[(by,ty)][(bx,tx)] coalesced 4 24864 97125 1
// CHECK: By the paper's criterion:
// CHECK: By today's rules:
// CHECK: Scheduled: 256 threads, tile 256.
// CHECK: TPB TS a thread active blocks blocks S-cycles AKBPSM rank
// CHECK: The schedule
// CHECK: tile i 32;

// MD: # transpose
// MD: ## Which loops may run in parallel
// MD: | loop | line | verdict | because |
// MD-NEXT: |---|---:|---|---|
// MD: | **2D-1** | **((bx,tx), (by,ty))** | **1** | **coalesced** | **1** | **2** |

// JSON: "function": "transpose",
// JSON: "verdict": "parallel",
// JSON: "mapping": "2D-1",
// JSON-NEXT: "form": "((bx,tx), (by,ty))",
// JSON-NEXT: "results_per_thread": 1,
// JSON-NEXT: "coalesced": "coalesced",
// JSON-NEXT: "coalesced_accesses": 1,
// JSON-NEXT: "accesses": 2,
// JSON-NEXT: "chosen": true
void transpose(int rows, int columns, const float A[rows][columns], float B[columns][rows])
{
#pragma curestruct mapping(2D-1) block(32, 8)
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            B[j][i] = 2.0f * A[i][j] + 1.0f;
}

// CHECK: total ({{.*}}
// CHECK: i [[#]] reduction its iterations share only the updates of s (+), which may be reordered
// CHECK: anti s [[#]] s [[#]] (<) a reduction
// CHECK: The results do not move with a parallel loop
float total(int n, const float *x)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}

// CHECK: smooth ({{.*}}
// CHECK: i [[#]] sequential 'x[i]' written here is read as 'x[i - 1]' by a later iteration, distance 1
// CHECK: flow x[i] [[#]] x[i - 1] [[#]] (1)
// CHECK: Not restructured
// CHECK: warning: loop 'i' stays serial
// JSON: "refused": {
// JSON-NEXT: "messages": "{{.*}}stays serial
void smooth(int n, float *x)
{
#pragma curestruct exact
    for (int i = 1; i < n; i++)
        x[i] = 0.5f * (x[i] + x[i - 1]);
}
