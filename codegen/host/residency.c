// Data stays on the device from one nest to the next while a loop of the host around them runs. Launchers find out by
// themselves which bytes these are. Here each statement of the loop, and of the functions that it calls, is asked
// whether it may touch them, by the kinds of values; where it may, a call before it makes the two copies the same:
//
//   for (t = 0; t < n; t++) {        {   int crs_kept = crs_keep_begin();
//       step(u, v);                  for (t = 0; t < n; t++) {
//       if (t % 10 == 0)                 step(u, v);
//           printf("%f", u[0]);          if (t % 10 == 0)
//       log_step(t);                         crs_host_reads("main (heat.c:5)", &u[0], sizeof u[0]), printf("%f", u[0]);
//   }                                    crs_keep_off("main (heat.c:6)"); log_step(t);
//                                    }
//                                    crs_keep_end("main (heat.c:3)", crs_kept);   }
//
// Outside of these loops nothing stays, so that code which is not known finds everything in the host's memory.
#include "codegen/host/residency.h"

#include "codegen/cuda/emit.h"
#include "codegen/host/residency_nest.h"

#include <string.h>

typedef struct Effects {
    const char *unknown; // what may do anything
    Loc loc;
    unsigned reads, writes; // kinds of values
} Effects;

typedef struct FunctionPlan {
    bool device;     // nests run in it, or in functions that it calls
    bool opaque;     // (device) no text can be put into it
    bool inside;     // (device) a loop that keeps data calls it
    bool goes;       // (inside) data may leave the device in it
    Effects effects; // where no nest runs
    const char *obstacle;
    Loc obstacle_loc;
} FunctionPlan;

typedef struct Note {
    Loc loc;
    const char *words;
} Note;

typedef struct Planner {
    Arena *arena;
    Unit *unit;
    Program *const *programs;
    unsigned values; // that nests have in arrays
    FunctionPlan *plans;
    int function; // that is being planned
    bool changed, failed;
    VECTOR(HostInsertion) insertions;
    VECTOR(Note) notes;
    VECTOR(HostKept) kept;
    bool *keeps;                // by nest
    VECTOR(const char *) shown; // addresses from where the host has the newest values in the statement before
} Planner;

// The loop around the statement that keeps data, or none.
typedef struct Scope {
    bool is_loop;
    bool renews; // data may leave the device in it
    bool *leaves;
} Scope;

static const HostFunctionCode *code_of(const Planner *planner, int function)
{
    return &planner->unit->host->code.items[function];
}

static void raise_flag(Planner *planner, bool *flag)
{
    planner->changed |= !*flag;
    *flag = true;
}

// ---- what code does

static bool is_restructured(const Planner *planner, const HostCode *code)
{
    return code->kind == CODE_NEST && planner->programs[code->nest];
}

static bool has_device(const Planner *planner, const HostCode *code)
{
    if (is_restructured(planner, code))
        return true;
    FOR_EACH(i, &code->calls)
        if (planner->plans[code->calls.items[i]].device && !planner->plans[code->calls.items[i]].opaque)
            return true;
    FOR_EACH(i, &code->parts)
        if (has_device(planner, &code->parts.items[i]))
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

static void add_call(const Planner *planner, const HostCode *code, int callee, Effects *effects)
{
    const FunctionPlan *plan = &planner->plans[callee];
    const char *name = code_of(planner, callee)->name;
    if (plan->device && plan->opaque) {
        add_unknown(effects, intern_printf("the call of '%s', because of %s", name, plan->obstacle), code->loc);
    } else if (!plan->device) {
        if (plan->effects.unknown)
            add_unknown(effects, intern_printf("the call of '%s', and in it %s", name, plan->effects.unknown),
                        code->loc);
        effects->reads |= plan->effects.reads;
        effects->writes |= plan->effects.writes;
    }
}

static void add_own(const Planner *planner, const HostCode *code, Effects *effects)
{
    if (code->unknown)
        add_unknown(effects, code->unknown, code->unknown_loc);
    FOR_EACH(i, &code->calls)
        add_call(planner, code, code->calls.items[i], effects);
}

static void add_all(const Planner *planner, const HostCode *code, Effects *effects)
{
    add_own(planner, code, effects);
    FOR_EACH(i, &code->accesses) {
        const HostAccess *access = &code->accesses.items[i];
        *(access->writes ? &effects->writes : &effects->reads) |= access->values;
    }
    FOR_EACH(i, &code->parts)
        add_all(planner, &code->parts.items[i], effects);
}

// ---- functions

static bool returns_twice(const HostCode *code)
{
    bool found = code->returns_twice;
    FOR_EACH(i, &code->parts)
        found = found || returns_twice(&code->parts.items[i]);
    return found;
}

static void close_function(Planner *planner, int function, const char *obstacle, Loc loc)
{
    FunctionPlan *plan = &planner->plans[function];
    if (plan->opaque)
        return;
    raise_flag(planner, &plan->opaque);
    plan->obstacle = obstacle;
    plan->obstacle_loc = loc;
}

static void find_devices(Planner *planner)
{
    do {
        planner->changed = false;
        FOR_EACH(i, &planner->unit->host->code)
            if (!planner->plans[i].device && has_device(planner, &code_of(planner, i)->body))
                raise_flag(planner, &planner->plans[i].device);
    } while (planner->changed);
    FOR_EACH(i, &planner->unit->host->code) {
        const HostFunctionCode *code = code_of(planner, i);
        if (planner->plans[i].device && code->obstacle)
            close_function(planner, i, code->obstacle, code->obstacle_loc);
        else if (planner->plans[i].device && returns_twice(&code->body))
            close_function(planner, i, "a call that returns twice", code->loc);
    }
}

static void find_effects(Planner *planner)
{
    do {
        planner->changed = false;
        FOR_EACH(i, &planner->unit->host->code) {
            FunctionPlan *plan = &planner->plans[i];
            Effects effects = {0};
            if (plan->device)
                continue;
            if (code_of(planner, i)->unclear)
                add_unknown(&effects, code_of(planner, i)->unclear, code_of(planner, i)->loc);
            add_all(planner, &code_of(planner, i)->body, &effects);
            bool knew = plan->effects.unknown != NULL;
            planner->changed |= effects.reads != plan->effects.reads || effects.writes != plan->effects.writes ||
                                knew != (effects.unknown != NULL);
            if (!knew || !effects.unknown)
                plan->effects = effects;
        }
    } while (planner->changed);
}

// ---- texts

static void insert(Planner *planner, size_t at, const char *text)
{
    HostInsertion insertion = {at, at, text};
    VECTOR_PUSH(planner->arena, &planner->insertions, insertion);
}

static const char *words_of(const Planner *planner, const HostCode *code)
{
    Text text = {.arena = planner->arena};
    emit_string(&text, arena_printf(planner->arena, "%s (%s:%d)", code_of(planner, planner->function)->name,
                                    planner->unit->shown_path, code->loc.line));
    return text_string(&text);
}

// A call that precedes the statement or the expression.
static void put_before(Planner *planner, const HostCode *code, const char *call)
{
    Arena *arena = planner->arena;
    if (code->is_fixed) {
        planner->failed = true;
        close_function(planner, planner->function, "a macro that yields more than a statement", code->loc);
    } else if (code->in_block) {
        insert(planner, code->begin, arena_printf(arena, "%s; ", call));
    } else if (code->is_expression || code->value) {
        insert(planner, code->value ? code->value : code->begin, arena_printf(arena, "%s, ", call));
    } else {
        insert(planner, code->begin, arena_printf(arena, "{ %s; ", call));
        insert(planner, code->end, " }");
    }
}

static void put_after(Planner *planner, const HostCode *code, const char *call)
{
    insert(planner, code->end, arena_printf(planner->arena, " %s;", call));
}

static void put_place(Planner *planner, const HostCode *code, const char *function, const char *address,
                      const char *bytes, bool after)
{
    const char *call = arena_printf(planner->arena, "%s(%s, %s, %s)", function, words_of(planner, code),
                                    address ? address : "0", address ? bytes : "0");
    if (after)
        put_after(planner, code, call);
    else
        put_before(planner, code, call);
}

static void put_leave(Planner *planner, const HostCode *code, const Scope *scope, const char *why, Loc loc)
{
    put_before(planner, code, arena_printf(planner->arena, "crs_keep_off(%s)", words_of(planner, code)));
    *scope->leaves = true;
    Note note = {loc.file ? loc : code->loc, why};
    VECTOR_PUSH(planner->arena, &planner->notes, note);
}

static void put_end(Planner *planner, const HostCode *code)
{
    put_before(planner, code, arena_printf(planner->arena, "crs_keep_end(%s, crs_kept)", words_of(planner, code)));
}

// Before a nest, or before the call of a function with nests.
static void put_renewal(Planner *planner, const HostCode *code, const Scope *scope)
{
    if (scope->is_loop && scope->renews)
        put_before(planner, code, "crs_keep_on()");
}

// ---- expressions and simple statements

// What accesses by no certain address, and functions of the file without nests, may touch.
static Effects anywhere(const Planner *planner, const HostCode *code)
{
    Effects effects = {0};
    add_own(planner, code, &effects);
    FOR_EACH(i, &code->accesses) {
        const HostAccess *access = &code->accesses.items[i];
        if (!access->address)
            *(access->writes ? &effects.writes : &effects.reads) |= access->values;
    }
    effects.reads &= planner->values;
    effects.writes &= planner->values;
    return effects;
}

static bool is_said_before(const HostCode *code, int number)
{
    const HostAccess *access = &code->accesses.items[number];
    for (int i = 0; i < number; i++) {
        const HostAccess *other = &code->accesses.items[i];
        if (other->address && !strcmp(other->address, access->address) && !strcmp(other->bytes, access->bytes) &&
            other->writes == access->writes && other->is_result == access->is_result)
            return true;
    }
    return false;
}

static const char *function_of(const HostAccess *access)
{
    return access->is_result ? "crs_host_wrote" : access->writes ? "crs_host_writes" : "crs_host_reads";
}

// The statement right before has asked for it already.
static bool is_shown(Planner *planner, const HostAccess *access)
{
    FOR_EACH(i, &planner->shown)
        if (!strcmp(planner->shown.items[i], access->address))
            return true;
    if (access->lasts)
        VECTOR_PUSH(planner->arena, &planner->shown, access->address);
    return false;
}

// What is only written comes last: it is not shown.
static void put_places(Planner *planner, const HostCode *code, bool reads_all)
{
    for (int results = 0; results < 2; results++)
        FOR_EACH(i, &code->accesses) {
            const HostAccess *access = &code->accesses.items[i];
            bool counts = access->address && (access->values & planner->values) && !is_said_before(code, i);
            if (counts && access->is_result == results &&
                (access->writes || (!reads_all && !is_shown(planner, access))))
                put_place(planner, code, function_of(access), access->address, access->bytes, false);
        }
}

static void place_host(Planner *planner, const HostCode *code, const Effects *effects)
{
    if (effects->writes) {
        put_place(planner, code, "crs_host_writes", NULL, NULL, false);
        return;
    }
    if (effects->reads)
        put_place(planner, code, "crs_host_reads", NULL, NULL, false);
    put_places(planner, code, effects->reads != 0);
}

static int device_calls(const Planner *planner, const HostCode *code)
{
    int count = 0;
    FOR_EACH(i, &code->calls)
        count += planner->plans[code->calls.items[i]].device;
    return count;
}

// One call of a function with nests; everything else happens before it, or only takes its result.
static const HostAccess *result_of(const Planner *planner, const HostCode *code, bool *fine)
{
    const HostAccess *result = NULL;
    FOR_EACH(i, &code->accesses) {
        const HostAccess *access = &code->accesses.items[i];
        if (!(access->values & planner->values))
            continue;
        bool sets = access->is_result && access->address && code->kind == CODE_STATEMENT && code->in_block;
        *fine &= sets || (access->is_argument && !access->writes);
        result = sets ? access : result;
    }
    return result;
}

static void place_call(Planner *planner, const HostCode *code, const Scope *scope, const Effects *effects)
{
    bool fine = code->calls.count == 1 && !effects->writes;
    const HostAccess *result = result_of(planner, code, &fine);
    if (!fine) {
        put_leave(planner, code, scope, "an expression that runs nests and uses arrays", code->loc);
        return;
    }
    if (effects->reads)
        put_place(planner, code, "crs_host_reads", NULL, NULL, false);
    FOR_EACH(i, &code->accesses) {
        const HostAccess *access = &code->accesses.items[i];
        if (access->is_argument && access->address && (access->values & planner->values) && !effects->reads &&
            !is_said_before(code, i))
            put_place(planner, code, "crs_host_reads", access->address, access->bytes, false);
    }
    put_renewal(planner, code, scope);
    FunctionPlan *callee = &planner->plans[code->calls.items[0]];
    raise_flag(planner, &callee->inside);
    *scope->leaves |= callee->goes;
    if (result)
        put_place(planner, code, "crs_host_wrote", result->address, result->bytes, true);
}

static void place_simple(Planner *planner, const HostCode *code, const Scope *scope)
{
    Effects effects = anywhere(planner, code);
    if (code->kind == CODE_RETURN && scope->is_loop)
        put_end(planner, code);
    bool device = device_calls(planner, code) > 0;
    if (effects.unknown || device || effects.writes)
        planner->shown.count = 0;
    if (effects.unknown)
        put_leave(planner, code, scope, effects.unknown, effects.loc);
    else if (device)
        place_call(planner, code, scope, &effects);
    else
        place_host(planner, code, &effects);
    if (device || code->kind != CODE_STATEMENT || !code->in_block)
        planner->shown.count = 0;
}

// ---- statements

static void place(Planner *planner, const HostCode *code, const Scope *scope);
static void place_parts(Planner *planner, const HostCode *code, const Scope *scope);

// Before what leaves the function.
static void put_ends(Planner *planner, const HostCode *code)
{
    if (code->kind == CODE_RETURN)
        put_end(planner, code);
    FOR_EACH(i, &code->parts)
        put_ends(planner, &code->parts.items[i]);
}

// One call before all of it. What it names may be declared inside of it, except for objects of the whole file.
static void place_whole(Planner *planner, const HostCode *code, const Scope *scope)
{
    Effects effects = {0};
    add_all(planner, code, &effects);
    effects.reads &= planner->values;
    effects.writes &= planner->values;
    if (effects.unknown)
        put_leave(planner, code, scope, effects.unknown, effects.loc);
    else if (effects.writes)
        put_place(planner, code, "crs_host_writes", NULL, NULL, false);
    else if (effects.reads)
        put_place(planner, code, "crs_host_reads", NULL, NULL, false);
    if (scope->is_loop)
        put_ends(planner, code);
}

static void place_nest(Planner *planner, const HostCode *code, const Scope *scope)
{
    const Program *program = planner->programs[code->nest];
    NestAccesses accesses = nest_accesses(planner->arena, program, planner->values);
    bool calls = false; // its serial loop runs other nests
    FOR_EACH(i, &code->parts)
        calls |= has_device(planner, &code->parts.items[i]);
    if (calls || accesses.is_unknown) {
        put_leave(planner, code, scope, "a nest", code->loc);
        return;
    }
    if (accesses.reads_all)
        put_place(planner, code, "crs_host_reads", NULL, NULL, false);
    FOR_EACH(i, &accesses.reads)
        put_place(planner, code, "crs_host_reads", accesses.reads.items[i].address, accesses.reads.items[i].bytes,
                  false);
    put_renewal(planner, code, scope);
    planner->keeps[code->nest] = true;
    bool braces = accesses.writes.count && !code->in_block;
    if (braces)
        insert(planner, code->begin, "{ ");
    FOR_EACH(i, &accesses.writes)
        put_place(planner, code, "crs_host_wrote", accesses.writes.items[i].address, accesses.writes.items[i].bytes,
                  true);
    if (braces)
        insert(planner, code->end, " }");
}

// Pragmas of other compilers before it belong to it.
static void place_refused(Planner *planner, const HostCode *code, const Scope *scope)
{
    const Nest *nest = planner->unit->nests.items[code->nest];
    if (!has_device(planner, code))
        place_whole(planner, code, scope);
    else if (nest->lead < nest->extent.begin)
        put_leave(planner, code, scope, "a nest", code->loc);
    else
        place_parts(planner, code, scope);
}

static void place_parts(Planner *planner, const HostCode *code, const Scope *scope)
{
    FOR_EACH(i, &code->parts) {
        HostCode part = code->parts.items[i];
        if (part.is_init) { // once, before the loop
            part.begin = code->begin;
            part.end = code->end;
            part.in_block = code->in_block;
            part.is_fixed |= code->is_fixed;
        }
        place(planner, &part, scope);
    }
}

static void place(Planner *planner, const HostCode *code, const Scope *scope)
{
    if (code->kind != CODE_STATEMENT)
        planner->shown.count = 0;
    switch (code->kind) {
    case CODE_BLOCK:
    case CODE_BRANCH: place_parts(planner, code, scope); break;
    case CODE_LOOP:
        if (has_device(planner, code))
            place_parts(planner, code, scope);
        else
            place_whole(planner, code, scope);
        break;
    case CODE_NEST:
        if (is_restructured(planner, code))
            place_nest(planner, code, scope);
        else
            place_refused(planner, code, scope);
        break;
    default: place_simple(planner, code, scope);
    }
}

// ---- loops that keep data

static void place_loop(Planner *planner, const HostCode *code)
{
    bool leaves = false;
    Scope scope = {.is_loop = true, .leaves = &leaves};
    int insertions = planner->insertions.count, notes = planner->notes.count;
    for (int pass = 0; pass < 2; pass++) {
        planner->insertions.count = insertions;
        planner->notes.count = notes;
        insert(planner, code->begin, "{   int crs_kept = crs_keep_begin();\n");
        HostCode loop = *code;
        loop.in_block = true;
        place(planner, &loop, &scope);
        insert(planner, code->end,
               arena_printf(planner->arena, "\ncrs_keep_end(%s, crs_kept);   }", words_of(planner, code)));
        planner->insertions.items[planner->insertions.count - 1].indent = code->begin;
        if (!leaves)
            break;
        scope.renews = true;
    }
    if (planner->plans[planner->function].inside && leaves)
        raise_flag(planner, &planner->plans[planner->function].goes);
    HostKept kept = {code->loc, code_of(planner, planner->function)->name, leaves};
    VECTOR_PUSH(planner->arena, &planner->kept, kept);
}

static void find_loops(Planner *planner, const HostCode *code)
{
    if (code->kind == CODE_LOOP && !code->is_fixed && has_device(planner, code)) {
        place_loop(planner, code);
        return;
    }
    FOR_EACH(i, &code->parts)
        if (code->kind != CODE_NEST)
            find_loops(planner, &code->parts.items[i]);
}

// Of a function that loops call: the statements outside of its own loops, too.
static void place_around(Planner *planner, const HostCode *code, const Scope *scope)
{
    bool is_loop = code->kind == CODE_LOOP && !code->is_fixed && has_device(planner, code);
    if (is_loop) {
        place_loop(planner, code);
    } else if (code->kind == CODE_BLOCK || code->kind == CODE_BRANCH) {
        FOR_EACH(i, &code->parts)
            place_around(planner, &code->parts.items[i], scope);
    } else {
        place(planner, code, scope);
    }
}

static void plan_function(Planner *planner, int function)
{
    FunctionPlan *plan = &planner->plans[function];
    const HostFunctionCode *code = code_of(planner, function);
    planner->function = function;
    planner->shown.count = 0;
    if (!plan->device || plan->opaque)
        return;
    bool leaves = false;
    Scope scope = {.leaves = &leaves};
    if (plan->inside && code->jumps)
        place(planner, &code->body, &scope);
    else if (plan->inside)
        place_around(planner, &code->body, &scope);
    else if (!code->jumps)
        find_loops(planner, &code->body);
    if (leaves)
        raise_flag(planner, &plan->goes);
}

static void plan_all(Planner *planner)
{
    do {
        planner->changed = planner->failed = false;
        planner->insertions.count = planner->notes.count = planner->kept.count = 0;
        FOR_EACH(i, &planner->unit->nests)
            planner->keeps[i] = false;
        FOR_EACH(i, &planner->unit->host->code)
            plan_function(planner, i);
    } while (planner->changed || planner->failed);
}

static void say(const Planner *planner)
{
    FOR_EACH(i, &planner->notes) {
        const Note *note = &planner->notes.items[i];
        bool again = false;
        for (int k = 0; k < i; k++)
            again |= planner->notes.items[k].loc.begin == note->loc.begin;
        if (!again)
            diag_warning(planner->unit->diag, note->loc, WARN_RESIDENCY,
                         "the arrays come back from the device before %s", note->words);
    }
}

void residency_plan(Arena *arena, Unit *unit, Program *const *programs)
{
    Planner planner = {.arena = arena, .unit = unit, .programs = programs};
    planner.plans = ARENA_ARRAY(arena, FunctionPlan, unit->host->code.count);
    planner.keeps = ARENA_ARRAY(arena, bool, unit->nests.count);
    FOR_EACH(i, &unit->nests)
        if (programs[i])
            planner.values |= nest_values(programs[i]);
    if (!planner.values)
        return;
    find_devices(&planner);
    find_effects(&planner);
    plan_all(&planner);
    FOR_EACH(i, &planner.insertions)
        VECTOR_PUSH(arena, &unit->host->insertions, planner.insertions.items[i]);
    FOR_EACH(i, &planner.kept)
        VECTOR_PUSH(arena, &unit->host->kept, planner.kept.items[i]);
    FOR_EACH(i, &unit->nests)
        if (programs[i])
            programs[i]->keeps = planner.keeps[i];
    say(&planner);
}
