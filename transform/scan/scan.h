// Divides a scan.
#ifndef CURESTRUCT_TRANSFORM_SCAN_SCAN_H
#define CURESTRUCT_TRANSFORM_SCAN_SCAN_H

#include "transform/transform.h"

// scan L n           for i { s += x[i]; y[i] = s; }
//               ->  for p { t = 0; for i in n of them t += x[i]; totals[p] = t; }
//                   for p { before[p] = s; s += totals[p]; }
//                   for p { r = before[p]; for i in n of them { r += x[i]; y[i] = r; } }
//   A prefix sum (product, minimum, ..) along a long loop in parts of n iterations: the totals of the parts, the value
//   before each part, and then the parts themselves, which are independent if nothing else is carried. Also of several
//   running values of one loop, under conditions, and of elements: b[i] = b[i - 1] + x[i]. Parts count up, whatever the
//   loop's direction is.
//   A recurrence x = a * x + b composes functions: a part also has the product f of its factors, and then the middle
//   loop is x = f[p] * x + totals[p]. If assignments x = e forget what came before, a part also notes whether one of
//   them ran, and then its total is x.
//   If a running value only counts and says where the loop writes, y[k++] = x[i], the parts write different elements
//   (compaction.h, Loop.distinct).
//   Requires: the loop carries a running value (Facts.scans), whose operator may be reordered; its step is a constant.
//   What is combined, and the conditions around it, do not need the running values, nor memory that the loop writes
//   before: the totals read it before the loop runs. The loop holds no call for effect, no jump and no 'while'. Part of
//   the source (source.h): the order of everything but the combination is unchanged, and analysis of the new source
//   says whether the parts may run concurrently.
enum { MAX_RUNNING = 8 };

// What `scan` has made of a loop. A part's value is totals[part], and factors[part] and sets[part] where they are not
// NULL; before[part] is the value before it. `steady`: each iteration has this factor, a number or a parameter;
// otherwise NULL.
typedef struct DividedValue {
    const Reduction *update;
    const Array *totals, *before, *factors, *sets;
    Expr *steady;
} DividedValue;

struct DividedScan {
    const DividedScan *next;
    int64_t size; // iterations of a part
    DividedValue values[MAX_RUNNING];
    int count;
};

Stmt *scan(Candidate *state, Stmt *root, LoopId loop, int64_t size);

// place = factor * place + term, computed in `type`. The factor of a part may overflow where the source's own values do
// not, which are 0.
Stmt *recurrence(Arena *arena, const Type *type, Expr *place, Expr *factor, Expr *term);
// The type in which a recurrence of that type is computed: of integers modulo 2^n.
const Type *recurrence_type(const Type *type, const Expr *factor);

#endif
