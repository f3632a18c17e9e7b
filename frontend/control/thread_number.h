// Whether threads of OpenMP ask for their numbers.
#ifndef CURESTRUCT_FRONTEND_CONTROL_THREAD_NUMBER_H
#define CURESTRUCT_FRONTEND_CONTROL_THREAD_NUMBER_H

#include "frontend/clang/state.h"

// Whether the statement, or a function of the file that it calls, asks for the number of a thread or a team. Such a
// number usually chooses elements of the thread's own, so that iterations on one thread share elements legally.
bool asks_thread_number(const Reader *reader, int site);

#endif
