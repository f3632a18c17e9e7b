// What functions and statements of the host's code do to memory. A function in which nests run has no effects of its
// own: its statements say what they do.
#include "codegen/host/residency_effects.h"

const HostFunctionCode *effects_code_of(const ProgramPlan *plans, int function)
{
    const ProgramFile *file = &plans->files[plans->functions[function].file];
    return &file->unit->host->code.items[function - file->first];
}

void effects_enter(ProgramPlan *plans, int function)
{
    plans->file = &plans->files[plans->functions[function].file];
}

void effects_raise(ProgramPlan *plans, bool *flag)
{
    plans->changed |= !*flag;
    *flag = true;
}

// ---- what code does

bool effects_restructured(const ProgramPlan *plans, const HostCode *code)
{
    return code->kind == CODE_NEST && plans->file->programs[code->nest];
}

bool effects_device(const ProgramPlan *plans, const HostCode *code)
{
    if (effects_restructured(plans, code))
        return true;
    FOR_EACH(i, &code->callees)
        if (plans->functions[code->callees.items[i]].device && !plans->functions[code->callees.items[i]].opaque)
            return true;
    FOR_EACH(i, &code->parts)
        if (effects_device(plans, &code->parts.items[i]))
            return true;
    return false;
}

static void add_unknown(Effects *effects, const char *words, Loc loc)
{
    if (effects->unknown)
        return;
    effects->unknown = words;
    effects->loc = loc;
}

static void add_call(const ProgramPlan *plans, const HostCode *code, int callee, Effects *effects)
{
    const FunctionPlan *plan = &plans->functions[callee];
    const char *name = effects_code_of(plans, callee)->name;
    if (plan->device && !plan->opaque && plan->loops_only && plans->in_straight) {
        add_unknown(effects, "a call", code->loc);
    } else if (plan->device && plan->opaque) {
        add_unknown(effects, intern_printf("the call of '%s', because of %s", name, plan->obstacle), code->loc);
    } else if (!plan->device) {
        if (plan->effects.unknown)
            add_unknown(effects, intern_printf("the call of '%s', and in it %s", name, plan->effects.unknown),
                        code->loc);
        effects->reads |= plan->effects.reads;
        effects->writes |= plan->effects.writes;
    }
}

void effects_of_own(const ProgramPlan *plans, const HostCode *code, Effects *effects)
{
    if (code->unknown)
        add_unknown(effects, code->unknown, code->unknown_loc);
    FOR_EACH(i, &code->callees)
        add_call(plans, code, code->callees.items[i], effects);
}

void effects_of_all(const ProgramPlan *plans, const HostCode *code, Effects *effects)
{
    effects_of_own(plans, code, effects);
    FOR_EACH(i, &code->accesses) {
        const HostAccess *access = &code->accesses.items[i];
        *(access->writes ? &effects->writes : &effects->reads) |= access->values;
    }
    FOR_EACH(i, &code->parts)
        effects_of_all(plans, &code->parts.items[i], effects);
}

// ---- functions

static bool returns_twice(const HostCode *code)
{
    bool found = code->returns_twice;
    FOR_EACH(i, &code->parts)
        found = found || returns_twice(&code->parts.items[i]);
    return found;
}

// All threads of a team run it at once.
static bool is_of_team(const ProgramPlan *plans, const HostCode *code)
{
    bool found = effects_restructured(plans, code) && plans->file->programs[code->nest]->nest->is_worksharing;
    FOR_EACH(i, &code->parts)
        found = found || is_of_team(plans, &code->parts.items[i]);
    return found;
}

void effects_close(ProgramPlan *plans, int function, const char *obstacle, Loc loc)
{
    FunctionPlan *plan = &plans->functions[function];
    if (plan->opaque)
        return;
    effects_raise(plans, &plan->opaque);
    plan->obstacle = obstacle;
    plan->obstacle_loc = loc;
}

static void find_devices(ProgramPlan *plans)
{
    do {
        plans->changed = false;
        for (int i = 0; i < plans->count; i++) {
            effects_enter(plans, i);
            if (!plans->functions[i].device && effects_device(plans, &effects_code_of(plans, i)->body))
                effects_raise(plans, &plans->functions[i].device);
        }
    } while (plans->changed);
    for (int i = 0; i < plans->count; i++) {
        const HostFunctionCode *code = effects_code_of(plans, i);
        effects_enter(plans, i);
        if (plans->functions[i].device && code->obstacle)
            effects_close(plans, i, code->obstacle, code->obstacle_loc);
        else if (plans->functions[i].device && returns_twice(&code->body))
            effects_close(plans, i, "a call that returns twice", code->loc);
        else if (plans->functions[i].device && is_of_team(plans, &code->body))
            effects_close(plans, i, "a loop that threads share", code->loc);
    }
}

static void find_effects(ProgramPlan *plans)
{
    do {
        plans->changed = false;
        for (int i = 0; i < plans->count; i++) {
            FunctionPlan *plan = &plans->functions[i];
            Effects effects = {0};
            if (plan->device)
                continue;
            effects_enter(plans, i);
            if (effects_code_of(plans, i)->unclear)
                add_unknown(&effects, effects_code_of(plans, i)->unclear, effects_code_of(plans, i)->loc);
            effects_of_all(plans, &effects_code_of(plans, i)->body, &effects);
            const char *first = plan->effects.unknown;
            if (first) { // the first words stay: those of a recursion would grow with each pass
                effects.unknown = first;
                effects.loc = plan->effects.loc;
            }
            plans->changed |= effects.reads != plan->effects.reads || effects.writes != plan->effects.writes ||
                              effects.unknown != plan->effects.unknown;
            plan->effects = effects;
        }
    } while (plans->changed);
}

void effects_find(ProgramPlan *plans)
{
    find_devices(plans);
    find_effects(plans);
}
