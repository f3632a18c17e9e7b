// Sums into windows that overlap, as seen from the elements.
#ifndef CURESTRUCT_FRONTEND_GATHER_WINDOWS_H
#define CURESTRUCT_FRONTEND_GATHER_WINDOWS_H

#include "ir/ir.h"

// Loops x and y that update elements at step * x + y, where windows of y overlap, become a loop over these elements
// around the values of x whose windows hold them:
//
//     for x in 0..n { for y in 0..width { out[step*x + y] += e } }
//     ->
//     for t in 0 .. step*(n-1) + width {
//         for x in max(0, floor((t - width) / step) + 1) .. min(n, floor(t / step) + 1) {
//             for y in max(0, t - step*x) .. min(width, t - step*x + 1) { out[step*x + y] += e }     (one iteration)
//         }
//     }
//
// Where windows of a constant width move by one element, the loop over t contains a window of the elements around t,
// which has the same bounds everywhere:
//
//     for t in 0 .. n - 1 + width {
//         for y in 0..width { if (0 <= t - z && t - z < n) { out[t] += e, of x = t - z and y = z } }
//     }
//     z = width - 1 - y if x is the outer loop of the source, otherwise y
//
// Several pairs of loops at once, such as the rows and columns of an image. Each element gets its terms in the order of
// the source. A pair is taken if constants show the overlap, or the shape of the subscripts speaks for it; matrices
// with a leading dimension are left as they are.
Stmt *gather_windows(Nest *nest, Stmt *body);

#endif
