// Catches a page that a browser refuses in part (a script's error, an id twice, a picture without words for it, text
// outside of a picture or over other text), that asks the network for something, whose slider does not move, and text
// of the input that becomes markup.
// REQUIRES: chromium
// RUN: rm -rf %t && mkdir %t
// RUN: %curestruct explain --format=html %s > %t/page.html 2> %t/messages
// RUN: for name in matmul transpose sum jacobi histogram; do \
// RUN:     %curestruct explain --format=html %examples/$name.c > %t/$name.html 2>> %t/messages || exit 1; done
// RUN: python3 %S/Inputs/page.py %t/page.html %t/matmul.html %t/transpose.html %t/sum.html %t/jacobi.html \
// RUN:     %t/histogram.html
// RUN: FileCheck --input-file=%t/page.html %s
// CHECK-NOT: <b>hostile
// CHECK: &lt;b&gt;hostile
// CHECK: &lt;/code&gt;&lt;script&gt;console.log(&#39;hostile&#39;)&lt;/script&gt;
// CHECK-NOT: <b>hostile
// CHECK: Not restructured
int before(int n, float *restrict a)
{
    int found = 0;
#pragma curestruct
    for (int i = 1; i < n; i++) { // <b>hostile</b> & "quoted"
        a[i] = a[i - 1] * 0.5f;   // </code><script>console.log('hostile')</script>
    }
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] < 0 && found < 3) {
            found++;
        }
    return found;
}

void one(int n, double *restrict a)
{
#pragma curestruct schedule("bind i thread.x")
    for (int i = 0; i < 64; i++)
        a[i] = a[i] < 1 ? 1 : a[i];
}
