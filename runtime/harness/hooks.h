// The functions that the reference, the third build of the user's file, calls. In the reference every restructured nest
// is serial C, printed from the compiler's own tree. It calls these functions to note which elements the nest touches,
// and to add exactly. This header includes no system headers, because the user's text follows.
//
// A floating-point sum or product that the generated code may reorder is accumulated in long double, with the sums of
// the magnitudes, the number of terms and the error of the source's own order. When it is complete (crs_settle) it is
// rounded to its type, and its bound is known: the largest error that another order can have. If every partial sum of
// every order is representable (all terms are multiples of a power of two that is small enough), that bound is 0.
#ifndef CRS_HARNESS_HOOKS_H
#define CRS_HARNESS_HOOKS_H

// One iteration of a loop; ends the run when there were too many for the case.
void crs_step(void);
// The same, of a loop that runs whenever its nest does.
void crs_step_of(int loop);
// A nest with these loops begins.
void crs_loops(int first, int count);

// A nest touches elements first to last of the array at `base` (or nothing).
void crs_touch(const void *base, long element, long first, long last, int touched);
// The same for an array of row pointers, and the columns that it touches of each row.
void crs_touch_rows(const void *base, long element, long first_row, long last_row, long first_column, long last_column,
                    int touched);
// The integers at `base` are used as indices: they must lie in [0, limit). `monotone`: and must not decrease.
// Of a table whose pointers are path[0] bytes apart, and each lead to a pointer path[1] bytes on, and so on up to -1:
// row `row`; and the bytes of its rows.
void *crs_row_of(const void *table, long row, const long *path);
void crs_touch_path(const void *table, long element, const long *path, long first_row, long last_row, long first_column,
                    long last_column, int touched);
void crs_touch_index(const void *base, long limit, int monotone);
// A subscript that must lie in [first, last]: as it is, but inside of that while the memory is being found out.
long crs_inside(long subscript, long first, long last);
long crs_drawn_extent(long usual); // of an array whose range nothing tells: how many elements its indices are drawn for
// And what that means for the integers at `base` that it is computed from: it is `at_zero` for a 0 of them and `at_one`
// for a 1. `other_at_one`: the same for a second index in it (at_zero: there is none). Returns 0.
long crs_note_index(const void *base, long at_zero, long at_one, long other_at_one, long first, long last);
// The declared dimensions of a parameter: `bytes` of memory, `count` extents of which the first may be -1 (unknown).
void crs_declared(const void *base, long bytes, const long *extents, int count);
// Memory for what a changed source passes from one loop to another; it is given back at the end of the nest.
void *crs_scratch(long elements, long element);
void crs_scratch_end(void *scratch);
// Something that the launcher tests before it uses the device.
void crs_assume(int holds, const char *words);

// The condition of a goal (CrsGoal), when the nest begins; of a kernel, about how many statements its threads execute.
void crs_goal(int number, int holds, double work);
int crs_goals_only(void); // the nest is to do nothing further

void crs_add_f32(int reduction, float *place, long double value);
void crs_add_f64(int reduction, double *place, long double value);
void crs_mul_f32(int reduction, float *place, long double value);
void crs_mul_f64(int reduction, double *place, long double value);
void crs_settle(int reduction);

// The next value of a running sum or product, rounded to its type. The term follows those that led to `before`; if that
// is not what the last call has returned, the value begins there.
float crs_next_sum_f32(int scan, float before, long double term);
double crs_next_sum_f64(int scan, double before, long double term);
float crs_next_product_f32(int scan, float before, long double factor);
double crs_next_product_f64(int scan, double before, long double factor);
// The same of a recurrence: factor * before + term.
float crs_next_linear_f32(int scan, float before, long double factor, long double term);
double crs_next_linear_f64(int scan, double before, long double factor, long double term);

// A result of a math function that other libraries may give with an error of that many units in the last place.
float crs_math_f32(float value, double ulps);
double crs_math_f64(double value, double ulps);
// A product of doubles that is added to a sum without being rounded before.
long double crs_fused_f64(double value);

// The same of what precision(fast) approximates (transform/lower/approximate.c): with the rounding of the C library, a
// quotient also with that of a root and a product. Of an exponential the error grows with the argument, that of sines
// and cosines is absolute.
float crs_quotient_f32(float value);
double crs_quotient_f64(double value);
float crs_root_f32(float value);
float crs_exponential_f32(float value, float argument);
float crs_wave_f32(float value);

// ---- operators that C does not have, by the names that the emitted text has for them

#define CRS_MIN_MAX(type, name)                                                                         \
    static inline type crs_min_##name(type crs_a, type crs_b) { return crs_a < crs_b ? crs_a : crs_b; } \
    static inline type crs_max_##name(type crs_a, type crs_b) { return crs_a > crs_b ? crs_a : crs_b; }
#define CRS_CEIL_DIV(type, name) \
    static inline type crs_ceil_div_##name(type crs_a, type crs_b) { return crs_a / crs_b + (crs_a % crs_b > 0); }
#define CRS_FLOOR_DIV(type, name)                                                                                   \
    static inline type crs_floor_div_##name(type crs_a, type crs_b) { return crs_a / crs_b - (crs_a % crs_b < 0); } \
    static inline type crs_floor_mod_##name(type crs_a, type crs_b)                                                 \
    {                                                                                                               \
        return crs_a % crs_b + (crs_a % crs_b < 0 ? crs_b : 0);                                                     \
    }
// clang-format off
CRS_MIN_MAX(int, int) CRS_MIN_MAX(unsigned int, uint) CRS_MIN_MAX(long, long) CRS_MIN_MAX(unsigned long, ulong)
CRS_MIN_MAX(float, float) CRS_MIN_MAX(double, double)
CRS_CEIL_DIV(int, int) CRS_CEIL_DIV(unsigned int, uint) CRS_CEIL_DIV(long, long) CRS_CEIL_DIV(unsigned long, ulong)
CRS_FLOOR_DIV(int, int) CRS_FLOOR_DIV(long, long)
    // clang-format on
    static inline int crs_popcount(unsigned int crs_a)
{
    return __builtin_popcount(crs_a);
}
static inline int crs_popcountll(unsigned long long crs_a) { return __builtin_popcountll(crs_a); }
static inline int crs_ffs(int crs_a) { return __builtin_ffs(crs_a); }
static inline int crs_ffsll(long long crs_a) { return __builtin_ffsll(crs_a); }
static inline int crs_clz(unsigned int crs_a) { return __builtin_clz(crs_a); }
static inline int crs_clzll(unsigned long long crs_a) { return __builtin_clzll(crs_a); }
static inline unsigned short crs_bswap16(unsigned short crs_a) { return __builtin_bswap16(crs_a); }
static inline unsigned int crs_bswap32(unsigned int crs_a) { return __builtin_bswap32(crs_a); }
static inline unsigned long crs_bswap64(unsigned long crs_a) { return __builtin_bswap64(crs_a); }
#define CRS_BITS(name, type, from)                      \
    static inline type name(from crs_a)                 \
    {                                                   \
        type crs_b;                                     \
        __builtin_memcpy(&crs_b, &crs_a, sizeof crs_b); \
        return crs_b;                                   \
    }
CRS_BITS(crs_float_as_uint, unsigned int, float)
CRS_BITS(crs_uint_as_float, float, unsigned int)
CRS_BITS(crs_double_as_ulong, unsigned long long, double)
CRS_BITS(crs_ulong_as_double, double, unsigned long long)
// The compiler of the host converts 16-bit numbers, if it has them.
#define CRS_HALF(real, half)                                        \
    static inline float crs_##half##_to_float(unsigned short crs_a) \
    {                                                               \
        real crs_b;                                                 \
        __builtin_memcpy(&crs_b, &crs_a, sizeof crs_b);             \
        return (float)crs_b;                                        \
    }                                                               \
    static inline unsigned short crs_float_to_##half(float crs_a)   \
    {                                                               \
        real crs_b = (real)crs_a;                                   \
        unsigned short crs_c;                                       \
        __builtin_memcpy(&crs_c, &crs_b, sizeof crs_c);             \
        return crs_c;                                               \
    }                                                               \
    static inline unsigned short crs_double_to_##half(double crs_a) \
    {                                                               \
        real crs_b = (real)crs_a;                                   \
        unsigned short crs_c;                                       \
        __builtin_memcpy(&crs_c, &crs_b, sizeof crs_c);             \
        return crs_c;                                               \
    }
#ifdef __FLT16_MANT_DIG__
CRS_HALF(_Float16, half)
#endif
#ifdef __BFLT16_MANT_DIG__
CRS_HALF(__bf16, bfloat)
#endif
#undef CRS_HALF
// As the compiler of the host computes with complex numbers.
#define CRS_COMPLEX(part, which, real, suffix, exponential)                                                    \
    static inline real crs_complex_product_##which##_##suffix(real crs_a, real crs_b, real crs_c, real crs_d)  \
    {                                                                                                          \
        return part(__builtin_complex(crs_a, crs_b) * __builtin_complex(crs_c, crs_d));                        \
    }                                                                                                          \
    static inline real crs_complex_quotient_##which##_##suffix(real crs_a, real crs_b, real crs_c, real crs_d) \
    {                                                                                                          \
        return part(__builtin_complex(crs_a, crs_b) / __builtin_complex(crs_c, crs_d));                        \
    }                                                                                                          \
    static inline real crs_complex_exp_##which##_##suffix(real crs_a, real crs_b)                              \
    {                                                                                                          \
        return part(exponential(__builtin_complex(crs_a, crs_b)));                                             \
    }
CRS_COMPLEX(__real__, re, float, f32, __builtin_cexpf)
CRS_COMPLEX(__imag__, im, float, f32, __builtin_cexpf)
CRS_COMPLEX(__real__, re, double, f64, __builtin_cexp)
CRS_COMPLEX(__imag__, im, double, f64, __builtin_cexp)
#undef CRS_COMPLEX
#undef CRS_BITS
#undef CRS_MIN_MAX
#undef CRS_CEIL_DIV
#undef CRS_FLOOR_DIV

#endif
