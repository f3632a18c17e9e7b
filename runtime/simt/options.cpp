// Reads the CURESTRUCT_SIMT_* environment variables.
#include "options.h"

#include <atomic>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

namespace simt
{

static unsigned long long_number(const char *name, unsigned long otherwise)
{
    const char *text = getenv(name);
    if (!text || !*text)
        return otherwise;
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    if (*end) {
        fprintf(stderr, "curestruct simt: %s=%s is not a number\n", name, text);
        exit(3);
    }
    return value;
}

static unsigned number(const char *name, unsigned otherwise) { return (unsigned)long_number(name, otherwise); }

static unsigned default_host_threads()
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online > 4 ? 4 : (unsigned)online;
}

static void read_order(Options &result)
{
    const char *text = getenv("CURESTRUCT_SIMT_ORDER");
    if (!text || !*text || !strcmp(text, "forward")) {
        result.order = Order::forward;
    } else if (!strcmp(text, "reverse")) {
        result.order = Order::reverse;
    } else if (!strncmp(text, "random", 6) && (!text[6] || text[6] == ':')) {
        result.order = Order::random;
        result.seed = text[6] ? (unsigned)strtoul(text + 7, nullptr, 10) : 1;
    } else {
        fprintf(stderr, "curestruct simt: CURESTRUCT_SIMT_ORDER=%s is not forward, reverse or random:SEED\n", text);
        exit(3);
    }
}

static Options read_options()
{
    Options result = {};
    result.devices = number("CURESTRUCT_SIMT_DEVICES", 1) ? 1 : 0;
    result.host_threads = number("CURESTRUCT_SIMT_THREADS", default_host_threads());
    if (result.host_threads < 1)
        result.host_threads = 1;
    if (result.host_threads > 64)
        result.host_threads = 64;
    result.timeout_seconds = number("CURESTRUCT_SIMT_TIMEOUT", 60);
    result.stack_kilobytes = number("CURESTRUCT_SIMT_STACK", 128);
    if (result.stack_kilobytes < 32)
        result.stack_kilobytes = 32;
    result.resident = number("CURESTRUCT_SIMT_RESIDENT", 6);
    result.memory = long_number("CURESTRUCT_SIMT_MEMORY", 0);
    result.strict = number("CURESTRUCT_SIMT_STRICT", 0) != 0;
    result.report_leaks = number("CURESTRUCT_SIMT_LEAKS", 0) != 0;
    result.host_pointers = number("CURESTRUCT_SIMT_HOST_POINTERS", 0) != 0;
    result.check = number("CURESTRUCT_SIMT_CHECK", 0) != 0;
    read_order(result);
    return result;
}

const Options &options()
{
    static const Options read = read_options();
    return read;
}

const char *report_file()
{
    static const char *const name = getenv("CURESTRUCT_SIMT_REPORT");
    return name && *name ? name : nullptr;
}

// Whether CURESTRUCT_SIMT_FAIL lists `name:number`.
static bool is_to_fail(const char *name, unsigned number)
{
    static const char *const asked = getenv("CURESTRUCT_SIMT_FAIL");
    const char *text = asked;
    size_t length = strlen(name);
    while (text && *text) {
        if (!strncmp(text, name, length) && text[length] == ':' && strtoul(text + length + 1, nullptr, 10) == number)
            return true;
        text = strchr(text, ',');
        text = text ? text + 1 : nullptr;
    }
    return false;
}

bool failure_due(Failure kind)
{
    static const char *const names[] = {"malloc", "launch", "memcpy", "sync"};
    static std::atomic<unsigned> calls[4];
    unsigned index = (unsigned)kind;
    return is_to_fail(names[index], ++calls[index]);
}

} // namespace simt
