// Liveness: whether the function, after a nest, reads the value that a variable has at its end. A variable that serves
// many loops, such as the `double t;` at the top of a function, is set again before each use. So every mention is
// paired with the assignment that certainly precedes it.
#include "frontend/dataflow/live.h"
#include "frontend/dataflow/scan.h"
#include "frontend/dataflow/surely_set.h"

// ---- jumps

static bool is_label(const Reader *reader, int site)
{
    return clang_getCursorKind(reader->details.items[site].cursor) == CXCursor_LabelStmt;
}

static bool is_goto(const Reader *reader, int site)
{
    enum CXCursorKind kind = clang_getCursorKind(reader->details.items[site].cursor);
    return kind == CXCursor_GotoStmt || kind == CXCursor_IndirectGotoStmt;
}

static Moments labels_of(const Reader *reader, int function)
{
    Moments labels = {0};
    for (int i = function; reader->sites.items[function].has_label && i < reader->sites.items[function].subtree_end;
         i++)
        if (is_label(reader, i))
            VECTOR_PUSH(reader->scratch, &labels, reader->details.items[i].first);
    return labels;
}

// The last label before the nest, if a goto that follows the nest may lead to it; 0: none does.
static size_t jumped_back_to(const Reader *reader)
{
    const Frame *frame = &reader->frame;
    const Site *function = &reader->sites.items[frame->function_site];
    size_t label = 0;
    if (!function->has_label)
        return 0;
    for (int i = frame->function_site; i < function->subtree_end; i++) {
        size_t moment = reader->details.items[i].first;
        if (is_label(reader, i) && moment <= frame->nest_first)
            label = moment;
        if (label && is_goto(reader, i) && moment >= frame->nest_last)
            return label;
    }
    return 0;
}

// ---- each mention and what comes before it

// The part of a nest between `first` and `last` whose values the mention may read; all of it if nothing certainly sets
// it.
static Exposure exposure_of(const Reader *reader, const Settings *settings, const Moments *labels, size_t mention,
                            int function)
{
    Exposure exposure = {.mention = mention};
    for (int i = settings->count - 1; i >= 0; i--) {
        const Setting *setting = &settings->items[i];
        if (mention < setting->from || mention >= reader->details.items[setting->block].last ||
            moments_in(labels, setting->begin, mention + 1))
            continue;
        int site = surely_set_site(reader, mention, function, reader->sites.items[function].subtree_end);
        while (site != setting->block && reader->sites.items[site].parent != setting->block)
            site = reader->sites.items[site].parent;
        exposure.first = setting->since;
        exposure.last = reader->details.items[site].last;
        return exposure;
    }
    return exposure;
}

static bool is_setting_itself(const Settings *settings, size_t mention)
{
    FOR_EACH(i, settings)
        if (settings->items[i].begin <= mention && mention < settings->items[i].since)
            return true;
    return false;
}

static void find_exposures(Reader *reader, DeclFacts *facts)
{
    int function = reader->frame.function_site;
    Settings settings = surely_set_find(reader, facts, function);
    Moments labels = labels_of(reader, function);
    FOR_EACH(i, &facts->mentions) {
        size_t mention = facts->mentions.items[i];
        if (!is_setting_itself(&settings, mention) && !moments_in(&facts->sets, mention - 1, mention))
            VECTOR_PUSH(reader->arena, &facts->exposures, exposure_of(reader, &settings, &labels, mention, function));
    }
    facts->exposures_known = true;
}

size_t nest_repeated_from(const Reader *reader)
{
    size_t label = jumped_back_to(reader);
    for (int site = reader->sites.items[reader->frame.nest_site].parent; site >= 0;
         site = reader->sites.items[site].parent)
        if (reader->sites.items[site].kind == SITE_FOR || reader->sites.items[site].kind == SITE_LOOP) {
            size_t loop = reader->details.items[site].first;
            return label > loop ? label : loop;
        }
    return label;
}

bool live_is_read_after(Reader *reader, DeclFacts *facts)
{
    const Frame *frame = &reader->frame;
    if (!facts->exposures_known)
        find_exposures(reader, facts);
    size_t repeated = nest_repeated_from(reader);
    FOR_EACH(i, &facts->exposures) {
        const Exposure *exposure = &facts->exposures.items[i];
        bool inside = exposure->mention >= frame->nest_first && exposure->mention < frame->nest_last;
        // In the nest itself the next iteration reads it. The last statement of the nest may be the one that sets it:
        // that is not after the nest.
        bool set_again =
            inside ? exposure->first > repeated
                   : exposure->last && (frame->nest_last < exposure->first || frame->nest_first >= exposure->last);
        if (!set_again && (repeated || exposure->mention >= frame->nest_last))
            return true;
    }
    return false;
}

bool live_outlives(Reader *reader, DeclFacts *facts)
{
    return !reader->frame.nest || (!reader->frame.inline_depth && live_is_read_after(reader, facts));
}
