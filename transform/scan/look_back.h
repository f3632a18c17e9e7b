// Scans in one pass.
#ifndef CURESTRUCT_TRANSFORM_SCAN_LOOK_BACK_H
#define CURESTRUCT_TRANSFORM_SCAN_LOOK_BACK_H

#include "transform/schedule/schedule.h"
#include "transform/transform.h"

// look_back L lanes v rounds r [shared q] threads t [blocks b] [ahead a]
//                                                                    (after `scan i 1`, of which L is the last loop)
//
//                      for p { totals[p] = e } for p { before[p] = s; s += totals[p] } for p { r = before[p]; S }
//                  ->  for tile [block.x] for warp [thread.y] for lane [thread.x]
//                        take the next tile; load what e reads
//                        totals of v neighbouring iterations, r times; scans of them: of lanes by shuffles, then of
//                        the rounds, then of the warps in shared memory
//                        pass the tile's total on; before = what came before the tile; pass before + total on
//                        for round for item { r = before + what comes before the item in the tile; S }
//   One kernel that reads and writes each element once (Merrill and Garland, Single-pass Parallel Prefix Scan with
//   Decoupled Look-back, 2016). A warp's lanes have neighbouring v iterations in each round, so that accesses are
//   coalesced without shared memory. What the last q of the rounds load is held in shared memory, in a place of the
//   thread's own; it is copied there while the thread goes on. The other rounds are held in registers.
//   A thread has so few registers that b blocks fit on a multiprocessor. Before a block waits for others, it asks for
//   what the tile that is a tiles further on loads, which is then in the L2 cache.
//     Where each iteration of a recurrence has the same factor, the factor of some iterations follows from their
//   number, and is neither shuffled, nor held, nor passed on. The end of the last tile counts as if it had all of its
//   iterations, so the thread with the last one sets the value after the loop.
//     Look-back: t / 2 - 1 tiles are a group. A tile waits for the totals of the group before its own one and of the
//   earlier tiles of its own one, one for each thread, and for the value before these, which the last tile of a group
//   passes on: it is known by then. Blocks begin in the order of their numbers, which are those of tiles, so those that
//   a block waits for have begun, and pass their totals on before they wait. (Where only the last tiles may matter,
//   blocks take tiles in the order in which they begin, which is faster then.) All values are combined in one order, by
//   groups of fixed size: results do not depend on timing.
//     Memory for the passed values keeps what earlier launches have left, which bears another mark (crs_pass_on).
//   Requires: nothing but these three loops takes part in the scan; they follow each other, without a concurrent loop
//   around. Iterations of L are independent. v is a power of 2, up to 16; t is a multiple of 32. For q, v iterations
//   load neighbours of 4, 8 or 16 bytes.
Stmt *look_back(Candidate *state, Stmt *root, LoopId loop, const Step *step);

// team_scan L lanes v rounds r threads t      (after `scan i 1`, of which L is the last loop)
//
//                      for p { totals[p] = e } for p { before[p] = s; s += totals[p] } for p { r = before[p]; S }
//                  ->  w = s; for thread [thread.x] for tile { the same; before = w; w += the tile's total } s = w
//   Without blocks that wait for others: for scans inside of loops that are bound to blocks afterwards, or to threads
//   along y if t is 32. All threads know the running value.
//     across M: each iteration of M, a loop around, has a team of t threads along y. A thread of a team has
//     neighbouring
//   iterations alone, v times r of them, so that neighbouring teams read side by side. M is bound to threads along x
//   afterwards.
//   Requires: as look_back. M counts from 0 up to a constant, holds the scan directly, with as many iterations for each
//   of its own, and a block has t threads for each.
Stmt *team_scan(Candidate *state, Stmt *root, LoopId loop, int64_t lanes, int64_t rounds, int64_t threads,
                LoopId columns);

// The last loop of the divided scan, or NULL.
const Stmt *look_back_loop(const Stmt *root, const DividedScan *divided);

#endif
