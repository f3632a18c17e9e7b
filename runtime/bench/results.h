// What a run of the benchmark found. Only host code: results can be made up and printed without a GPU.
#ifndef CRS_BENCH_RESULTS_H
#define CRS_BENCH_RESULTS_H

#include <stddef.h>
#include <string>
#include <vector>

namespace crs_bench
{

// One contender at one size.
struct Result {
    std::string name;
    double seconds, spread; // median of the rounds; (slowest - fastest round) / median
    double difference;      // from the output of the first contender, relative; the largest of all buffers
    bool as_called = false; // whole calls from host pointers were timed
};

// One kernel of the generated code, as it was launched at one size.
struct KernelUse {
    std::string name;
    int threads, registers;          // of a block; of a thread
    size_t shared, dynamic, spilled; // bytes of a block, with those of the launch; the latter; bytes of a thread
    int blocks;                      // resident on a multiprocessor at once
    double occupancy;                // their threads, as a share of those that a multiprocessor has
    bool is_same(const KernelUse &other) const
    {
        return name == other.name && threads == other.threads && dynamic == other.dynamic;
    }
};

struct Point {
    std::string sizes; // "n=1024, m=3"
    double size;       // of the parameter that the sweep names
    double bytes, operations;
    std::vector<Result> results; // the generated code first
    std::vector<KernelUse> kernels;
};

struct Ceilings {
    double copy, fp32; // bytes per second of a copy; operations per second
};

struct Report {
    std::string function, device;
    std::string swept; // the parameter that has another value at each point; "": there is one point
    Ceilings ceilings;
    int rounds, repetitions, calls; // calls: repetitions of whole calls
    std::vector<Point> points;
};

} // namespace crs_bench

#endif
