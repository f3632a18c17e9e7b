// Typed kernel launches: the arguments are converted to the kernel's parameter types and copied by value.
#pragma once

namespace simt
{

// A kernel with its arguments, as the runtime needs them: KernelCall without the types.
template <class... Parameters> class BoundKernel
{
  public:
    using Kernel = void (*)(Parameters...);
    using Arguments = std::tuple<std::remove_cv_t<Parameters>...>;

    BoundKernel(Kernel kernel, Arguments arguments) : kernel_(kernel), arguments_(std::move(arguments)) {}

    // The arguments convert as in a call of the kernel.
    static BoundKernel bind(Kernel kernel, Parameters... arguments) { return {kernel, Arguments(arguments...)}; }

    cudaError_t launch(const cudaLaunchConfig_t &configuration) const
    {
        if (!simt::is_captured(configuration.stream))
            return launch(configuration, std::index_sequence_for<Parameters...>());
        cudaLaunchAttribute attribute = configuration.numAttrs ? configuration.attrs[0] : cudaLaunchAttribute{};
        return simt::capture([kept = *this, later = configuration, attribute]() mutable {
            later.stream = nullptr;
            later.attrs = &attribute;
            return kept.launch(later, std::index_sequence_for<Parameters...>());
        });
    }

  private:
    template <size_t... I> cudaError_t launch(const cudaLaunchConfig_t &configuration, std::index_sequence<I...>) const
    {
        const void *pointers[sizeof...(I) + 1] = {object_pointer(std::get<I>(arguments_))..., nullptr};
        KernelCall call = {(const void *)kernel_, invoke, this, pointers, (unsigned)sizeof...(I), pack, nullptr};
        return simt::launch(configuration, call);
    }

    static void invoke(const KernelCall &call)
    {
        const BoundKernel *bound = (const BoundKernel *)call.arguments;
        std::apply(bound->kernel_, bound->arguments_);
    }

    template <class T> static size_t pack_one(const T &argument, unsigned char *to, size_t offset)
    {
        offset = (offset + alignof(T) - 1) / alignof(T) * alignof(T);
        if (to)
            __builtin_memcpy(to + offset, &argument, sizeof argument);
        return offset + sizeof argument;
    }

    static size_t pack(const KernelCall &call, unsigned char *to)
    {
        size_t offset = 0;
        auto each = [&](const auto &...argument) { ((offset = pack_one(argument, to, offset)), ...); };
        std::apply(each, ((const BoundKernel *)call.arguments)->arguments_);
        return offset;
    }

    template <class T> static const void *object_pointer(const T &argument)
    {
        if constexpr (std::is_pointer<T>::value && !std::is_function<std::remove_pointer_t<T>>::value)
            return (const void *)argument;
        else
            return (void)argument, nullptr;
    }

    Kernel kernel_;
    Arguments arguments_;
};

template <class... Parameters, size_t... I>
BoundKernel<Parameters...> bind_addresses(void (*kernel)(Parameters...), void **addresses, std::index_sequence<I...>)
{
    return {kernel, {*(const std::remove_cv_t<Parameters> *)addresses[I]...}};
}

} // namespace simt

template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *configuration, void (*kernel)(Parameters...),
                               Arguments &&...arguments)
{
    static_assert(sizeof...(Parameters) == sizeof...(Arguments), "a kernel takes exactly its parameters");
    auto bound = simt::BoundKernel<Parameters...>::bind(kernel, std::forward<Arguments>(arguments)...);
    return bound.launch(*configuration);
}

// The kernel must be given with its type: the parameters of a `const void *` are not known here.
template <class... Parameters>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void **addresses,
                                        size_t dynamic_shared = 0, cudaStream_t stream = 0)
{
    cudaLaunchAttribute together = {};
    together.id = cudaLaunchAttributeCooperative;
    together.val.cooperative = 1;
    cudaLaunchConfig_t configuration = {grid, block, dynamic_shared, stream, &together, 1};
    return simt::bind_addresses(kernel, addresses, std::index_sequence_for<Parameters...>()).launch(configuration);
}

template <class... Parameters>
cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void **addresses,
                             size_t dynamic_shared = 0, cudaStream_t stream = 0)
{
    cudaLaunchConfig_t configuration = {grid, block, dynamic_shared, stream, nullptr, 0};
    return simt::bind_addresses(kernel, addresses, std::index_sequence_for<Parameters...>()).launch(configuration);
}
