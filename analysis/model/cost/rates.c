#include "analysis/model/cost/rates.h"

#include <string.h>

// Measured on one H200 (docs/speed.md): copies 4280 and reads 4565 GB/s, an empty launch 1.4 us back to back; a block
// each 1.17 cycles (docs/study). Not measured here: latencies, rounded from published micro-benchmarks of the
// architecture (W. Luo and others, "Benchmarking and Dissecting the Nvidia Hopper GPU Architecture via
// Microbenchmarking", 2024), the rate of L2, which was set to fit the schedules of tests/gpu/plans, and the barrier of
// a grid, an estimate: it takes about as long as a launch after another one. A host that launches one kernel after the
// other takes 3.6 us for each (500 steps of jacobi_1d; cholesky 3.8, ludcmp 4.4 with their work), and the steps of
// jacobi_1d in one block take 0.6 us each in addition to what is counted: tests/gpu/polybench, docs/speed.md. A ticket:
// with 3 us, the schedules of the 30 nests of tests/gpu/plans/study/fitted.c that have one are predicted best. Atomic
// operations: a kernel of ours counts 2^28 random values in 2^20 places of global memory in 2712 us.
static const DeviceRates h200 = {.source = "device that was measured",
                                 .read = 4565,
                                 .copy = 4280,
                                 .l2 = 7000,
                                 .atomics = 99,
                                 .l2_share = 0.5,
                                 .l1_bytes = 256 * 1024,
                                 .dram_latency = 480,
                                 .l2_latency = 150,
                                 .l1_latency = 20,
                                 .launch = 1400,
                                 .host_launch = 3600,
                                 .block_barrier = 600,
                                 .grid_barrier = 1200,
                                 .ticket = 3000,
                                 .block_start = 0.6,
                                 .issue = 4,
                                 .fma = 128,
                                 .alu = 64,
                                 .special = 16,
                                 .fp64 = 64,
                                 .tensor64 = 128,
                                 .convert = 64,
                                 .memory = 32,
                                 .wavefronts = 1,
                                 .clock = 1.83};

// Results for each clock and multiprocessor: CUDA programming guide, "Throughput of Native Arithmetic Instructions".
static double fp64_lanes(const Device *device)
{
    int version = 10 * device->compute_major + device->compute_minor;
    switch (version) {
    case 60:
    case 70:
    case 80: return 32;
    case 90:
    case 100: return 64;
    case 20: return 16;
    default: return version < 20 ? 1 : version < 60 ? 8 : 2;
    }
}

// The same of tensor cores for doubles, by the data sheets of the A100 and the H100; 0: there are none, or they are no
// faster than what fp64_lanes says.
static double fp64_tensor(const Device *device)
{
    int version = 10 * device->compute_major + device->compute_minor;
    return version == 80 ? 64 : version == 90 ? 128 : 0;
}

DeviceRates device_rates(const Device *device)
{
    DeviceRates rates = h200;
    if (strcmp(device->name, "h200") == 0)
        return rates;
    rates.source = "data sheet";
    rates.copy = rates.read = 0.9 * device->bandwidth;
    rates.clock = device->clock;
    rates.atomics = h200.atomics * device->sms * device->clock / (132 * h200.clock);
    rates.l2 = h200.l2 * device->sms * device->clock / (132 * h200.clock);
    rates.l1_bytes = device->compute_major >= 7 ? device->shared_per_sm * 1.12 : 48 * 1024;
    rates.fma = device->sps_per_sm;
    rates.alu = device->sps_per_sm >= 64 ? 64 : device->sps_per_sm;
    rates.fp64 = fp64_lanes(device);
    rates.tensor64 = fp64_tensor(device);
    rates.issue = device->partitions;
    rates.memory = device->compute_major >= 7 ? 32 : 16;
    return rates;
}
