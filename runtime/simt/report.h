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

// For signal handlers: nothing is flushed. `detail` is a second line, or empty. `instruction`: a return address, or
// NULL.
[[noreturn]] void report_fault(const Block &block, const char *what, const char *detail,
                               const void *instruction = nullptr);

// Where the host's code calls the runtime: return addresses, innermost first; the rest is NULL.
struct CallSite {
    static constexpr unsigned depth = 10;
    void *frames[depth];
};
[[gnu::noinline]] CallSite host_call_site(); // its own frame and its caller's are left out
[[noreturn]] void report_host_at(const CallSite &site, const char *what);

// An error after which the program goes on; it ends with status 3. `site`: NULL for the current one.
void report_later(const CallSite *site, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool reported_later();

// With CURESTRUCT_SIMT_REPORT a report begins with a place, which is FILE:LINE, or names return addresses that
// `curestruct simt` looks up: {MODULE+OFFSET MODULE+OFFSET ...}. The first one in the program's text is the place.
void place_text(const void *instruction, char *text, size_t size);

} // namespace simt
