// Launches in clang's CUDA mode: k<<<grid, block, shared, stream>>>(arguments) calls these.
#pragma once

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t dynamic_shared = 0, cudaStream_t stream = 0);
extern "C" cudaError_t cudaSetupArgument(const void *argument, size_t size, size_t offset);
extern "C" cudaError_t cudaLaunch(const void *kernel);

// The arguments are converted to the types of the kernel's parameters, as in a call.
template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *configuration,
                               void(__attribute__((ms_abi)) * kernel)(Parameters...), Arguments &&...arguments)
{
    static_assert(sizeof...(Parameters) == sizeof...(Arguments), "a kernel takes exactly its parameters");
    if (configuration->numAttrs)
        return cudaErrorNotSupported;
    std::tuple<std::remove_cv_t<Parameters>...> converted(std::forward<Arguments>(arguments)...);
    cudaError_t error = cudaConfigureCall(configuration->gridDim, configuration->blockDim,
                                          configuration->dynamicSmemBytes, configuration->stream);
    std::apply([](const auto &...each) { (cudaSetupArgument(&each, sizeof each, 0), ...); }, converted);
    return error == cudaSuccess ? cudaLaunch((const void *)kernel) : error;
}

template <class... Parameters>
cudaError_t cudaLaunchKernel(void(__attribute__((ms_abi)) * kernel)(Parameters...), dim3 grid, dim3 block,
                             void **addresses, size_t dynamic_shared = 0, cudaStream_t stream = 0)
{
    cudaError_t error = cudaConfigureCall(grid, block, dynamic_shared, stream);
    constexpr size_t sizes[] = {sizeof(Parameters)..., 0};
    for (size_t i = 0; i < sizeof...(Parameters); i++)
        cudaSetupArgument(addresses[i], sizes[i], 0);
    return error == cudaSuccess ? cudaLaunch((const void *)kernel) : error;
}
