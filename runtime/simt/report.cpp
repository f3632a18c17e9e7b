// Prints an error: kernel, block, and the groups of threads with what each group waits for.
#include "report.h"

#include <atomic>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

namespace simt
{

constexpr unsigned groups_shown = 6;
constexpr unsigned ranges_shown = 4;

// A text that is written in one go, so that reports of several processes do not mix.
class Text
{
  public:
    void add(const char *format, ...) __attribute__((format(printf, 2, 3)))
    {
        va_list arguments;
        va_start(arguments, format);
        add(format, arguments);
        va_end(arguments);
    }
    void add(const char *format, va_list arguments)
    {
        int written = vsnprintf(text_ + length_, sizeof text_ - length_, format, arguments);
        length_ += written < 0 ? 0 : (size_t)written;
        if (length_ >= sizeof text_)
            length_ = sizeof text_ - 1;
    }
    void write_out() const
    {
        ssize_t written = write(STDERR_FILENO, text_, length_);
        (void)written;
    }

  private:
    char text_[4096];
    size_t length_ = 0;
};

static void claim()
{
    static std::atomic<bool> reporting;
    if (reporting.exchange(true))
        for (;;)
            pause();
}

[[noreturn]] static void finish(const Text &text, bool flush)
{
    if (flush)
        fflush(stdout);
    text.write_out();
    _exit(report_status);
}

static void add_head(Text &text, const Block &block, const char *what)
{
    text.add("curestruct simt: error: %s\n  in kernel %s, block (%u,%u,%u) of (%u,%u,%u) threads", what,
             block.grid->kernel_name, block.index.x, block.index.y, block.index.z, block.grid->block.x,
             block.grid->block.y, block.grid->block.z);
}

static void add_current_thread(Text &text, const Block &block)
{
    unsigned current = block.current;
    if (current >= block.thread_count)
        return;
    uint3 index = block.threads[current].index;
    text.add(", thread (%u,%u,%u)", index.x, index.y, index.z);
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_site(Text &text, const Site &site)
{
    text.add("%s at %s:%u", site.operation, file_name(site.file), site.line);
    if (site.column)
        text.add(":%u", site.column);
}

// ---- Groups of threads ----

static bool waits(State state) { return state == State::at_barrier || state == State::at_warp; }

static bool same_group(const Block &block, unsigned a, unsigned b)
{
    if (block.states[a] != block.states[b])
        return false;
    if (!waits(block.states[a]))
        return true;
    const Thread &x = block.threads[a], &y = block.threads[b];
    if (block.states[a] == State::at_warp && (x.mask != y.mask || a / lanes_per_warp != b / lanes_per_warp))
        return false;
    return x.site->line == y.site->line && x.site->column == y.site->column && !strcmp(x.site->file, y.site->file) &&
           !strcmp(x.site->operation, y.site->operation);
}

static bool first_of_group(const Block &block, unsigned thread)
{
    for (unsigned earlier = 0; earlier < thread; earlier++)
        if (same_group(block, earlier, thread))
            return false;
    return true;
}

// The members as ranges of linear numbers: "0-31, 64 and others".
static void add_members(Text &text, const Block &block, unsigned first)
{
    unsigned ranges = 0;
    for (unsigned i = first; i < block.thread_count; i++) {
        if (!same_group(block, first, i))
            continue;
        unsigned end = i + 1;
        while (end < block.thread_count && same_group(block, first, end))
            end++;
        if (ranges++ == ranges_shown) {
            text.add(" and others");
            return;
        }
        text.add(end - i > 1 ? "%s%u-%u" : "%s%u", ranges > 1 ? "," : "", i, end - 1);
        i = end;
    }
}

static void add_group(Text &text, const Block &block, unsigned first)
{
    const Thread &thread = block.threads[first];
    text.add("  threads ");
    add_members(text, block, first);
    switch (block.states[first]) {
    case State::unstarted: text.add(": not started"); break;
    case State::running: text.add(": running"); break;
    case State::exited: text.add(": have left the kernel"); break;
    case State::at_barrier: text.add(": wait at "), add_site(text, *thread.site); break;
    case State::at_warp:
        text.add(": wait at "), add_site(text, *thread.site);
        text.add(" for the lanes of mask 0x%08x", thread.request->mask);
        break;
    }
    text.add("\n");
}

static void add_groups(Text &text, const Block &block)
{
    unsigned groups = 0;
    for (unsigned i = 0; i < block.thread_count; i++) {
        if (!first_of_group(block, i))
            continue;
        if (groups++ == groups_shown) {
            text.add("  ...\n");
            return;
        }
        add_group(text, block, i);
    }
}

// ---- The reports ----

void report_thread(const Block &block, const Site &site, const char *what)
{
    claim();
    Text text;
    add_head(text, block, what);
    add_current_thread(text, block);
    text.add("\n  in ");
    add_site(text, site);
    text.add("\n");
    finish(text, true);
}

void report_block(const Block &block, const char *what)
{
    claim();
    Text text;
    add_head(text, block, what);
    text.add("\n");
    add_groups(text, block);
    finish(text, true);
}

// Two lanes of a warp that wait with masks that overlap and differ.
static bool masks_differ(const Block &block)
{
    for (unsigned i = 0; i < block.thread_count; i++)
        for (unsigned j = i + 1; j < block.thread_count && j / lanes_per_warp == i / lanes_per_warp; j++)
            if (block.states[i] == State::at_warp && block.states[j] == State::at_warp &&
                block.threads[i].mask != block.threads[j].mask &&
                (block.threads[i].mask >> j % lanes_per_warp & 1 || block.threads[j].mask >> i % lanes_per_warp & 1))
                return true;
    return false;
}

void report_stuck_block(const Block &block)
{
    if (masks_differ(block))
        report_block(block, "warp mismatch: lanes wait for each other with different masks");
    if (block.waiting_at_barrier)
        report_block(block, "deadlock: some threads wait at a barrier of the block, others for lanes of their warp");
    report_block(block, "deadlock: lanes wait for others that never arrive");
}

void report_timeout(const Block &block, unsigned seconds)
{
    claim();
    Text text;
    char what[100];
    snprintf(what, sizeof what, "timeout: a block has run for %u seconds (CURESTRUCT_SIMT_TIMEOUT)", seconds);
    add_head(text, block, what);
    add_current_thread(text, block);
    text.add("\n");
    add_groups(text, block);
    finish(text, false);
}

void report_fault(const Block &block, const char *what, const char *detail)
{
    claim();
    Text text;
    add_head(text, block, what);
    add_current_thread(text, block);
    text.add("\n");
    if (*detail)
        text.add("  %s\n", detail);
    finish(text, false);
}

void report_host(const char *format, ...)
{
    claim();
    Text text;
    text.add("curestruct simt: error: ");
    va_list arguments;
    va_start(arguments, format);
    text.add(format, arguments);
    va_end(arguments);
    text.add("\n");
    finish(text, true);
}

void trap_thread(const Site &site) { report_thread(*current_block(), site, "trap"); }

} // namespace simt
