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
