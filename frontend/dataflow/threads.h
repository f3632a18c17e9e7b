// What belongs to each thread of OpenMP.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_THREADS_H
#define CURESTRUCT_FRONTEND_DATAFLOW_THREADS_H

#include "frontend/clang/state.h"

// Whether the statement, or a function of the file that it calls, asks for the number of a thread or a team. Such a
// number usually chooses elements of the thread's own, so that iterations on one thread share elements legally.
bool asks_thread_number(const Reader *reader, int site);

// Whether the loop uses an array or a pointer that each thread of the block around it has: one that is declared there,
// or that the block's directive lists as private.
bool has_own_memory(Reader *reader, const FromSite *team, int loop);

#endif
