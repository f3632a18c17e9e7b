// Which functions of the program each statement calls. A name means the function of its own file, otherwise the one
// that another file shares.
#include "codegen/host/residency_effects.h"

static int find_shared(const ProgramPlan *plans, const char *name)
{
    for (int i = 0; i < plans->count; i++)
        if (effects_code_of(plans, i)->is_shared && effects_code_of(plans, i)->name == name) // interned
            return i;
    return -1;
}

// What is called outside of the program may do anything.
static void link_code(Arena *arena, const ProgramPlan *plans, HostCode *code)
{
    FOR_EACH(i, &code->calls)
        VECTOR_PUSH(arena, &code->callees, plans->file->first + code->calls.items[i]);
    FOR_EACH(i, &code->outside) {
        const HostOutside *outside = &code->outside.items[i];
        int function = find_shared(plans, outside->name);
        if (function >= 0) {
            VECTOR_PUSH(arena, &code->callees, function);
        } else if (!code->unknown || outside->comes_first) {
            code->unknown = intern_printf("the call of '%s'", outside->name);
            code->unknown_loc = outside->loc;
            break;
        }
    }
    FOR_EACH(i, &code->parts)
        link_code(arena, plans, &code->parts.items[i]);
}

static bool is_defined_once(Diag *diag, const ProgramPlan *plans, int function)
{
    const HostFunctionCode *code = effects_code_of(plans, function);
    int other = code->is_shared ? find_shared(plans, code->name) : function;
    if (other == function)
        return true;
    diag_error(diag, code->loc, "two files of the program define '%s'", code->name);
    diag_note(diag, effects_code_of(plans, other)->loc, "the other one");
    return false;
}

bool effects_link(Arena *arena, Diag *diag, ProgramPlan *plans)
{
    bool fine = true;
    plans->functions = ARENA_ARRAY(arena, FunctionPlan, plans->count);
    for (int i = 0; i < plans->nfiles; i++)
        FOR_EACH(k, &plans->files[i].unit->host->code)
            plans->functions[plans->files[i].first + k].file = i;
    for (int i = 0; i < plans->count; i++) {
        fine &= is_defined_once(diag, plans, i);
        effects_enter(plans, i);
        const ProgramFile *file = plans->file;
        link_code(arena, plans, &file->unit->host->code.items[i - file->first].body);
    }
    return fine;
}
