// Catches memory for a version of the kernels that is not there when the sizes choose that version: each version ran by
// its name only, which also asks for its memory.
// UNSUPPORTED: asan
// RUN: sh %S/Inputs/break.sh %s %t | FileCheck %s
// BREAK: memory s/crs_version(crs_now, "parts", .*))$/crs_version(crs_now, "parts", false))/
// CHECK: == memory
// CHECK: product_of_rows: {{.*}} FAIL
// CHECK-NEXT: rows=1, columns={{[0-9]+}}; exact data{{.*}}: the generated code ended
// CHECK-NEXT: invalid memory access
void product_of_rows(int rows, int columns, const double *a, double *result)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        double product = 1;
        for (int j = 0; j < columns; j++)
            product *= a[i * columns + j];
        result[i] = product;
    }
}
