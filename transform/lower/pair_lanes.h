// Lanes of bytes, computed two at a time.
#ifndef CURESTRUCT_TRANSFORM_LOWER_PAIR_LANES_H
#define CURESTRUCT_TRANSFORM_LOWER_PAIR_LANES_H

#include "ir/ir.h"

// for l in 0..16 { int n = a[l] + a[l + 1]; b[l] = n > 255 ? 255 : n }
//   -> for p in 0..8 { unsigned n = crs_byte_pair<..>(a, 2 * p) + crs_byte_pair<..>(a, 2 * p + 1);
//                      b_pairs[p] = crs_byte_pair_min(n, 255 of each) }
//      crs_bytes_of_pairs<16>(b, b_pairs)
//
// Both halves of 32 bits hold a lane's value. Requires: an unrolled loop of a multiple of 4 iterations over arrays of
// unsigned bytes in registers, which it reads or sets, without branches; every value fits into 16 bits. Loops that do
// not fit are kept.
Stmt *pair_lanes(Arena *arena, Nest *nest, Stmt *root);

#endif
