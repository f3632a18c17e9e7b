// The run-time calls of OpenMP for a program whose directives curestruct has read: one thread of the host runs what is
// not a nest. For use without OpenMP's own header: with -fopenmp that one is included.
// clang-format off: each call is one line
#ifndef CRS_OMP_H
#define CRS_OMP_H
#ifdef _OPENMP // with -D_OPENMP there may be no other header
#if __has_include_next(<omp.h>)
#define CRS_OMP_OWNERS
#include_next <omp.h>
#endif
#endif
#ifndef CRS_OMP_OWNERS
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int omp_lock_t;
typedef int omp_nest_lock_t;
typedef enum omp_sched_t { omp_sched_static = 1, omp_sched_dynamic, omp_sched_guided, omp_sched_auto } omp_sched_t;

static inline int omp_get_thread_num(void) { return 0; }
static inline int omp_get_num_threads(void) { return 1; }
static inline int omp_get_max_threads(void) { return 1; }
static inline int omp_get_thread_limit(void) { return 1; }
static inline int omp_get_num_procs(void) { return 1; }
static inline int omp_in_parallel(void) { return 0; }
static inline int omp_get_level(void) { return 0; }
static inline int omp_get_team_num(void) { return 0; }
static inline int omp_get_num_teams(void) { return 1; }
static inline void omp_set_num_threads(int threads) { (void)threads; }
static inline int omp_get_dynamic(void) { return 0; }
static inline void omp_set_dynamic(int dynamic) { (void)dynamic; }
static inline int omp_get_nested(void) { return 0; }
static inline void omp_set_nested(int nested) { (void)nested; }
static inline int omp_get_max_active_levels(void) { return 1; }
static inline void omp_set_max_active_levels(int levels) { (void)levels; }
static inline void omp_set_schedule(omp_sched_t kind, int chunk) { (void)kind, (void)chunk; }

static inline double omp_get_wtime(void)
{
#ifdef TIME_UTC
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#else
    return (double)clock() / CLOCKS_PER_SEC;
#endif
}
static inline double omp_get_wtick(void) { return 1e-9; }

static inline void omp_init_lock(omp_lock_t *lock) { *lock = 0; }
static inline void omp_destroy_lock(omp_lock_t *lock) { *lock = 0; }
static inline void omp_set_lock(omp_lock_t *lock) { *lock = 1; }
static inline void omp_unset_lock(omp_lock_t *lock) { *lock = 0; }
static inline int omp_test_lock(omp_lock_t *lock) { return *lock ? 0 : (*lock = 1); }

// The host is the only device: nests move their data by themselves.
static inline int omp_get_num_devices(void) { return 0; }
static inline int omp_get_default_device(void) { return 0; }
static inline void omp_set_default_device(int device) { (void)device; }
static inline int omp_get_initial_device(void) { return 0; }
static inline int omp_get_device_num(void) { return 0; }
static inline int omp_is_initial_device(void) { return 1; }
static inline void *omp_target_alloc(size_t size, int device) { return (void)device, malloc(size); }
static inline void omp_target_free(void *memory, int device) { (void)device, free(memory); }
static inline int omp_target_is_present(const void *memory, int device) { return (void)device, memory != NULL; }
static inline int omp_target_memcpy(void *to, const void *from, size_t size, size_t to_offset, size_t from_offset,
                                    int to_device, int from_device)
{
    (void)to_device, (void)from_device;
    memmove((char *)to + to_offset, (const char *)from + from_offset, size);
    return 0;
}
#endif
#endif
