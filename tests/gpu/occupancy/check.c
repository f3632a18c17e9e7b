// Catches a prediction of active blocks that is not the driver's: every kernel of the *.cubin files here, with many
// numbers of threads and of bytes of dynamic shared memory, on the GPU of this machine; and limits of the device table
// that are not its own.
#include "analysis/model/occupancy.h"
#include "codegen/report/device_print.h"

#include <cuda.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

static int compared, failures, kernels;

static void need(CUresult result, const char *what)
{
    const char *name = "?";
    if (!result)
        return;
    cuGetErrorName(result, &name);
    printf("%s: %s\n", what, name);
    exit(1);
}

static int attribute(CUfunction function, CUfunction_attribute which)
{
    int value;
    need(cuFuncGetAttribute(&value, which, function), "attribute of a kernel");
    return value;
}

static void compare(const Device *device, CUfunction function, KernelResources resources)
{
    int theirs;
    bool fits = resources.shared_static + resources.shared_dynamic <= device->shared_per_block_optin;
    if (!fits ||
        cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)resources.shared_dynamic))
        return;
    need(cuOccupancyMaxActiveBlocksPerMultiprocessor(&theirs, function, resources.threads,
                                                     (size_t)resources.shared_dynamic),
         "occupancy");
    Occupancy ours = occupancy_of(device, &resources);
    compared++;
    if (ours.active_blocks == theirs)
        return;
    const char *name = "?";
    cuFuncGetName(&name, function);
    if (failures++ < 20)
        printf("%s: %d threads, %d registers, %lld + %lld bytes: %d blocks, the driver says %d\n", name,
               resources.threads, resources.registers, (long long)resources.shared_static,
               (long long)resources.shared_dynamic, ours.active_blocks, theirs);
}

static void compare_kernel(const Device *device, CUfunction function)
{
    static const int dynamic[] = {0, 1, 1000, 4096, 10000, 16384, 32768, 49152, 65536, 100000, 166912, 200000, 232448};
    need(cuFuncLoad(function), "loading a kernel");
    KernelResources resources = {.registers = attribute(function, CU_FUNC_ATTRIBUTE_NUM_REGS),
                                 .shared_static = attribute(function, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)};
    int most = attribute(function, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    kernels++;
    for (resources.threads = 16; resources.threads <= most; resources.threads += 16)
        for (size_t i = 0; i < sizeof dynamic / sizeof *dynamic; i++) {
            resources.shared_dynamic = dynamic[i];
            compare(device, function, resources);
        }
}

static void compare_file(const Device *device, const char *path)
{
    CUmodule module;
    unsigned count;
    need(cuModuleLoad(&module, path), path);
    need(cuModuleGetFunctionCount(&count, module), path);
    CUfunction *functions = calloc(count + 1, sizeof *functions);
    need(cuModuleEnumerateFunctions(functions, count, module), path);
    for (unsigned i = 0; i < count; i++)
        compare_kernel(device, functions[i]);
    free(functions);
}

// A board of the table with the same title has the same limits.
static void compare_table(const Device *native)
{
    for (int i = 0; i < device_count(); i++) {
        const Device *device = device_at(i);
        if (device->compute_major != native->compute_major || device->compute_minor != native->compute_minor ||
            device->sms != native->sms)
            continue;
        bool equal = device->max_threads_per_sm == native->max_threads_per_sm &&
                     device->max_blocks_per_sm == native->max_blocks_per_sm &&
                     device->registers_per_sm == native->registers_per_sm &&
                     device->registers_per_block == native->registers_per_block &&
                     device->shared_per_sm == native->shared_per_sm &&
                     device->shared_per_block == native->shared_per_block &&
                     device->shared_per_block_optin == native->shared_per_block_optin &&
                     device->shared_reserved == native->shared_reserved &&
                     device->max_threads_per_block == native->max_threads_per_block;
        failures += !equal;
        printf("%s: %s limits as %s\n", device->name, equal ? "the same" : "other", native->title);
    }
}

int main(void)
{
    const char *why = NULL;
    glob_t files;
    CUdevice gpu;
    CUcontext context;
    Arena *arena = arena_new();
    const Device *native = device_native(arena, &why);
    if (!native) {
        printf("%s\n", why);
        return 77;
    }
    need(cuInit(0), "driver");
    need(cuDeviceGet(&gpu, 0), "device");
    need(cuDevicePrimaryCtxRetain(&context, gpu), "context");
    need(cuCtxSetCurrent(context), "context");
    Text text = {.arena = arena};
    device_print(&text, &native, 1, false);
    fputs(text_string(&text), stdout);
    compare_table(native);
    if (glob("*.cubin", 0, NULL, &files) == 0)
        for (size_t i = 0; i < files.gl_pathc; i++)
            compare_file(native, files.gl_pathv[i]);
    printf("occupancy: %d kernels, %d combinations, %d differ, %s\n", kernels, compared, failures,
           failures || kernels < 20 ? "FAIL" : "PASS");
    arena_release(arena);
    return failures || kernels < 20;
}
