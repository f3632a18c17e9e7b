// The rules of check.h: which accesses are errors, and what has failed without anybody asking.
#include "check.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "report.h"
#include "shared.h"

namespace simt
{

// ---- Where an address is ----

const Variable *check_variable(uintptr_t address)
{
    for (const auto &entry : device_variables()) {
        const Variable &variable = entry.second;
        if (address - (uintptr_t)variable.address < variable.size)
            return &variable;
    }
    return nullptr;
}

// Segments of the module that the kernel is in.
struct Image {
    uintptr_t instruction;
    uintptr_t begin, end;
};

static int match_image(dl_phdr_info *info, size_t, void *data)
{
    Image &image = *(Image *)data;
    uintptr_t begin = UINTPTR_MAX, end = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) &segment = info->dlpi_phdr[i];
        if (segment.p_type != PT_LOAD)
            continue;
        begin = segment.p_vaddr < begin ? segment.p_vaddr : begin;
        end = segment.p_vaddr + segment.p_memsz > end ? segment.p_vaddr + segment.p_memsz : end;
    }
    if (image.instruction - info->dlpi_addr - begin >= end - begin)
        return 0;
    image.begin = info->dlpi_addr + begin;
    image.end = info->dlpi_addr + end;
    return 1;
}

// Constants, literals and tables of the kernel's own module.
static bool in_device_module(uintptr_t address, const void *instruction)
{
    static Image image;
    if (!image.end) {
        image.instruction = (uintptr_t)instruction;
        dl_iterate_phdr(match_image, &image);
    }
    return address - image.begin < image.end - image.begin;
}

static void describe_shared(const SharedArray &array, const char *address, char *text, size_t size)
{
    size_t offset = (size_t)(address - array.begin), most = current_block()->grid->dynamic_shared;
    if (array.name)
        snprintf(text, size, "byte %zu of the shared array %s, which has %zu", offset, array.name, array.size);
    else
        snprintf(text, size, "byte %zu of the dynamic shared memory, of which the launch asked for %zu", offset, most);
}

void check_describe(const void *address, char *text, size_t size)
{
    SharedArray array = shared_array(address);
    const Variable *variable = array.size ? nullptr : check_variable((uintptr_t)address);
    if (array.size && options().check)
        describe_shared(array, (const char *)address, text, size);
    else if (array.size)
        snprintf(text, size, "shared memory");
    else if (variable)
        snprintf(text, size, "byte %zu of the variable %s, which has %zu",
                 (size_t)((const char *)address - (const char *)variable->address), variable->name, variable->size);
    else
        memory_describe(address, text, size);
}

// ---- Accesses ----

static const char *access_word(Access access) { return access.store ? "write" : "read"; }

[[noreturn]] static void report_access(const char *what, const void *address, size_t size, Access access,
                                       const void *instruction)
{
    char place[200], detail[300];
    check_describe(address, place, sizeof place);
    snprintf(detail, sizeof detail, "%s of %zu bytes: %s", access_word(access), size, place);
    report_fault(*current_block(), what, detail, instruction);
}

void check_access(const void *address, size_t size, Access access, bool in_array, const void *instruction)
{
    if (in_array)
        report_access("out of bounds", address, size, access, instruction);
    bool known = in_device_module((uintptr_t)address, instruction) || memory_reserved(address) ||
                 current_block()->stacks.contains(address);
    if (known)
        return;
    char detail[200];
    snprintf(detail, sizeof detail, "%s of %zu bytes at %p, which is no memory of the device%s", access_word(access),
             size, address, address ? "" : ": a null pointer");
    report_fault(*current_block(), "a kernel accesses memory of the host, or through a wrong pointer", detail,
                 instruction);
}

void check_unwritten(const void *address, size_t size, const void *instruction)
{
    bool shared = shared_contains(address);
    report_access(shared ? "uninitialized: the block has not written yet what is read here; is a barrier missing?"
                         : "uninitialized: nobody has written what is read here",
                  address, size, {true, false}, instruction);
}

// ---- Failures ----

struct FailedLaunch {
    bool open = false;
    char what[300];
    CallSite site;
};

static FailedLaunch failed;
static CallSite launch_site;

void check_launch_site(const CallSite &site) { launch_site = site; }

void check_failed_launch(const char *kernel_name, const char *why)
{
    if (!options().check)
        return;
    check_finish();
    failed.open = true;
    failed.site = launch_site;
    snprintf(failed.what, sizeof failed.what,
             "the launch of %s fails, and nobody asks for the error with cudaGetLastError: %s", kernel_name, why);
}

void check_failed_call(const char *why)
{
    if (options().check)
        report_later(nullptr, "a call of the CUDA API fails: %s", why);
}

void check_asked_for_error() { failed.open = false; }

void check_finish()
{
    if (failed.open)
        report_later(&failed.site, "%s", failed.what);
    failed.open = false;
}

} // namespace simt
