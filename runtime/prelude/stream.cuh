// ---- the caller's stream

// That of this thread, for all outputs of a program; 0: none is set.
inline cudaStream_t &crs_stream_1()
{
    static thread_local cudaStream_t stream;
    return stream;
}

// Nests have been started in the default stream and not been waited for.
inline std::atomic<bool> &crs_under_way_1()
{
    static std::atomic<bool> under_way;
    return under_way;
}

// ---- pinned memory through which large copies go, and what the workers of chunks use, for all outputs of a program

#include <pthread.h>
struct crs_staging_2 {
    enum : size_t { workers = 8, chunk = 1 << 21 }; // threads, and bytes of the buffer of each
    std::atomic<bool> busy{false};                  // one call at a time
    char *buffers = nullptr;
    cudaStream_t streams[workers] = {};
    int device = -1; // of the streams
    ~crs_staging_2()
    {
        if (buffers)
            (void)cudaFreeHost(buffers);
    }
};

inline crs_staging_2 &crs_staging_of_2()
{
    static crs_staging_2 staging;
    return staging;
}
