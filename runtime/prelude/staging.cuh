// ---- pinned memory through which large copies go, for all outputs of a program

#include <pthread.h>
struct crs_staging_1 {
    enum : size_t { copiers = 6, chunk = 1 << 21 }; // threads, and bytes of the buffer of each
    std::atomic<bool> busy{false};                  // one copy at a time
    char *buffers = nullptr;
    ~crs_staging_1()
    {
        if (buffers)
            (void)cudaFreeHost(buffers);
    }
};

inline crs_staging_1 &crs_staging_of_1()
{
    static crs_staging_1 staging;
    return staging;
}
