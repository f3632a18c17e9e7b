// Neighbouring elements move in accesses of up to 16 bytes, as on a GPU: a misaligned access faults, and --profile
// counts one request. The elements' addresses have to be multiples of an access.
#pragma once

#include "simt/qualifiers.h"

namespace simt
{

template <typename T> struct element {
    typedef T type;
};

template <> struct element<bool> { // it has no vectors
    typedef unsigned char type;
};

template <typename T, int count> struct lanes {
    static constexpr int width = count * sizeof(T) < 16 ? count : (int)(16 / sizeof(T));
    typedef typename element<T>::type access __attribute__((vector_size(width * sizeof(T)), may_alias));
};

// volatile: the compiler does not split an access.
template <int count, typename T> __forceinline__ void load_lanes(T *to, const T *from)
{
    using type = lanes<T, count>;
    for (int first = 0; first < count; first += type::width) {
        const typename type::access group = *(const volatile typename type::access *)(from + first);
        for (int i = 0; i < type::width; i++)
            to[first + i] = group[i];
    }
}

template <int count, typename T> __forceinline__ void store_lanes(T *to, const T *from)
{
    using type = lanes<T, count>;
    for (int first = 0; first < count; first += type::width) {
        typename type::access group;
        for (int i = 0; i < type::width; i++)
            group[i] = from[first + i];
        *(volatile typename type::access *)(to + first) = group;
    }
}

} // namespace simt
