// Prints an error: kernel, block, and the groups of threads with what each group waits for.
#include "report.h"

#include <atomic>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
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
        const char *name = report_file();
        int file = name ? open(name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : STDERR_FILENO;
        ssize_t written = write(file, text_, length_);
        (void)written;
        if (name)
            close(file);
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

// ---- Places ----

void place_text(const void *instruction, char *text, size_t size)
{
    Dl_info info = {};
    if (!instruction || !dladdr(instruction, &info) || !info.dli_fname) {
        snprintf(text, size, "{}");
        return;
    }
    // A return address: the call, and so the line, is what ends before it.
    snprintf(text, size, "{%s+%lx}", info.dli_fname,
             (unsigned long)((uintptr_t)instruction - (uintptr_t)info.dli_fbase - 1));
}

CallSite host_call_site()
{
    CallSite site = {};
    void *frames[CallSite::depth + 2];
    int count = backtrace(frames, CallSite::depth + 2);
    for (int i = 2; i < count; i++)
        site.frames[i - 2] = frames[i];
    return site;
}

static void add_call_site(Text &text, const CallSite &site)
{
    text.add("{");
    for (unsigned i = 0; i < CallSite::depth && site.frames[i]; i++) {
        char place[400];
        place_text(site.frames[i], place, sizeof place);
        place[strlen(place) - 1] = '\0';
        text.add("%s%s", i ? " " : "", place + 1);
    }
    text.add("}");
}

// The beginning of the first line, before the place if there is one.
static void begin(Text &text, const Site *site, const void *instruction)
{
    char place[400];
    if (!report_file()) {
        text.add("curestruct simt: error: ");
    } else if (site) {
        text.add("%s:%u: error: ", site->file, site->line);
    } else {
        place_text(instruction, place, sizeof place);
        text.add("%s: error: ", place);
    }
}

static void add_head(Text &text, const Block &block, const char *what, const Site *site, const void *instruction)
{
    begin(text, site, instruction);
    text.add("%s\n  in kernel %s, block (%u,%u,%u) of (%u,%u,%u) threads", what, block.grid->kernel_name, block.index.x,
             block.index.y, block.index.z, block.grid->block.x, block.grid->block.y, block.grid->block.z);
}

static void add_current_thread(Text &text, const Block &block)
{
    unsigned current = block.current;
    if (current >= block.thread_count)
        return;
    uint3 index = block.indices[current];
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
    if (block_state(block, a) != block_state(block, b))
        return false;
    if (!waits(block_state(block, a)))
        return true;
    if (block_state(block, a) == State::at_warp &&
        (block.threads[a].mask != block.threads[b].mask || a / lanes_per_warp != b / lanes_per_warp))
        return false;
    const Site &x = block_site(block, a), &y = block_site(block, b);
    return x.line == y.line && x.column == y.column && !strcmp(x.file, y.file) && !strcmp(x.operation, y.operation);
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
    switch (block_state(block, first)) {
    case State::unstarted: text.add(": not started"); break;
    case State::running: text.add(": running"); break;
    case State::exited: text.add(": have left the kernel"); break;
    case State::at_barrier: text.add(": wait at "), add_site(text, block_site(block, first)); break;
    case State::at_warp:
        text.add(": wait at "), add_site(text, block_site(block, first));
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
    add_head(text, block, what, &site, nullptr);
    add_current_thread(text, block);
    text.add("\n  in ");
    add_site(text, site);
    text.add("\n");
    finish(text, true);
}

// Where a thread waits: the current one, or the first that does.
static const Site *waiting_site(const Block &block)
{
    if (block.current < block.thread_count && waits(block_state(block, block.current)))
        return &block_site(block, block.current);
    for (unsigned i = 0; i < block.thread_count; i++)
        if (waits(block_state(block, i)))
            return &block_site(block, i);
    return nullptr;
}

void report_block(const Block &block, const char *what)
{
    claim();
    Text text;
    add_head(text, block, what, waiting_site(block), nullptr);
    text.add("\n");
    add_groups(text, block);
    finish(text, true);
}

// Two lanes of a warp that wait with masks that overlap and differ.
static bool masks_differ(const Block &block)
{
    for (unsigned i = 0; i < block.thread_count; i++)
        for (unsigned j = i + 1; j < block.thread_count && j / lanes_per_warp == i / lanes_per_warp; j++)
            if (block_state(block, i) == State::at_warp && block_state(block, j) == State::at_warp &&
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
    add_head(text, block, what, waiting_site(block), nullptr);
    add_current_thread(text, block);
    text.add("\n");
    add_groups(text, block);
    finish(text, false);
}

void report_fault(const Block &block, const char *what, const char *detail, const void *instruction)
{
    claim();
    Text text;
    add_head(text, block, what, nullptr, instruction);
    add_current_thread(text, block);
    text.add("\n");
    if (*detail)
        text.add("  %s\n", detail);
    finish(text, false);
}

static void begin_host(Text &text, const CallSite &site)
{
    if (!report_file()) {
        text.add("curestruct simt: error: ");
        return;
    }
    add_call_site(text, site);
    text.add(": error: ");
}

void report_host(const char *format, ...)
{
    claim();
    Text text;
    begin_host(text, report_file() ? host_call_site() : CallSite());
    va_list arguments;
    va_start(arguments, format);
    text.add(format, arguments);
    va_end(arguments);
    text.add("\n");
    finish(text, true);
}

void report_host_at(const CallSite &site, const char *what)
{
    claim();
    Text text;
    begin_host(text, site);
    text.add("%s\n", what);
    finish(text, true);
}

static bool any_later;

void report_later(const CallSite *site, const char *format, ...)
{
    any_later = true;
    Text text;
    begin_host(text, site ? *site : host_call_site());
    va_list arguments;
    va_start(arguments, format);
    text.add(format, arguments);
    va_end(arguments);
    text.add("\n");
    text.write_out();
}

bool reported_later() { return any_later; }

void trap_thread(const Site &site) { report_thread(*current_block(), site, "trap"); }

} // namespace simt
