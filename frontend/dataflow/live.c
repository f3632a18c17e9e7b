// Liveness: whether the function, after a nest, reads the value that a variable has at its end. A variable that serves
// many loops, such as the `double t;` at the top of a function, is set again before each use. So every mention is
// paired with the assignment that certainly precedes it.
#include "frontend/clang/source.h"
#include "frontend/dataflow/live.h"
#include "frontend/dataflow/scan.h"

// ---- what surely sets the variable

static enum CXCursorKind kind_of_site(const Reader *reader, int site)
{
    return clang_getCursorKind(reader->details.items[site].cursor);
}

static bool is_in_switch(const Reader *reader, int site)
{
    while (site >= 0 && kind_of_site(reader, site) != CXCursor_SwitchStmt)
        site = reader->sites.items[site].parent;
    return site >= 0;
}

// The label belongs to the innermost switch around it: one in the block, or one around the block.
static bool is_reached_from_outside(const Reader *reader, int label, int block)
{
    int site = label;
    while (site != block && kind_of_site(reader, site) != CXCursor_SwitchStmt)
        site = reader->sites.items[site].parent;
    return site == block;
}

bool live_has_case(const Reader *reader, int block)
{
    if (!is_in_switch(reader, block))
        return false;
    for (int i = block + 1; i < reader->sites.items[block].subtree_end; i++) {
        enum CXCursorKind kind = kind_of_site(reader, i);
        if ((kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt) && is_reached_from_outside(reader, i, block))
            return true;
    }
    return false;
}

static bool is_assignment(CXCursor expr)
{
    return clang_getCursorKind(expr) == CXCursor_BinaryOperator &&
           clang_getCursorBinaryOperatorKind(expr) == CXBinaryOperator_Assign;
}

// `v = ..`, also in `u = v = ..`
static bool assigns(Reader *reader, CXCursor expr, const DeclFacts *facts)
{
    for (expr = strip_conversions(reader, expr); is_assignment(expr);) {
        Children parts = expression_children(reader, expr);
        if (parts.count != 2)
            return false;
        CXCursor written = written_variable(reader, parts.items[0]);
        if (clang_getCursorKind(written) == CXCursor_DeclRefExpr &&
            facts_of(reader, clang_getCursorReferenced(written)) == facts)
            return true;
        expr = strip_conversions(reader, parts.items[1]);
    }
    return false;
}

static int mentions_between(const DeclFacts *facts, size_t first, size_t last)
{
    return moments_from(&facts->mentions, last) - moments_from(&facts->mentions, first);
}

// A statement of a block that sets the variable and does not read it.
static bool sets_alone(Reader *reader, const DeclFacts *facts, int site)
{
    const SiteDetail *detail = &reader->details.items[site];
    int parent = reader->sites.items[site].parent;
    return parent >= 0 && reader->sites.items[parent].kind == SITE_COMPOUND &&
           mentions_between(facts, detail->first, detail->last) == 1 && assigns(reader, detail->cursor, facts) &&
           !live_has_case(reader, parent);
}

// `for (v = ..; ..)`, with a first part that does not read v.
static bool counts_alone(Reader *reader, const DeclFacts *facts, int site)
{
    const SiteDetail *detail = &reader->details.items[site];
    if (reader->sites.items[site].kind != SITE_FOR || live_has_case(reader, site))
        return false;
    Children parts = children_of(reader, detail->cursor);
    return parts.count > 0 && detail->first_part_last && assigns(reader, parts.items[0], facts) &&
           mentions_between(facts, detail->first, detail->first_part_last) == 1;
}

// ---- each mention and what comes before it

static int site_around(const Reader *reader, size_t moment, int first, int end)
{
    while (end - first > 1) {
        int middle = (first + end) / 2;
        if (reader->details.items[middle].first <= moment)
            first = middle;
        else
            end = middle;
    }
    while (first >= 0 && reader->details.items[first].last <= moment)
        first = reader->sites.items[first].parent;
    return first;
}

// From `from` to the end of `block`, a { } or a for, the variable has been set in the same run of the block.
typedef struct Setting {
    size_t begin, from;
    int block;
} Setting;
typedef VECTOR(Setting) Settings;

static Settings find_settings(Reader *reader, const DeclFacts *facts, int function)
{
    Settings settings = {0};
    FOR_EACH(i, &facts->writes) {
        int site = site_around(reader, facts->writes.items[i], function, reader->sites.items[function].subtree_end);
        if (site < 0)
            continue;
        const SiteDetail *detail = &reader->details.items[site];
        Setting setting = {.begin = detail->first};
        if (sets_alone(reader, facts, site)) {
            setting.from = detail->last;
            setting.block = reader->sites.items[site].parent;
        } else if (counts_alone(reader, facts, site)) {
            setting.from = detail->first_part_last;
            setting.block = site;
        } else {
            continue;
        }
        VECTOR_PUSH(reader->scratch, &settings, setting);
    }
    return settings;
}

// The part of a nest between `first` and `last` whose values the mention may read; all of it if nothing certainly sets
// it.
static Exposure exposure_of(const Reader *reader, const Settings *settings, size_t mention, int function)
{
    Exposure exposure = {.mention = mention};
    for (int i = settings->count - 1; i >= 0; i--) {
        const Setting *setting = &settings->items[i];
        if (mention < setting->from || mention >= reader->details.items[setting->block].last)
            continue;
        int site = site_around(reader, mention, function, reader->sites.items[function].subtree_end);
        while (site != setting->block && reader->sites.items[site].parent != setting->block)
            site = reader->sites.items[site].parent;
        exposure.first = setting->from;
        exposure.last = reader->details.items[site].last;
        return exposure;
    }
    return exposure;
}

static bool is_setting_itself(const Settings *settings, size_t mention)
{
    FOR_EACH(i, settings)
        if (settings->items[i].begin <= mention && mention < settings->items[i].from)
            return true;
    return false;
}

static void find_exposures(Reader *reader, DeclFacts *facts)
{
    int function = reader->frame.function_site;
    Settings settings = find_settings(reader, facts, function);
    FOR_EACH(i, &facts->mentions) {
        size_t mention = facts->mentions.items[i];
        if (!is_setting_itself(&settings, mention))
            VECTOR_PUSH(reader->arena, &facts->exposures, exposure_of(reader, &settings, mention, function));
    }
    facts->exposures_known = true;
}

size_t nest_repeated_from(const Reader *reader)
{
    for (int site = reader->sites.items[reader->frame.nest_site].parent; site >= 0;
         site = reader->sites.items[site].parent)
        if (reader->sites.items[site].kind == SITE_FOR || reader->sites.items[site].kind == SITE_LOOP)
            return reader->details.items[site].first;
    return 0;
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
