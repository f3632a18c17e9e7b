// Catches a lost implicit conversion: the text printed here hides those that C repeats, so values that depend on
// them are made visible by shifts, comparisons and compound assignments.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s
enum color { RED = 2, BLUE = 5 };
void convert(int n, unsigned u, unsigned char *c, long *l, float *f, double *d, enum color e, _Bool b, char k)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        c[i] += 200;
        c[i] <<= 2;
        c[i] = ~c[i];
        l[i] = u - 1 < i;
        l[i] = u * -1 + l[i];
        l[i] >>= c[i];
        f[i] += 0.1;
        f[i] = f[i] * 2 + d[i];
        d[i] = i / 2 + u / 2;
        d[i] = b ? 1 : 2.5f;
        b = f[i];
        b += 3;
        l[i] = e == BLUE ? RED : 'a' + k;
        l[i] = (unsigned char)i + (short)u + (long)f[i] + sizeof(long) + !d[i] + (f[i] && i);
        l[i] = f[i] > 0 || c[i];
    }
}
// CHECK: nest crs_convert_1 in convert
// CHECK-NEXT:   array unsigned char c[?] host "c" live
// CHECK-NEXT:   array long l[?] host "l" live
// CHECK-NEXT:   array float f[?] host "f" live
// CHECK-NEXT:   array double d[?] host "d" live
// CHECK-NEXT:   param int n host "n"
// CHECK-NEXT:   iterator int i
// CHECK-NEXT:   param unsigned int u host "u"
// CHECK-NEXT:   scalar _Bool b host "b"
// CHECK-NEXT:   param unsigned int e host "e"
// CHECK-NEXT:   param char k host "k"
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..n {
// CHECK-NEXT:     c[i] += 200
// CHECK-NEXT:     c[i] <<= 2
// CHECK-NEXT:     c[i] = ~c[i]
// CHECK-NEXT:     l[i] = u - 1 < i
// CHECK-NEXT:     l[i] = u * 4294967295u + l[i]
// CHECK-NEXT:     l[i] >>= c[i]
// CHECK-NEXT:     f[i] += 0.1
// CHECK-NEXT:     f[i] = f[i] * 2 + d[i]
// CHECK-NEXT:     d[i] = i / 2 + u / 2
// CHECK-NEXT:     d[i] = (int)b ? 1 : 2.5f
// CHECK-NEXT:     b = f[i]
// CHECK-NEXT:     b += 3
// CHECK-NEXT:     l[i] = e == 5 ? 2 : 97 + k
// CHECK-NEXT:     l[i] = (unsigned long)((unsigned char)i + (short)u + (long)f[i]) + 8 + !d[i] + (f[i] != 0.0f && i)
// CHECK-NEXT:     l[i] = f[i] > 0 || (int)c[i]
// CHECK-NEXT:   }
// CHECK-NEXT: }
