// What programs call that clang has compiled in its CUDA mode: launches with <<<>>>, and the registration of kernels
// and of __device__ variables, of which the host's code has a stub or a shadow and the device's code the real one.
//
// The device's code is a module of its own. Its kernels have Microsoft's calling convention: every argument has eight
// bytes, in order; one of 1, 2, 4 or 8 bytes is there by value, any other by address. The first four are in general or
// in vector registers, and a call without a prototype loads both. So the sizes of the arguments suffice for a call.
#include <dlfcn.h>
#include <map>
#include <string.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api_state.h"
#include "check.h"
#include "cuda_abi.h"
#include "report.h"

namespace simt
{

constexpr size_t most_argument_bytes = 4096, most_arguments = 64;

struct Argument {
    size_t size, offset;
};

// A launch between <<<>>> and its call.
struct PendingLaunch {
    cudaLaunchConfig_t configuration;
    CallSite site;
    std::vector<Argument> arguments;
    uint64_t words[most_arguments] = {0}; // what is passed, but for the addresses
    bool any_address = false;
    size_t used = 0;
    alignas(16) char bytes[most_argument_bytes];
};

struct Program {
    std::map<const void *, std::string> kernels; // by stub
    std::map<const void *, Variable> variables;  // by shadow
    std::vector<std::unique_ptr<PendingLaunch>> pending;
};

static Program &program()
{
    static Program *const all = new Program();
    return *all;
}

const std::map<const void *, Variable> &device_variables() { return program().variables; }

void *device_variable(const void *shadow)
{
    auto found = program().variables.find(shadow);
    return found == program().variables.end() ? (void *)shadow : found->second.address;
}

const void *device_kernel(const void *stub)
{
    auto found = program().kernels.find(stub);
    return found == program().kernels.end() ? stub : dlsym(RTLD_DEFAULT, found->second.c_str());
}

// ---- The call of a kernel by one thread

template <size_t... I> static void call_with(const void *kernel, const uint64_t *words, std::index_sequence<I...>)
{
#if defined(__x86_64__)
    double first[4];
    memcpy(first, words, sizeof first);
    ((DeviceKernel)kernel)(first[0], first[1], first[2], first[3], words[4 + I]...);
#else
    (void)kernel, (void)words, (void)sizeof...(I);
#endif
}

static bool is_by_value(size_t size) { return size == 1 || size == 2 || size == 4 || size == 8; }

// Of so many arguments, none of them by address.
template <size_t count> static void call_with_words(const KernelCall &call)
{
    const PendingLaunch &launch = *(const PendingLaunch *)call.arguments;
    call_with(call.kernel, launch.words, std::make_index_sequence<count - 4>());
}

// The current thread gets its own copy of what is passed by address.
static void call_with_copies(const KernelCall &call)
{
    const PendingLaunch &launch = *(const PendingLaunch *)call.arguments;
    uint64_t words[most_arguments];
    alignas(16) char copies[most_argument_bytes];
    memcpy(words, launch.words, sizeof words);
    for (size_t i = 0; i < launch.arguments.size(); i++) {
        const Argument &argument = launch.arguments[i];
        if (is_by_value(argument.size))
            continue;
        memcpy(copies + argument.offset, launch.bytes + argument.offset, argument.size);
        words[i] = (uint64_t)(copies + argument.offset);
    }
    call_with(call.kernel, words, std::make_index_sequence<most_arguments - 4>());
}

static auto invocation(const PendingLaunch &launch)
{
    size_t count = launch.arguments.size();
    return launch.any_address ? call_with_copies : count <= 12 ? call_with_words<12> : call_with_words<most_arguments>;
}

// Those of four arguments at most, none of them by address; NULL: it has others.
static const uint64_t *few_words(const PendingLaunch &launch)
{
    return launch.any_address || launch.arguments.size() > 4 ? nullptr : launch.words;
}

} // namespace simt

using simt::PendingLaunch;
using simt::program;

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t dynamic_shared, cudaStream_t stream)
{
    auto launch = std::make_unique<PendingLaunch>();
    launch->configuration = {grid, block, dynamic_shared, stream, nullptr, 0};
    if (simt::options().check)
        launch->site = simt::host_call_site();
    program().pending.push_back(std::move(launch));
    return cudaSuccess;
}

extern "C" cudaError_t cudaSetupArgument(const void *argument, size_t size, size_t)
{
    PendingLaunch &launch = *program().pending.back();
    size_t offset = (launch.used + 15) / 16 * 16;
    if (offset + size > simt::most_argument_bytes || launch.arguments.size() == simt::most_arguments)
        simt::report_host("the arguments of a kernel have more than %zu bytes, or are more than %zu",
                          simt::most_argument_bytes, simt::most_arguments);
    memcpy(launch.bytes + offset, argument, size);
    if (simt::is_by_value(size))
        memcpy(&launch.words[launch.arguments.size()], argument, size);
    else
        launch.any_address = true;
    launch.arguments.push_back({size, offset});
    launch.used = offset + size;
    return cudaSuccess;
}

extern "C" cudaError_t cudaLaunch(const void *stub)
{
    auto pending = std::move(program().pending.back());
    program().pending.pop_back();
    simt::KernelCall call = {simt::device_kernel(stub), simt::invocation(*pending), pending.get(), nullptr, 0, nullptr,
                             simt::few_words(*pending)};
    simt::check_launch_site(pending->site);
    return simt::launch(pending->configuration, call);
}

extern "C" void **__cudaRegisterFatBinary(void *) { return nullptr; }
extern "C" void __cudaUnregisterFatBinary(void **) {}

extern "C" int __cudaRegisterFunction(void **, const void *stub, const char *, const char *name, int, void *, void *,
                                      void *, void *, void *)
{
    program().kernels[stub] = name;
    return 0;
}

extern "C" void __cudaRegisterVar(void **, const void *shadow, const char *, const char *name, int, int size, int, int)
{
    program().variables[shadow] = {name, dlsym(RTLD_DEFAULT, name), (size_t)size};
}
