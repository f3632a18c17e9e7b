// What a request of a warp touches: banks of shared memory, or sectors of global memory (contract in count_sectors.h).
#include "analysis/model/cost/count_sectors.h"

enum { BANKS = 32, LINE_BYTES = 128 };

// ---- shared memory

// Each lane is at the same place as the lane whose number differs in this bit, or one of the two is not active.
static bool pairs_agree(uint32_t active, const int64_t *lane, int from, int count, int bit)
{
    for (int i = from; i < from + count; i++)
        if ((active >> i & 1) && (active >> (i ^ bit) & 1) && lane[i] != lane[i ^ bit])
            return false;
    return true;
}

// Of `count` lanes that are served together; the different words of each bank are added to most_words if they are more.
static int group_wavefronts(uint32_t active, const int64_t *lane, int64_t width, int from, int count, int *most_words)
{
    int64_t words[BANKS][WARP_SIZE];
    int used[BANKS] = {0}, most = 0;
    for (int i = from; i < from + count; i++) {
        for (int64_t b = 0; (active >> i & 1) && b < (width + 3) / 4; b++) {
            int64_t word = lane[i] / BANK_BYTES + b;
            int bank = (int)((uint64_t)word % BANKS), k = 0;
            while (k < used[bank] && words[bank][k] != word)
                k++;
            if (k == used[bank] && k < WARP_SIZE)
                words[bank][used[bank]++] = word;
            most = used[bank] > most ? used[bank] : most;
        }
    }
    for (int bank = 0; most_words && bank < BANKS; bank++)
        most_words[bank] = from && most_words[bank] > used[bank] ? most_words[bank] : used[bank];
    return most;
}

int count_wavefronts(uint32_t active, const int64_t *lane, int64_t width, bool writes, int *most_words)
{
    int each = width <= 4 ? WARP_SIZE : width <= 8 ? 16 : 8, wavefronts = 0;
    int step = 2 * each < WARP_SIZE ? 2 * each : WARP_SIZE;
    for (int from = 0; from < WARP_SIZE; from += step) {
        bool together =
            each == step ||
            (!writes && (pairs_agree(active, lane, from, step, 1) || pairs_agree(active, lane, from, step, 2)));
        int group = together ? step : each;
        for (int i = from; i < from + step; i += group)
            wavefronts += group_wavefronts(active, lane, width, i, group, most_words);
    }
    return wavefronts;
}

// ---- global memory

// Units of L2 for a line with sectors that are written in part, and for each of these sectors: fitted to some 600
// kernels that such stores bound (docs/explain.md).
static const double PARTLY = 1, EACH_PART = 0.7;

static void touch(Touched *touched, int64_t sector, int64_t bytes)
{
    int k = 0;
    while (k < touched->count && touched->sector[k] != sector)
        k++;
    if (k == touched->count) {
        touched->sector[touched->count++] = sector;
        touched->bytes[k] = 0;
    }
    touched->bytes[k] += bytes;
}

// Lines, and units of L2.
static void sum_up(Touched *touched, bool writes)
{
    enum { SECTORS = LINE_BYTES / SECTOR_BYTES };
    touched->lines = 0;
    touched->units = 0;
    for (int s = 0; s < touched->count; s++) {
        int whole = 0, parts = 0, first = 1;
        for (int k = 0; k < touched->count; k++)
            if (touched->sector[k] / SECTORS == touched->sector[s] / SECTORS) {
                bool part = writes && touched->bytes[k] < SECTOR_BYTES;
                whole += !part;
                parts += part;
                first = first && k >= s;
            }
        touched->lines += first;
        int pairs = (whole + 1) / 2;
        touched->units += first ? pairs + (parts ? PARTLY + EACH_PART * parts : 0) : 0;
    }
}

// L1 finds TAGS lines at a time, and reads them as shared memory is read, by banks (measured on an H200: 32 lanes at a
// distance of 128 bytes take 32 clocks, at 132 bytes 8.7; one that is not aligned takes no longer than one that is).
static int wavefronts_of_load(const Counter *counter, const int64_t *lane, int64_t width, int lines)
{
    int banks = count_wavefronts(counter->active, lane, width, false, NULL), tags = (lines + TAGS - 1) / TAGS;
    return banks > tags ? banks : tags;
}

Touched count_sectors(const Counter *counter, const int64_t *lane, int64_t width, bool writes)
{
    Touched touched = {.count = 0};
    for (int i = 0; i < WARP_SIZE; i++) {
        uint64_t at = (uint64_t)lane[i]; // wraps around: sizes that nobody has are possible
        for (int64_t left = counter->active >> i & 1 ? width : 0, bytes; left > 0; left -= bytes) {
            bytes = SECTOR_BYTES - (int64_t)(at % SECTOR_BYTES);
            bytes = bytes < left ? bytes : left;
            touch(&touched, (int64_t)at >> 5, bytes);
            at += (uint64_t)bytes;
        }
    }
    sum_up(&touched, writes);
    touched.wavefronts = writes ? touched.lines : wavefronts_of_load(counter, lane, width, touched.lines);
    return touched;
}

// Of stores that fill the same sectors one after the other: which part of them L2 takes for one store, where so many
// lines are stored to at a time; more lines are less often there still, and APART_LINES never (docs/explain.md).
static const double MERGED = 0.7;
enum { APART_LINES = 8 };

static double merged_part(const Touched *touched, int64_t width)
{
    int64_t passes = width > WIDEST / 2 ? 4 : width > WIDEST / 4 ? 2 : 1;
    double lines = (double)touched->lines / (double)passes;
    double near = (APART_LINES - lines) / (APART_LINES - TAGS);
    return near >= 1 ? MERGED : near > 0 ? near * MERGED : 0;
}

// Adds the bytes of the store to those that others have stored before; false: none of its sectors is among theirs.
static bool join_pieces(Touched *pieces, const Touched *touched)
{
    Touched both = *pieces;
    for (int k = 0; k < touched->count; k++) {
        int at = 0;
        while (at < both.count && both.sector[at] != touched->sector[k])
            at++;
        if (at == 2 * WARP_SIZE)
            return false;
        touch(&both, touched->sector[k], touched->bytes[k]);
    }
    if (both.count == pieces->count + touched->count)
        return false;
    *pieces = both;
    sum_up(pieces, true);
    return true;
}

double count_units_of_store(Counter *counter, const Array *array, const Form *form, int64_t width,
                            const Touched *touched)
{
    StorePieces *pieces = &counter->pieces;
    double before = pieces->touched.units, merged = merged_part(touched, width);
    bool joined = pieces->array == array && pieces->weight == counter->weight &&
                  pieces->form.constant != form->constant && form_same_terms(&pieces->form, form) &&
                  join_pieces(&pieces->touched, touched);
    if (!joined)
        pieces->touched = *touched;
    pieces->array = array;
    pieces->form = *form;
    pieces->weight = counter->weight;
    return joined ? (1 - merged) * touched->units + merged * (pieces->touched.units - before) : touched->units;
}
