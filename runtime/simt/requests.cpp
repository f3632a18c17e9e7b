#include "requests.h"

#include <algorithm>
#include <utility>

namespace simt
{

constexpr unsigned sector_size = 32, bank_count = 32, bank_width = 4;

static bool takes_part(const Request &request, unsigned lane) { return request.active >> lane & 1; }

uint64_t count_sectors(const Request &request)
{
    std::pair<uintptr_t, uintptr_t> sectors[lanes_per_warp * 3];
    unsigned used = 0;
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        if (!takes_part(request, lane))
            continue;
        uintptr_t written = request.past_cache ? request.written[lane] / sector_size : 0;
        uintptr_t first = request.address[lane], last = first + request.size - 1;
        for (uintptr_t s = first / sector_size; s <= last / sector_size; s++)
            if (!used || sectors[used - 1] != std::make_pair(s, written))
                sectors[used++] = {s, written};
    }
    std::sort(sectors, sectors + used);
    return (uint64_t)(std::unique(sectors, sectors + used) - sectors);
}

// Each lane reads the same address as the lane whose number is different in this bit, or one of the two does not read.
static bool pairs_agree(const Request &request, unsigned first, unsigned count, unsigned bit)
{
    for (unsigned i = first; i < first + count; i++)
        if (takes_part(request, i) && takes_part(request, i ^ bit) && request.address[i] != request.address[i ^ bit])
            return false;
    return true;
}

// Words of 4 bytes in different rows of one bank take a cycle each.
static uint64_t count_group_cycles(const Request &request, unsigned first, unsigned count)
{
    uintptr_t words[lanes_per_warp * 4];
    unsigned used = 0, each = std::max(1u, request.size / bank_width), in_bank[bank_count] = {0}, most = 0;
    for (unsigned i = first; i < first + count; i++)
        for (unsigned w = 0; takes_part(request, i) && w < each; w++)
            words[used++] = request.address[i] / bank_width + w;
    std::sort(words, words + used);
    used = (unsigned)(std::unique(words, words + used) - words);
    for (unsigned i = 0; i < used; i++)
        most = std::max(most, ++in_bank[words[i] % bank_count]);
    return most;
}

// Lanes of 8 bytes go by half warps, of 16 by quarters. Two such groups go together if they load half as many
// addresses: lanes whose numbers are different in the lowest bit, or in the second, agree.
uint64_t count_cycles(const Request &request)
{
    unsigned group = lanes_per_warp / std::max(1u, request.size / bank_width);
    unsigned step = std::min(2 * group, lanes_per_warp);
    uint64_t cycles = 0;
    for (unsigned first = 0; first < lanes_per_warp; first += step) {
        bool together =
            group == step ||
            (!request.store && (pairs_agree(request, first, step, 1) || pairs_agree(request, first, step, 2)));
        for (unsigned i = first; i < first + step; i += together ? step : group)
            cycles += count_group_cycles(request, i, together ? step : group);
    }
    return cycles;
}

} // namespace simt
