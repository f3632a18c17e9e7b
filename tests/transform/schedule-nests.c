// Catches a block of a schedule file that goes to another nest or to none, that loses to a clause, or that --host
// (which changes names) or --function (which leaves out nests) keeps from its nest.
// RUN: printf 'nest crs_second_1 {\n    tile i 48; // comment\n    bind i.tile block.x; bind i.elem thread.x\n}\n'\
// RUN:'nest crs_third_1 { stride i 96; bind i.worker thread.x }\n' > %t.blocks
// RUN: %curestruct --emit=schedule --schedule=%t.blocks %s | FileCheck %s
// RUN: %curestruct --schedule=%t.blocks %s -o %t.cu --host=%t.c && grep -c '__launch_bounds__(48)' %t.cu | grep -x 1
// RUN: printf 'bind i host' > %t.steps
// RUN: %curestruct check --on cpu --function=first --schedule=%t.steps %s | FileCheck --check-prefix=FIRST %s
// RUN: not %curestruct check --on cpu --function=both --schedule=%t.steps %s 2>&1 | FileCheck --check-prefix=BOTH %s
// REQUIRES: clang

// CHECK: nest crs_first_1 {
// CHECK-NOT: 48
// CHECK: }
// CHECK-NEXT: nest crs_second_1 {
// CHECK-NEXT: {{^    }}tile i 48;
// CHECK-NEXT: {{^    }}bind i.tile block.x;
// CHECK-NEXT: {{^    }}bind i.elem thread.x;
// CHECK-NEXT: {{^}$}}
// CHECK-NEXT: nest crs_third_1 {
// CHECK-NEXT: cyclic i 96;
// CHECK-NEXT: bind i.worker thread.x;
// CHECK-NEXT: }
// CHECK-NEXT: nest crs_both_1 {
// CHECK: nest crs_both_2 {
// FIRST: first: 1 of 1 nests, {{.*}}PASS
// BOTH: error: {{.*}}schedule-nests.c.tmp.steps: the input has 2 nests; put the steps for one of them into 'nest crs_both_1 { .. }'
void first(int n, float *restrict a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 1;
}

void second(int n, float *restrict a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 2;
}

void third(int n, float *restrict a)
{
#pragma curestruct schedule("tile i 64; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        a[i] = 3;
}

void both(int n, float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 4;
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = 5;
}
