// Catches a page that a browser refuses in part (a script's error, an id twice, a picture without words for it, text
// outside of a picture or over other text, a table that a phone cuts), that asks the network for something, whose
// slider does not move, text of the input that becomes markup, and pictures whose numbers are not those that the ladder
// of a transposition counts: 32 cycles without padding, 1 with it, 4 sectors for a request.
// REQUIRES: chromium
// RUN: rm -rf %t && mkdir %t
// RUN: %curestruct explain --format=html %s > %t/page.html 2> %t/messages
// RUN: for name in matmul transpose sum jacobi histogram; do \
// RUN:     %curestruct explain --format=html %examples/$name.c > %t/$name.html 2>> %t/messages || exit 1; done
// RUN: python3 %S/Inputs/page.py %t/page.html %t/matmul.html %t/transpose.html %t/sum.html %t/jacobi.html \
// RUN:     %t/histogram.html
// RUN: FileCheck --input-file=%t/page.html %s
// RUN: FileCheck --input-file=%t/transpose.html --check-prefix=TRANSPOSE %s
// TRANSPOSE: Numbers are for rows = 4096, columns = 4096; --size gives others.
// TRANSPOSE: There are no arrows: no dependence was found between iterations of these two loops.
// TRANSPOSE: A block computes a tile of 64 x 64 iterations (i x j). Each is named by its block&#39;s x, y and z.
// TRANSPOSE: Load of A{{.*}}Thread 0 touches A[2048][2048], thread 1 touches A[2048][2049], thread 31 touches A[2048][2079].
// TRANSPOSE-SAME: 32 threads, 4 bytes each: 4 sectors of 32 bytes, of which 100 % are used.
// TRANSPOSE: without its padding</strong> The warp needs 32 cycles of the banks.
// TRANSPOSE: with padding of 1 element</strong> The warp needs 1 cycle of the banks.
// TRANSPOSE: The thick ring is the scheduled size, 256 threads with 16 results each: 8 active blocks, 16 S-cycles.
// TRANSPOSE: <desc id="d{{[0-9]+}}">rows {{.*}}us, coalesced {{.*}}us, tile {{.*}}us, padded {{.*}}us,
// TRANSPOSE-NOT: roofline
// RUN: FileCheck --input-file=%t/sum.html --check-prefix=SUM %s
// SUM: The rungs under the roofline
// SUM: <th scope="row" class="number" data-title="number">1</th><td data-title="rung">interleaved</td>
// SUM-SAME: <td class="number" data-title="us, predicted">354.2</td>
// CHECK-NOT: <b>hostile
// CHECK: &lt;b&gt;hostile
// CHECK: &lt;/code&gt;&lt;script&gt;console.log(&#39;hostile&#39;)&lt;/script&gt;
// CHECK: distance 1
// CHECK: Each point is an iteration. Arrow (1): flow, which has to be kept.
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
