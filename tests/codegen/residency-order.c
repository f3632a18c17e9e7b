// Catches a search for what functions do to memory that does not end: of a function with an unknown call, more is known
// after the function that it calls further down in the file.
// RUN: timeout 60 %curestruct %s -o %t.cu 2>&1 | FileCheck %s
float table[100];
void unknown(void);
void later(void);
void earlier(void)
{
    unknown();
    later();
}
void later(void)
{
    table[3] += table[4];
}
void scale(int n, float *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] *= table[i % 100];
}
static float data[100];
void both(int times)
{
    for (int t = 0; t < times; t++) {
        scale(100, data);
        earlier();
    }
}
// CHECK: the call of 'earlier', and in it the call of 'unknown'
