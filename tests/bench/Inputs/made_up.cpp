// Prints results that are made up: made_up FORMAT [one]. A sweep of four contenders, or its last point alone. made_up
// guard INDEX: writes this byte of an array of 40.
#include "host_memory.h"
#include "plots.h"

#include <string.h>

using namespace crs_bench;

static Point point_of(double n)
{
    Point point = {text_of("n=%.0f", n), n, 8 * n, n, {}, {}};
    point.results.push_back({"curestruct", 2e-6 + 8 * n / 2.8e12, 0.012, 0});
    point.results.push_back({"cub", 4e-6 + 8 * n / 2.9e12, 0.02, 1e-7});
    point.results.push_back({"sum_by_hand<4>", 2.5e-6 + 8 * n / 1.5e12, 0.001, 0});
    point.results.push_back({"curestruct as called", 2e-5 + 8 * n / 2e10, 0.03, 0, true});
    point.kernels.push_back({"crs_sum_1_k1", 256, 40, 1056, 0, 0, 6, 0.75});
    if (n > 1e8)
        point.kernels.push_back({"crs_sum_1_k2", 512, 32, 33000, 32768, 16, 2, 0.5});
    return point;
}

int main(int count, char **arguments)
{
    if (!strcmp(arguments[1], "guard")) {
        HostMemory before("y", 4096), memory("x", 40);
        memory.data[atoi(arguments[2])] = 1;
        return 0;
    }
    Report report = {"sum", "NVIDIA H100", "n", {3.0e12, 6.0e13}, 3, 21, 7, {}};
    for (double n = 1 << 16; n <= 1 << 28; n *= 4)
        report.points.push_back(point_of(n));
    if (count > 2) {
        report.points.erase(report.points.begin(), report.points.end() - 1);
        report.swept = "";
    }
    const char *format = arguments[1];
    if (!strcmp(format, "svg"))
        print_svg(report);
    else if (!strcmp(format, "json"))
        print_json(report);
    else if (!strcmp(format, "csv"))
        print_csv(report);
    else
        print_text(report, !strcmp(format, "md"));
    return 0;
}
