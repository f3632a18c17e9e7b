// Errors of the program under test: a report of a few lines on stderr, then the process ends with status 3.
#pragma once

#include "block.h"

namespace simt
{

constexpr int report_status = 3;

// Each names kernel and block. The first to report wins; other host threads that come here meanwhile stop.
[[noreturn]] void report_thread(const Block &block, const Site &site, const char *what); // the current thread
[[noreturn]] void report_block(const Block &block, const char *what);                    // and what its threads wait on
[[noreturn]] void report_stuck_block(const Block &block);                                // no thread can run
[[noreturn]] void report_timeout(const Block &block, unsigned seconds); // called on another host thread
[[noreturn]] void report_host(const char *format, ...) __attribute__((format(printf, 1, 2))); // outside of kernels

// For signal handlers: nothing is flushed. `detail` is a second line, or empty.
[[noreturn]] void report_fault(const Block &block, const char *what, const char *detail);

} // namespace simt
