// What kernels compiled with -fsanitize=bounds,alignment call: only in the library of `curestruct simt`, since other
// programs may have the sanitizer's own.
#ifdef CURESTRUCT_SIMT_UNDEFINED

#include <stdint.h>
#include <stdio.h>

#include "report.h"

namespace
{

struct SourceLocation {
    const char *file;
    uint32_t line, column;
};

struct TypeDescriptor {
    uint16_t kind, info;
    char name[1];
};

struct OutOfBounds {
    SourceLocation location;
    const TypeDescriptor *array, *index;
};

struct TypeMismatch {
    SourceLocation location;
    const TypeDescriptor *type;
    unsigned char log_alignment, kind;
};

} // namespace

[[noreturn]] static void report_at(const SourceLocation &location, const char *operation, const char *what)
{
    simt::Site site = {operation, location.file, location.line, location.column};
    const simt::Block *block = simt::current_block();
    if (block)
        simt::report_thread(*block, site, what);
    simt::report_host("%s", what);
}

extern "C" [[noreturn]] void simt_out_of_bounds(const OutOfBounds *data,
                                                uintptr_t index) __asm__("__ubsan_handle_out_of_bounds_abort");
extern "C" [[noreturn]] void simt_type_mismatch(const TypeMismatch *data,
                                                uintptr_t address) __asm__("__ubsan_handle_type_mismatch_v1_abort");

extern "C" [[noreturn]] void simt_out_of_bounds(const OutOfBounds *data, uintptr_t index)
{
    char what[300];
    snprintf(what, sizeof what, "out of bounds: index %lld of an array of type %s", (long long)(intptr_t)index,
             data->array->name);
    report_at(data->location, "an index", what);
}

extern "C" [[noreturn]] void simt_type_mismatch(const TypeMismatch *data, uintptr_t address)
{
    char what[300];
    snprintf(what, sizeof what, "misaligned access: %p is not a multiple of %u, as an address of %s has to be",
             (void *)address, 1u << data->log_alignment, data->type->name);
    report_at(data->location, "an access", what);
}

#endif
