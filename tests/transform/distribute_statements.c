// Statements that are not told apart by their dependences, or run apart where nothing is won; a step by hand that is
// taken although it reverses a dependence, or a message without the reason.
// RUN: %curestruct --no-versions --emit=schedule %s -o - 2> %t.err | FileCheck %s --match-full-lines
// RUN: FileCheck %s --check-prefix=ERR < %t.err

// CHECK-LABEL: nest crs_in_order_{{.*}} {
// CHECK-NEXT: distribute i {1} {2};
// CHECK-NEXT: tile i#2 4 as i#2.group i#2.lane;
void in_order(int n, float *restrict a, float *restrict b, const float *restrict c)
{
#pragma curestruct
    // ERR: distribute_statements.c:[[#@LINE+1]]:5: warning: loop 'i' runs in one thread of the device: 'a[i]' written here is read as 'a[i - 1]' by a later iteration, distance 1 [-Wsequential]
    for (int i = 1; i < n; i++) {
        a[i] = c[i] / a[i - 1];
        b[i] = a[i] * 2;
    }
}

// CHECK-LABEL: nest crs_against_the_text_{{.*}} {
// CHECK-NEXT: distribute i {2} {1};
void against_the_text(int n, float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 1; i < n; i++) {
        a[i] = b[i - 1] * 2;
        b[i] = i;
    }
}

// What has no dependence between its iterations and stands together stays in one loop.
// CHECK-LABEL: nest crs_fused_{{.*}} {
// CHECK-NEXT: distribute i {1 2 4} {3};
void fused(int n, float *restrict a, float *restrict b, float *restrict c, const float *restrict d)
{
#pragma curestruct
    for (int i = 1; i < n; i++) {
        float t = d[i] * 2;
        b[i] = t;
        a[i] = d[i] / a[i - 1];
        c[i] = b[i] + t;
    }
}

// A circle of dependences: nothing can be told apart.
// CHECK-NOT: crs_circle
// ERR: warning: loop 'i' stays serial: {{.*}} [-Wrefused]
void circle(int n, float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 1; i < n; i++) {
        a[i] = b[i - 1] * 2;
        b[i] = a[i] + 1;
    }
}

// Nor is it worth it where the rest only stores what one thread has computed.
// CHECK-NOT: crs_counted
int counted(int n, int calls, int *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        calls = calls * calls + i;
        int old = calls;
        a[i] = old;
    }
    return 0;
}

// The first value of a sum gets a loop of its own only where the loop of the sum then moves outside.
// CHECK-LABEL: nest crs_first_value_{{.*}} {
// CHECK-NEXT: distribute i {1} {2 3};
// CHECK-NEXT: right_look i#2;
// CHECK-NEXT: strip_mine i#2 64;
// CHECK-NEXT: distribute i#2 {1 2} {3};
// CHECK-NOT: {{distribute [^ ]+ \{}}
// CHECK-LABEL: nest crs_by_hand_{{.*}} {
void first_value(int n, const float *restrict L, float *restrict x, const float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = b[i];
        for (int j = 0; j < i; j++)
            s -= L[i * n + j] * x[j];
        x[i] = s / L[i * n + i];
    }
}

// CHECK-NEXT: distribute i {1} {3} {2};
// CHECK-NEXT: bind i#3 block.x;
void by_hand(int n, float *restrict a, float *restrict b)
{
#pragma curestruct schedule("distribute i {1} {3} {2}; bind i#3 block.x")
    for (int i = 0; i < n; i++) {
        float t = a[i];
        a[i] = t + 1;
        b[i] = t * 2;
    }
}

void reversed(int n, float *restrict a, float *restrict b)
{
// ERR: warning: distribute i {2} {1} refused: it would reverse a dependence: 'a[i]' written here is read [-Wrefused]
// ERR: distribute_statements.c:[[#@LINE+4]]:9: note: written here
// ERR: distribute_statements.c:[[#@LINE+4]]:16: note: read here
#pragma curestruct schedule("distribute i {2} {1}; bind i block.x")
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = a[i] * 2;
    }
}

void incomplete(int n, float *restrict a, float *restrict b)
{
// ERR: warning: distribute i refused: the groups must hold each of its 2 statements [-Wrefused]
#pragma curestruct schedule("distribute i {1}; bind i block.x")
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = i;
    }
}

void left(int n, float *restrict a, float *restrict b)
{
// A loop that may be left counts as one statement.
// ERR: warning: distribute i refused: the groups must hold each of its 1 statements [-Wrefused]
#pragma curestruct schedule("distribute i {1} {2}")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (a[i] > b[i])
                break;
            a[i] += b[j];
        }
}
