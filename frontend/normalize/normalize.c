// The table of normalizations.
#include "frontend/normalize/canonical_nest.h"
#include "frontend/normalize/copy_running.h"
#include "frontend/normalize/count_steps.h"
#include "frontend/normalize/declare_ways.h"
#include "frontend/normalize/entry_values.h"
#include "frontend/normalize/expand_elements.h"
#include "frontend/normalize/expand_memory.h"
#include "frontend/normalize/beginning/first_flag.h"
#include "frontend/normalize/first_match.h"
#include "frontend/normalize/forward_bounds.h"
#include "frontend/normalize/forward_scalars.h"
#include "frontend/normalize/forward_updates.h"
#include "frontend/normalize/gather_windows.h"
#include "frontend/normalize/guard_pointers.h"
#include "frontend/normalize/induction.h"
#include "frontend/normalize/normalize.h"
#include "frontend/normalize/row_ways.h"
#include "frontend/normalize/search_exits.h"
#include "frontend/normalize/sink_changes.h"
#include "frontend/normalize/beginning/split_extrema.h"
#include "frontend/normalize/wraparound.h"

static const Normalization normalizations[] = {
    {"declare_ways", declare_ways},
    {"forward_updates", forward_updates},
    {"expand_elements", expand_elements},
    {"guard_pointers", guard_pointers},
    {"sink_changes", sink_changes},
    {"entry_values", entry_values},
    {"split_extrema", split_extrema},
    {"first_flag", first_flag},
    {"first_match", first_match},
    {"row_ways", row_ways},
    {"induction", induction},
    {"wraparound", wraparound},
    {"forward_scalars", forward_scalars},
    {"forward_bounds", forward_bounds},
    {"count_steps", count_steps},
    {"copy_running", copy_running},
    {"gather_windows", gather_windows},
    {"expand_memory", expand_memory},
    {"search_exits", search_exits},
    {"canonical_nest", canonical_nest},
};

int normalization_count(void)
{
    return (int)(sizeof normalizations / sizeof normalizations[0]);
}

const Normalization *normalization_at(int index)
{
    return &normalizations[index];
}

bool normalize(Nest *nest, const Normalization *pass)
{
    nest->body = pass->run(nest, nest->body);
    nest->refused = !nest->body;
    if (nest->body)
        check_nest(nest, nest->body, pass->name);
    return nest->body != NULL;
}

bool normalize_nest(Nest *nest)
{
    for (int i = 0; i < normalization_count() && !nest->refused; i++)
        normalize(nest, &normalizations[i]);
    return !nest->refused;
}
