// ---- what the preprocessor chose

// Compares the expansions of macros, ignoring blanks.
static constexpr bool crs_same_text(const char *a, const char *b)
{
    return *a == ' '   ? crs_same_text(a + 1, b)
           : *b == ' ' ? crs_same_text(a, b + 1)
                       : *a == *b && (!*a || crs_same_text(a + 1, b + 1));
}

// ---- arithmetic: minimum, maximum, and division that rounds down or up (by a positive divisor)

static __host__ __device__ inline int crs_min_int(int a, int b) { return a < b ? a : b; }

static __host__ __device__ inline int crs_max_int(int a, int b) { return a > b ? a : b; }

static __host__ __device__ inline unsigned int crs_min_uint(unsigned int a, unsigned int b) { return a < b ? a : b; }

static __host__ __device__ inline unsigned int crs_max_uint(unsigned int a, unsigned int b) { return a > b ? a : b; }

static __host__ __device__ inline long crs_min_long(long a, long b) { return a < b ? a : b; }

static __host__ __device__ inline long crs_max_long(long a, long b) { return a > b ? a : b; }

static __host__ __device__ inline unsigned long crs_min_ulong(unsigned long a, unsigned long b)
{
    return a < b ? a : b;
}

static __host__ __device__ inline unsigned long crs_max_ulong(unsigned long a, unsigned long b)
{
    return a > b ? a : b;
}

static __host__ __device__ inline float crs_min_float(float a, float b) { return a < b ? a : b; }

static __host__ __device__ inline float crs_max_float(float a, float b) { return a > b ? a : b; }

static __host__ __device__ inline double crs_min_double(double a, double b) { return a < b ? a : b; }

static __host__ __device__ inline double crs_max_double(double a, double b) { return a > b ? a : b; }

static __host__ __device__ inline int crs_ceil_div_int(int a, int b) { return a / b + (a % b > 0); }

static __host__ __device__ inline unsigned int crs_ceil_div_uint(unsigned int a, unsigned int b)
{
    return a / b + (a % b > 0);
}

static __host__ __device__ inline long crs_ceil_div_long(long a, long b) { return a / b + (a % b > 0); }

static __host__ __device__ inline unsigned long crs_ceil_div_ulong(unsigned long a, unsigned long b)
{
    return a / b + (a % b > 0);
}

static __host__ __device__ inline int crs_floor_div_int(int a, int b) { return a / b - (a % b < 0); }

static __host__ __device__ inline int crs_floor_mod_int(int a, int b) { return a % b + (a % b < 0 ? b : 0); }

static __host__ __device__ inline long crs_floor_div_long(long a, long b) { return a / b - (a % b < 0); }

static __host__ __device__ inline long crs_floor_mod_long(long a, long b) { return a % b + (a % b < 0 ? b : 0); }

// ---- the bits of numbers

static __host__ __device__ inline unsigned int crs_float_as_uint(float value)
{
    unsigned int bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static __host__ __device__ inline float crs_uint_as_float(unsigned int bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static __host__ __device__ inline unsigned long long crs_double_as_ulong(double value)
{
    unsigned long long bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static __host__ __device__ inline double crs_ulong_as_double(unsigned long long bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// ---- counting bits

static __host__ __device__ inline int crs_popcount(unsigned int x)
{
#ifdef __CUDA_ARCH__
    return __popc(x);
#else
    return __builtin_popcount(x);
#endif
}

static __host__ __device__ inline int crs_popcountll(unsigned long long x)
{
#ifdef __CUDA_ARCH__
    return __popcll(x);
#else
    return __builtin_popcountll(x);
#endif
}

static __host__ __device__ inline int crs_ffs(int x)
{
#ifdef __CUDA_ARCH__
    return __ffs(x);
#else
    return __builtin_ffs(x);
#endif
}

static __host__ __device__ inline int crs_ffsll(long long x)
{
#ifdef __CUDA_ARCH__
    return __ffsll(x);
#else
    return __builtin_ffsll(x);
#endif
}

static __host__ __device__ inline int crs_clz(unsigned int x)
{
#ifdef __CUDA_ARCH__
    return __clz((int)x);
#else
    return __builtin_clz(x);
#endif
}

static __host__ __device__ inline int crs_clzll(unsigned long long x)
{
#ifdef __CUDA_ARCH__
    return __clzll((long long)x);
#else
    return __builtin_clzll(x);
#endif
}

// ---- bytes in the other order

static __host__ __device__ inline unsigned short crs_bswap16(unsigned short x)
{
    return (unsigned short)(x << 8 | x >> 8);
}

static __host__ __device__ inline unsigned int crs_bswap32(unsigned int x)
{
#ifdef __CUDA_ARCH__
    return __byte_perm(x, 0, 0x0123);
#else
    return __builtin_bswap32(x);
#endif
}

static __host__ __device__ inline unsigned long crs_bswap64(unsigned long x)
{
    return (unsigned long)crs_bswap32((unsigned int)x) << 32 | crs_bswap32((unsigned int)(x >> 32));
}

// ---- vectors: neighbouring elements in accesses of up to 16 bytes

static __host__ __device__ inline bool crs_aligned(const void *place, unsigned int bytes)
{
    return (uintptr_t)place % bytes == 0;
}

template <typename T> static __device__ inline long crs_to_aligned(const T *place, unsigned int bytes)
{
    return (long)((bytes - (unsigned int)(uintptr_t)place % bytes) % bytes / sizeof(T));
}

template <typename T, int count> struct crs_lanes {
    alignas(count * sizeof(T) < 16 ? count * sizeof(T) : 16) T lane[count];
};

template <int count, typename T> static __device__ __forceinline__ void crs_load_lanes(T *to, const T *from)
{
#ifdef CURESTRUCT_SIMT
    simt::load_lanes<count>(to, from);
#else
    const crs_lanes<T, count> group = *(const crs_lanes<T, count> *)from;
    for (int i = 0; i < count; i++)
        to[i] = group.lane[i];
#endif
}

template <int count, typename T> static __device__ __forceinline__ void crs_store_lanes(T *to, const T *from)
{
#ifdef CURESTRUCT_SIMT
    simt::store_lanes<count>(to, from);
#else
    crs_lanes<T, count> group;
    for (int i = 0; i < count; i++)
        group.lane[i] = from[i];
    *(crs_lanes<T, count> *)to = group;
#endif
}

template <int count, typename T> static __device__ __forceinline__ void crs_load_any(T *to, const T *from)
{
    if (crs_aligned(from, sizeof(crs_lanes<T, count>) < 16 ? sizeof(crs_lanes<T, count>) : 16)) {
        crs_load_lanes<count>(to, from);
    } else {
        for (int i = 0; i < count; i++)
            to[i] = from[i];
    }
}

template <int count, typename T> static __device__ __forceinline__ void crs_store_any(T *to, const T *from)
{
    if (crs_aligned(to, sizeof(crs_lanes<T, count>) < 16 ? sizeof(crs_lanes<T, count>) : 16)) {
        crs_store_lanes<count>(to, from);
    } else {
        for (int i = 0; i < count; i++)
            to[i] = from[i];
    }
}

// The elements of a vector that lie in first..last; 0 for the others.
template <int count, typename T>
static __device__ __forceinline__ void crs_load_inside(T *to, const T *from, const T *first, const T *last)
{
    if (first <= from && from + (count - 1) <= last) {
        crs_load_any<count>(to, from);
    } else {
#pragma unroll
        for (int i = 0; i < count; i++)
            to[i] = first <= from + i && from + i <= last ? from[i] : T();
    }
}

// The elements of a vector that are in first..end.
template <int count, typename T>
static __device__ __forceinline__ void crs_store_some(T *to, const T *from, long first, long end)
{
    if (first <= 0 && count <= end) {
        crs_store_lanes<count>(to, from);
    } else {
#pragma unroll
        for (int i = 0; i < count; i++)
            if (first <= i && i < end)
                to[i] = from[i];
    }
}

template <int count> static __device__ __forceinline__ void crs_load_words(unsigned char *to, const unsigned char *from)
{
#ifdef CURESTRUCT_SIMT
    crs_load_lanes<count>(to, from);
#else
    const crs_lanes<unsigned int, count / 4> group = *(const crs_lanes<unsigned int, count / 4> *)from;
    for (int i = 0; i < count / 4; i++)
        memcpy(to + 4 * i, &group.lane[i], 4);
#endif
}

template <int count>
static __device__ __forceinline__ void crs_load_any_words(unsigned char *to, const unsigned char *from)
{
    if (crs_aligned(from, count < 16 ? count : 16)) {
        crs_load_words<count>(to, from);
        return;
    }
    for (int i = 0; i < count; i++)
        to[i] = from[i];
}

template <int count>
static __device__ __forceinline__ void crs_store_words(unsigned char *to, const unsigned char *from)
{
#ifdef CURESTRUCT_SIMT
    crs_store_lanes<count>(to, from);
#else
    crs_lanes<unsigned int, count / 4> group;
    for (int i = 0; i < count / 4; i++)
        memcpy(&group.lane[i], from + 4 * i, 4);
    *(crs_lanes<unsigned int, count / 4> *)to = group;
#endif
}

// Other threads may store the same value: volatile stores are relaxed ones, and those race with none of their kind.
template <class Element, class Value>
static __device__ __forceinline__ void crs_set_alike(Element *place, const Value &value)
{
    Element element = value;
#ifdef CURESTRUCT_SIMT
    __atomic_store(place, &element, __ATOMIC_RELAXED);
#else
    *(volatile Element *)place = element;
#endif
}

// An element of an array that the kernel does not write, of whose line of 128 bytes other threads read the rest.
template <class Element> static __device__ __forceinline__ Element crs_load_line(const Element *from)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 750 && !defined CURESTRUCT_SIMT
    if (sizeof(Element) == 4 && alignof(Element) == 4) {
        unsigned int bits;
        Element element;
        asm("ld.global.nc.L2::128B.b32 %0, [%1];" : "=r"(bits) : "l"(from));
        memcpy(&element, &bits, sizeof element < sizeof bits ? sizeof element : sizeof bits);
        return element;
    }
    if (sizeof(Element) == 8 && alignof(Element) == 8) {
        unsigned long bits;
        Element element;
        asm("ld.global.nc.L2::128B.b64 %0, [%1];" : "=l"(bits) : "l"(from));
        memcpy(&element, &bits, sizeof element < sizeof bits ? sizeof element : sizeof bits);
        return element;
    }
#endif
    return *from;
}

// ---- pairs of bytes: each has half of 32 bits

// The elements `at` and `at + 1` of a row of `size` bytes, whose whole words begin at the element `first`.
template <int size, int first>
static __device__ __forceinline__ unsigned int crs_byte_pair(const unsigned char *row, long at)
{
#ifndef CURESTRUCT_SIMT
    const int byte = ((int)at - first) % 4, word = (int)at - byte;
    unsigned int low, high;
    if (at >= first && word + 4 <= size && (byte < 3 || word + 8 <= size)) {
        memcpy(&low, row + word, 4);
        if (byte < 3)
            return __byte_perm(low, 0, 0x4140 + 0x0101 * byte);
        memcpy(&high, row + word + 4, 4);
        return __byte_perm(__byte_perm(low, 0, 0x4342), __byte_perm(high, 0, 0x4140), 0x5432);
    }
#endif
    return row[at] | (unsigned int)row[at + 1] << 16;
}

static __device__ __forceinline__ unsigned int crs_byte_pair_min(unsigned int a, unsigned int b)
{
#ifdef CURESTRUCT_SIMT
    return ((a & 0xffff) < (b & 0xffff) ? a & 0xffff : b & 0xffff) | (a >> 16 < b >> 16 ? a >> 16 : b >> 16) << 16;
#else
    return __vminu2(a, b);
#endif
}

static __device__ __forceinline__ unsigned int crs_byte_pair_max(unsigned int a, unsigned int b)
{
#ifdef CURESTRUCT_SIMT
    return ((a & 0xffff) > (b & 0xffff) ? a & 0xffff : b & 0xffff) | (a >> 16 > b >> 16 ? a >> 16 : b >> 16) << 16;
#else
    return __vmaxu2(a, b);
#endif
}

template <int count>
static __device__ __forceinline__ void crs_bytes_of_pairs(unsigned char *to, const unsigned int *pairs)
{
    for (int i = 0; i < count; i += 4) {
#ifdef CURESTRUCT_SIMT
        for (int k = 0; k < 4; k++)
            to[i + k] = (unsigned char)(pairs[i / 2 + k / 2] >> 16 * (k % 2));
#else
        const unsigned int word = __byte_perm(pairs[i / 2], pairs[i / 2 + 1], 0x6420);
        memcpy(to + i, &word, 4);
#endif
    }
}

// ---- iterators

// The value, of which the compiler does not know where it comes from: it derives no address from another iteration's.
template <class Integer> static __device__ __forceinline__ Integer crs_opaque(Integer value)
{
#if defined __CUDA_ARCH__ && !defined CURESTRUCT_SIMT
    if constexpr (sizeof value == 8) {
        asm("" : "+l"(value));
    } else {
        unsigned word = (unsigned)value;
        asm("" : "+r"(word));
        value = (Integer)word;
    }
#endif
    return value;
}

// ---- approximations, of precision(fast); subnormal numbers count as zero. On the CPU they differ, too, by one ulp

static __device__ __forceinline__ float crs_quotient(float dividend, float divisor)
{
#ifdef CURESTRUCT_SIMT
    return nextafterf(dividend / divisor, 0);
#else
    float quotient;
    asm("div.approx.ftz.f32 %0, %1, %2;" : "=f"(quotient) : "f"(dividend), "f"(divisor));
    return quotient;
#endif
}

static __device__ __forceinline__ float crs_root(float value)
{
#ifdef CURESTRUCT_SIMT
    return sqrtf(value);
#else
    float root;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(value));
    return root;
#endif
}

static __device__ __forceinline__ float crs_reciprocal_root(float value)
{
#ifdef CURESTRUCT_SIMT
    return nextafterf(1 / sqrtf(value), 0);
#else
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(value));
    return root;
#endif
}

// The power of two with the exponent `value / log(2)`.
static __device__ __forceinline__ float crs_exponential(float value)
{
#ifdef CURESTRUCT_SIMT
    return nextafterf(expf(value), 0);
#else
    float power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(value * 1.44269504f));
    return power;
#endif
}

static __device__ __forceinline__ float crs_plus_square(float to, float root) { return fmaf(root, root, to); }

// Beyond pi the approximation is no longer close.
static __device__ __forceinline__ float crs_sine(float angle)
{
    return fabsf(angle) <= 3.14159265f ? __sinf(angle) : sinf(angle);
}

static __device__ __forceinline__ float crs_cosine(float angle)
{
    return fabsf(angle) <= 3.14159265f ? __cosf(angle) : cosf(angle);
}

// ---- products of doubles by the tensor cores of a warp

// Adds 16 x 4 numbers times 4 x 8 to 16 x 8 results. Lane 4 * y + x has the results of rows y and y + 8 and of columns
// 2 * x and 2 * x + 1, term x of both rows, and term x of column y.
static __device__ __forceinline__ void crs_add_products(double *c00, double *c01, double *c10, double *c11, double a0,
                                                        double a1, double b)
{
#if defined CURESTRUCT_SIMT
    simt::add_products(c00, c01, c10, c11, a0, a1, b);
#elif defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+d"(*c00), "+d"(*c01), "+d"(*c10), "+d"(*c11)
                 : "d"(a0), "d"(a1), "d"(b));
#elif defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(*c00), "+d"(*c01)
                 : "d"(a0), "d"(b));
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(*c10), "+d"(*c11)
                 : "d"(a1), "d"(b));
#else
    const int lane = (int)((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32;
    for (int k = 0; k < 4; k++) {
        const double row0 = __shfl_sync(0xffffffffu, a0, lane / 4 * 4 + k);
        const double row1 = __shfl_sync(0xffffffffu, a1, lane / 4 * 4 + k);
        const double column0 = __shfl_sync(0xffffffffu, b, lane % 4 * 8 + k);
        const double column1 = __shfl_sync(0xffffffffu, b, lane % 4 * 8 + 4 + k);
        *c00 = fma(row0, column0, *c00);
        *c01 = fma(row0, column1, *c01);
        *c10 = fma(row1, column0, *c10);
        *c11 = fma(row1, column1, *c11);
    }
#endif
}

// ---- copies to shared memory that are under way while the thread goes on

template <class Element> static __device__ __forceinline__ void crs_copy_later(Element *to, const Element *from)
{
#if defined CURESTRUCT_SIMT
    simt::copy_later(to, from, sizeof *to);
#elif defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
    unsigned place = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" : : "r"(place), "l"(from), "n"(sizeof *to));
#else
    *to = *from;
#endif
}

// Where the condition, the same for a warp, holds; without a branch.
template <class Element>
static __device__ inline void crs_copy_later_if(int condition, Element *to, const Element *from)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800 && !defined CURESTRUCT_SIMT
    unsigned place = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %3, 0; @p cp.async.ca.shared.global [%0], [%1], %2; }"
                 :
                 : "r"(place), "l"(from), "n"(sizeof *to), "r"(condition));
#else
    if (condition)
        crs_copy_later(to, from);
#endif
}

// 16 bytes at once: so many neighbours, both places aligned.
template <int count, class Element> static __device__ inline void crs_copy_lanes(Element *to, const Element *from)
{
    Element lanes[count];
    crs_load_lanes<count>(lanes, from);
    crs_store_lanes<count>(to, lanes);
}

template <int count, class Element> static __device__ inline void crs_copy_lanes_later(Element *to, const Element *from)
{
#if defined CURESTRUCT_SIMT
    simt::copy_later(to, from, count * sizeof *to);
#elif defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
    unsigned place = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" : : "r"(place), "l"(from), "n"(count * sizeof *to));
#else
    crs_copy_lanes<count>(to, from);
#endif
}

template <int count, class Element>
static __device__ inline void crs_copy_lanes_later_if(int condition, Element *to, const Element *from)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800 && !defined CURESTRUCT_SIMT
    unsigned place = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %3, 0; @p cp.async.cg.shared.global [%0], [%1], %2; }"
                 :
                 : "r"(place), "l"(from), "n"(count * sizeof *to), "r"(condition));
#else
    if (condition)
        crs_copy_lanes_later<count>(to, from);
#endif
}

static __device__ inline void crs_close_copies()
{
#if defined CURESTRUCT_SIMT
    simt::close_copies();
#elif defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;");
#endif
}

template <int newest> static __device__ inline void crs_wait_copies()
{
#if defined CURESTRUCT_SIMT
    simt::wait_copies(newest);
#elif defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" : : "n"(newest) : "memory");
#endif
}

// All threads of all blocks wait for each other, and see what the others wrote before. A launch of one block need not
// be cooperative.
static __device__ inline void crs_grid_barrier()
{
    if (gridDim.x == 1)
        __syncthreads();
    else
        crs_whole_grid().sync();
}

// Increments the counter; the number of blocks that counted before. The block that counts next sees everything that the
// threads of this block stored before the preceding barrier, as after fences on both sides, but this takes less time.
static __device__ inline unsigned long long crs_count(unsigned long *counter)
{
#ifdef CURESTRUCT_SIMT
    __threadfence();
    return atomicAdd((unsigned long long *)counter, 1ull);
#else
    unsigned long long before;
    asm volatile("atom.add.acq_rel.gpu.u64 %0, [%1], 1;" : "=l"(before) : "l"(counter) : "memory");
    return before;
#endif
}

// All threads of a block call this once, each of `count` blocks with the same counter, which is 0: true in the block
// that comes last. It sees what all the others had written by then, and leaves the counter 0.
static __device__ inline bool crs_last_block(unsigned long *counter, long count)
{
    __shared__ bool last;
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
        last = crs_count(counter) == (unsigned long long)count - 1;
        if (last)
            *counter = 0;
    }
    __syncthreads();
    return last;
}

// ---- sums of 64 bits in two words of 32, for memory whose atomic additions have 32 bits

// Modulo 2^64 the sum does not depend on the order. The upper word of most terms and what the lower one carries are 0
// together.
static __device__ inline void crs_add_words(unsigned *low, unsigned *high, long value)
{
    unsigned below = (unsigned)value, above = (unsigned)((unsigned long)value >> 32);
    above += atomicAdd(low, below) + below < below;
    if (above != 0)
        atomicAdd(high, above);
}

// ---- the best of what threads have found: the largest number. 0 in the cell is the smallest one, and none

static __device__ inline void crs_offer(unsigned long *cell, long value)
{
    atomicMax((unsigned long long *)cell, (unsigned long long)value ^ 1ull << 63);
}

// Perhaps not the newest one.
static __device__ inline long crs_offered(unsigned long *cell)
{
#ifdef CURESTRUCT_SIMT
    unsigned long long bits = atomicAdd((unsigned long long *)cell, 0ull);
#else
    unsigned long long bits;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(bits) : "l"(cell) : "memory");
#endif
    return (long)(bits ^ 1ull << 63);
}

// ---- what the lanes of a warp have

// The last lane up to `lane` that has set it, or less than 0. All lanes of the warp call this.
static __device__ inline int crs_last_set(int set, int lane)
{
    return lane - __clz((int)(__ballot_sync(0xffffffffu, set) << (31 - lane)));
}

// ---- values that blocks pass on to those with larger numbers (crs_in_order)

// All threads of a block call this once, each of `count` blocks of a launch: the number of the launch in the upper
// half, and in the lower one how many blocks have called before.
static __device__ inline unsigned long crs_next_turn(unsigned long *turns, long count)
{
    __shared__ unsigned long turn;
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
        turn = (unsigned long)atomicAdd((unsigned long long *)turns, 1ull);
        if ((turn & 0xffffffffu) == (unsigned long)count - 1)
            atomicAdd((unsigned long long *)turns, (1ull << 32) - (unsigned long long)count);
    }
    __syncthreads();
    return turn;
}

// A value of up to 4 bytes and the mark of its launch are one word, a longer one and its mark are two, which are stored
// and loaded at once.
template <class Value> static __device__ inline void crs_pass_on(unsigned long *cell, Value value, unsigned long turn)
{
    unsigned long mark = ((turn >> 32) + 1) & 0xffffffffu, bits = 0;
    memcpy(&bits, &value, sizeof value);
#ifdef CURESTRUCT_SIMT
    if (sizeof value > 4)
        atomicExch((unsigned long long *)cell, (unsigned long long)bits);
    __threadfence();
    atomicExch((unsigned long long *)cell + (sizeof value > 4),
               (unsigned long long)(sizeof value > 4 ? mark : mark << 32 | bits));
#else
    if (sizeof value > 4)
        asm volatile("{ .reg .b128 both; mov.b128 both, {%1, %2}; st.relaxed.gpu.global.b128 [%0], both; }"
                     :
                     : "l"(cell), "l"(bits), "l"(mark)
                     : "memory");
    else
        asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(cell), "l"(mark << 32 | bits) : "memory");
#endif
}

// Whether a value of up to 4 bytes of this launch is there, and which.
static __device__ inline bool crs_has_passed(unsigned long *cell, unsigned long turn, unsigned int *value)
{
    unsigned long mark = ((turn >> 32) + 1) & 0xffffffffu, bits;
#ifdef CURESTRUCT_SIMT
    bits = (unsigned long)atomicAdd((unsigned long long *)cell, 0ull);
    __threadfence();
#else
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(bits) : "l"(cell) : "memory");
#endif
    *value = (unsigned int)bits;
    return bits >> 32 == mark;
}

// One call by all lanes of a warp, each for a cell of an int, or for none if `exists` is 0, which counts as a value
// other than 0. Ends when the last lane with such a value is known: those after it know theirs, and nobody waits for
// those before it.
static __device__ inline int crs_await_sets(unsigned long *cell, int exists, unsigned long turn)
{
    unsigned int value = 1, after;
    bool known = !exists;
    do {
        known = known || crs_has_passed(cell, turn, &value);
        unsigned int missing = ~__ballot_sync(0xffffffffu, known);
        unsigned int sets = __ballot_sync(0xffffffffu, known && value != 0);
        after = missing == 0 ? 1 : sets >> (31 - __clz((int)missing));
    } while (after == 0);
    return known && value != 0;
}

// The 128 bytes there will be read soon.
static __device__ inline void crs_prefetch(const void *place)
{
#ifdef CURESTRUCT_SIMT
    (void)place;
#else
    asm volatile("prefetch.global.L2 [%0];" : : "l"(place));
#endif
}

template <class Value> static __device__ inline Value crs_await(unsigned long *cell, unsigned long turn)
{
    unsigned long mark = ((turn >> 32) + 1) & 0xffffffffu, bits, seen;
    do {
#ifdef CURESTRUCT_SIMT
        bits = (unsigned long)atomicAdd((unsigned long long *)cell + (sizeof(Value) > 4), 0ull);
        seen = sizeof(Value) > 4 ? bits : bits >> 32;
#else
        if (sizeof(Value) > 4) {
            asm volatile("{ .reg .b128 both; ld.relaxed.gpu.global.b128 both, [%2]; mov.b128 {%0, %1}, both; }"
                         : "=l"(bits), "=l"(seen)
                         : "l"(cell)
                         : "memory");
        } else {
            asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(bits) : "l"(cell) : "memory");
            seen = bits >> 32;
        }
#endif
    } while (seen != mark);
#ifdef CURESTRUCT_SIMT
    __threadfence();
    if (sizeof(Value) > 4)
        bits = (unsigned long)atomicAdd((unsigned long long *)cell, 0ull);
#endif
    Value value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
