// Data stays on the device from one nest to the next while a loop of the host around them runs, and in a run of
// statements with nests, one after the other. Launchers find out by themselves which bytes these are. Here each
// statement of the loop, and of the functions that it calls, is asked whether it may touch them, by the kinds of
// values; where it may, a call before it makes the two copies the same:
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
// Outside of these loops and runs nothing stays, so that code which is not known finds everything in the host's memory.
// Therefore a statement that may do anything ends a run, and no note says so: it is as if nothing had been tried.
#include "codegen/host/residency.h"

#include "codegen/cuda/emit.h"
#include "codegen/host/residency_effects.h"
#include "codegen/host/residency_nest.h"
#include "codegen/host/residency_run.h"
#include "frontend/host.h"

#include <string.h>

typedef struct Note {
    Loc loc;
    const char *words;
} Note;

typedef struct Planner {
    Arena *arena;
    ProgramPlan program;
    const ProgramFile *input;
    unsigned values; // that nests have in arrays
    int function;    // that is being planned
    bool failed;
    VECTOR(HostInsertion) insertions;
    VECTOR(Note) notes;
    VECTOR(HostKept) kept;
    bool *keeps;                // by nest of the input
    VECTOR(const char *) shown; // addresses from where the host has the newest values in the statement before
} Planner;

// The loop or the run around the statement that keeps data, or none.
typedef struct Scope {
    bool keeps;
    bool renews; // data may leave the device in it
    bool *leaves;
} Scope;

// ---- texts

static bool is_input(const Planner *planner)
{
    return planner->program.file == planner->input;
}

static void insert(Planner *planner, size_t at, const char *text)
{
    if (!is_input(planner))
        return;
    HostInsertion insertion = {at, at, text};
    VECTOR_PUSH(planner->arena, &planner->insertions, insertion);
}

static const char *words_of(const Planner *planner, const HostCode *code)
{
    Text text = {.arena = planner->arena};
    emit_string(&text,
                arena_printf(planner->arena, "%s (%s:%d)", effects_code_of(&planner->program, planner->function)->name,
                             planner->program.file->unit->shown_path, code->loc.line));
    return text_string(&text);
}

// Without the text, there is nothing that could be planned around this place.
static void close_place(Planner *planner, const HostCode *code)
{
    planner->failed = true;
    if (planner->program.in_straight)
        planner->program.functions[planner->function].loops_only = true;
    else
        effects_close(&planner->program, planner->function, "a macro that yields more than a statement", code->loc);
}

// From here on arrays may stay; of several files, if the program has been made of them.
static const char *text_of_begin(const Planner *planner, const HostCode *code)
{
    return planner->program.nfiles == 1
               ? "crs_keep_begin()"
               : arena_printf(planner->arena, "crs_whole_begin(%s, crs_missing_file())", words_of(planner, code));
}

// A call that precedes the statement or the expression.
static void put_before(Planner *planner, const HostCode *code, const char *call)
{
    Arena *arena = planner->arena;
    if (code->is_fixed) {
        close_place(planner, code);
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
    if (!planner->program.in_straight && is_input(planner))
        VECTOR_PUSH(planner->arena, &planner->notes, note);
}

static void put_end(Planner *planner, const HostCode *code)
{
    put_before(planner, code, arena_printf(planner->arena, "crs_keep_end(%s, crs_kept)", words_of(planner, code)));
}

// Before a nest, or before the call of a function with nests.
static void put_renewal(Planner *planner, const HostCode *code, const Scope *scope)
{
    if (scope->keeps && scope->renews)
        put_before(planner, code, planner->program.nfiles == 1 ? "crs_keep_on()" : "crs_whole_on(crs_missing_file())");
}

// ---- expressions and simple statements

// What accesses by no certain address, and functions of the file without nests, may touch.
static Effects anywhere(const Planner *planner, const HostCode *code)
{
    Effects effects = {0};
    effects_of_own(&planner->program, code, &effects);
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
    if (access->frees)
        return "crs_host_frees";
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
    FOR_EACH(i, &code->callees)
        count += planner->program.functions[code->callees.items[i]].device;
    return count;
}

// Several calls of functions with nests do not mind each other, if nothing else touches arrays. Of one call, everything
// else happens before it, or only takes its result.
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

static bool touches_arrays(const Planner *planner, const HostCode *code, const Effects *effects)
{
    bool touches = effects->reads != 0;
    FOR_EACH(i, &code->accesses)
        touches |= (code->accesses.items[i].values & planner->values) != 0;
    return touches;
}

static void place_call(Planner *planner, const HostCode *code, const Scope *scope, const Effects *effects)
{
    bool fine = (code->callees.count == 1 || !touches_arrays(planner, code, effects)) && !effects->writes;
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
    FOR_EACH(i, &code->callees) {
        FunctionPlan *callee = &planner->program.functions[code->callees.items[i]];
        effects_raise(&planner->program, planner->program.in_straight ? &callee->in_run : &callee->inside);
        *scope->leaves |= callee->goes;
    }
    if (result)
        put_place(planner, code, "crs_host_wrote", result->address, result->bytes, true);
}

static void place_simple(Planner *planner, const HostCode *code, const Scope *scope)
{
    Effects effects = anywhere(planner, code);
    if (code->kind == CODE_RETURN && scope->keeps)
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
    effects_of_all(&planner->program, code, &effects);
    effects.reads &= planner->values;
    effects.writes &= planner->values;
    if (effects.unknown)
        put_leave(planner, code, scope, effects.unknown, effects.loc);
    else if (effects.writes)
        put_place(planner, code, "crs_host_writes", NULL, NULL, false);
    else if (effects.reads)
        put_place(planner, code, "crs_host_reads", NULL, NULL, false);
    if (scope->keeps)
        put_ends(planner, code);
}

static void place_nest(Planner *planner, const HostCode *code, const Scope *scope)
{
    const Program *program = planner->program.file->programs[code->nest];
    NestAccesses accesses = nest_accesses(planner->arena, program, planner->values);
    bool calls = false; // its serial loop runs other nests
    FOR_EACH(i, &code->parts)
        calls |= effects_device(&planner->program, &code->parts.items[i]);
    bool returns = nest_left(program->nest); // and what it does before may be anything
    if (calls || accesses.is_unknown || returns) {
        put_leave(planner, code, scope, "a nest", code->loc);
        if (returns && scope->keeps)
            put_ends(planner, code);
        return;
    }
    if (accesses.reads_all)
        put_place(planner, code, "crs_host_reads", NULL, NULL, false);
    FOR_EACH(i, &accesses.reads)
        put_place(planner, code, "crs_host_reads", accesses.reads.items[i].address, accesses.reads.items[i].bytes,
                  false);
    put_renewal(planner, code, scope);
    if (is_input(planner))
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
    const Nest *nest = planner->program.file->unit->nests.items[code->nest];
    if (!effects_device(&planner->program, code))
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

static void place_inner_loop(Planner *planner, const HostCode *code, const Scope *scope)
{
    bool straight = planner->program.in_straight;
    planner->program.in_straight &= code->is_fixed;
    if (effects_device(&planner->program, code))
        place_parts(planner, code, scope);
    else
        place_whole(planner, code, scope);
    planner->program.in_straight = straight;
}

static void place(Planner *planner, const HostCode *code, const Scope *scope)
{
    if (code->kind != CODE_STATEMENT)
        planner->shown.count = 0;
    switch (code->kind) {
    case CODE_BLOCK:
    case CODE_BRANCH: place_parts(planner, code, scope); break;
    case CODE_LOOP: place_inner_loop(planner, code, scope); break;
    case CODE_NEST:
        if (effects_restructured(&planner->program, code))
            place_nest(planner, code, scope);
        else
            place_refused(planner, code, scope);
        break;
    default: place_simple(planner, code, scope);
    }
}

// ---- loops and runs that keep data

// Statements of a block one after the other, or a loop. `open` and `close` are texts around what keeps data.
static void place_kept(Planner *planner, const HostCode *parts, int count, const char *open, const char *close)
{
    const HostCode *last = &parts[count - 1];
    bool leaves = false;
    Scope scope = {.keeps = true, .leaves = &leaves};
    int insertions = planner->insertions.count, notes = planner->notes.count;
    for (int pass = 0; pass < 2; pass++) {
        planner->insertions.count = insertions;
        planner->notes.count = notes;
        insert(planner, parts->begin,
               arena_printf(planner->arena, "%scrs_kept = %s;\n", open, text_of_begin(planner, parts)));
        for (int i = 0; i < count; i++)
            place(planner, &parts[i], &scope);
        insert(planner, last->end,
               arena_printf(planner->arena, "\ncrs_keep_end(%s, crs_kept);%s", words_of(planner, parts), close));
        if (is_input(planner))
            planner->insertions.items[planner->insertions.count - 1].indent = parts->begin;
        if (!leaves)
            break;
        scope.renews = true;
    }
    FunctionPlan *plan = &planner->program.functions[planner->function];
    if ((plan->inside || plan->in_run) && leaves)
        effects_raise(&planner->program, &plan->goes);
    if (!is_input(planner))
        return;
    HostKept kept = {parts->loc, effects_code_of(&planner->program, planner->function)->name, leaves};
    VECTOR_PUSH(planner->arena, &planner->kept, kept);
}

static void place_loop(Planner *planner, const HostCode *code)
{
    bool straight = planner->program.in_straight;
    HostCode loop = *code;
    loop.in_block = true;
    planner->program.in_straight = false;
    place_kept(planner, &loop, 1, "{   int ", "   }");
    planner->program.in_straight = straight;
}

// Without braces if they would hide declarations from what follows; `again`: the variable is there.
static void place_run(Planner *planner, const HostCode *parts, int count, bool *again)
{
    bool straight = planner->program.in_straight, declares = *again;
    for (int i = 0; i < count; i++)
        declares |= parts[i].declares;
    planner->program.in_straight = true;
    place_kept(planner, parts, count, !declares ? "{   int " : *again ? "" : "int ", declares ? "" : "   }");
    planner->program.in_straight = straight;
    *again = declares;
}

static bool frees(const HostCode *code)
{
    bool found = false;
    FOR_EACH(i, &code->accesses)
        found |= code->accesses.items[i].frees;
    FOR_EACH(i, &code->parts)
        found |= frees(&code->parts.items[i]);
    return found;
}

static RunPart run_part(Planner *planner, const HostCode *code)
{
    RunPart part = {.device = effects_device(&planner->program, code), .frees = frees(code)};
    part.is_fixed = code->is_fixed || code->is_open;
    Effects effects = {0};
    bool straight = planner->program.in_straight;
    planner->program.in_straight = true;
    if (effects_restructured(&planner->program, code))
        part.program = planner->program.file->programs[code->nest];
    else
        effects_of_all(&planner->program, code, &effects);
    planner->program.in_straight = straight;
    part.stops = effects.unknown || code->kind == CODE_RETURN;
    return part;
}

static void place_outside(Planner *planner, const HostCode *code, const Scope *scope, bool runs);

// `runs`: control passes through the block from its beginning to its end.
static void place_block(Planner *planner, const HostCode *code, const Scope *scope, bool runs)
{
    int count = code->parts.count, first = count, last = count;
    bool again = false;
    RunPart *parts = ARENA_ARRAY(planner->arena, RunPart, count + 1);
    for (int i = 0; i < count; i++)
        parts[i] = run_part(planner, &code->parts.items[i]);
    if (!runs || !run_next(parts, count, 0, &first, &last))
        first = count;
    for (int i = 0; i < count; i++) {
        if (i != first) {
            place_outside(planner, &code->parts.items[i], scope, runs);
            continue;
        }
        place_run(planner, &code->parts.items[first], last - first + 1, &again);
        i = last;
        if (!run_next(parts, count, i + 1, &first, &last))
            first = count;
    }
}

// Loops and runs, and with a scope all other statements: those of a function that is called where data stays.
static void place_outside(Planner *planner, const HostCode *code, const Scope *scope, bool runs)
{
    if (code->kind == CODE_LOOP && !code->is_fixed && !code->is_open && effects_device(&planner->program, code)) {
        place_loop(planner, code);
    } else if (code->kind == CODE_BLOCK) {
        place_block(planner, code, scope, runs);
    } else if (scope ? code->kind == CODE_BRANCH : code->kind != CODE_NEST) {
        FOR_EACH(i, &code->parts)
            place_outside(planner, &code->parts.items[i], scope, runs && code->kind != CODE_LOOP && !code->chooses);
    } else if (scope) {
        place(planner, code, scope);
    }
}

static void plan_function(Planner *planner, int function)
{
    FunctionPlan *plan = &planner->program.functions[function];
    const HostFunctionCode *code = effects_code_of(&planner->program, function);
    planner->function = function;
    effects_enter(&planner->program, function);
    planner->shown.count = 0;
    if (!plan->device || plan->opaque)
        return;
    bool leaves = false, called = plan->inside || (plan->in_run && !plan->loops_only);
    Scope scope = {.leaves = &leaves};
    planner->program.in_straight = !plan->inside;
    if (called && code->jumps)
        place(planner, &code->body, &scope);
    else if (!code->jumps)
        place_outside(planner, &code->body, called ? &scope : NULL, !plan->loops_only);
    if (leaves)
        effects_raise(&planner->program, &plan->goes);
}

static void plan_all(Planner *planner)
{
    do {
        planner->program.changed = planner->failed = false;
        planner->insertions.count = planner->notes.count = planner->kept.count = 0;
        FOR_EACH(i, &planner->input->unit->nests)
            planner->keeps[i] = false;
        for (int i = 0; i < planner->program.count; i++)
            plan_function(planner, i);
    } while (planner->program.changed || planner->failed);
}

static void say(const Planner *planner)
{
    FOR_EACH(i, &planner->notes) {
        const Note *note = &planner->notes.items[i];
        bool again = false;
        for (int k = 0; k < i; k++)
            again |= planner->notes.items[k].loc.begin == note->loc.begin;
        if (!again)
            diag_warning(planner->input->unit->diag, note->loc, WARN_RESIDENCY,
                         "the arrays come back from the device before %s", note->words);
    }
}

// Of `function`, or of a function that it calls there: the one of which nothing is known, so that no data stays in its
// loops around nests; -1: there is none.
static int find_closed(const ProgramPlan *plans, int function, const HostCode *code, bool in_loop)
{
    in_loop |= code->kind == CODE_LOOP;
    bool closed = plans->functions[function].opaque;
    if (in_loop && closed && effects_restructured(plans, code))
        return function;
    for (int i = 0; in_loop && i < code->callees.count; i++) {
        const FunctionPlan *callee = &plans->functions[code->callees.items[i]];
        if (callee->device && (closed || callee->opaque))
            return closed ? function : code->callees.items[i];
    }
    int found = -1;
    for (int i = 0; found < 0 && i < code->parts.count; i++)
        found = find_closed(plans, function, &code->parts.items[i], in_loop);
    return found;
}

// A loop in which nests stay on the device has notes of its own.
static void say_closed(Planner *planner)
{
    const ProgramPlan *plans = &planner->program;
    for (int i = 0; i < plans->count; i++) {
        const HostCode *body = &effects_code_of(plans, i)->body;
        effects_enter(&planner->program, i);
        bool apart = plans->functions[i].opaque || !effects_device(plans, body);
        int closed = apart && is_input(planner) ? find_closed(plans, i, body, false) : -1;
        if (closed < 0)
            continue;
        Loc loc = plans->functions[closed].obstacle_loc;
        diag_warning(planner->input->unit->diag, loc, WARN_RESIDENCY,
                     "no array stays by itself in the loops of '%s', because of %s", effects_code_of(plans, i)->name,
                     plans->functions[closed].obstacle);
    }
}

// What the code of the files relies on of each other.
static uint64_t hash_of(const Planner *planner)
{
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < planner->program.count; i++) {
        const FunctionPlan *plan = &planner->program.functions[i];
        const unsigned parts[] = {plan->device,
                                  plan->opaque,
                                  plan->inside,
                                  plan->in_run,
                                  plan->loops_only,
                                  plan->goes,
                                  plan->effects.unknown != NULL,
                                  plan->effects.reads,
                                  plan->effects.writes,
                                  planner->values};
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
            hash = (hash ^ parts[k]) * 1099511628211u;
    }
    for (int i = 0; i < planner->program.nfiles; i++)
        FOR_EACH(k, &planner->program.files[i].unit->nests)
            hash = (hash ^ (planner->program.files[i].programs[k] != NULL)) * 1099511628211u;
    return hash;
}

bool residency_plan(Arena *arena, ProgramFile *files, int count, int input, uint64_t *hash)
{
    Planner planner = {.arena = arena, .program = {.files = files, .nfiles = count}, .input = &files[input]};
    Unit *unit = files[input].unit;
    *hash = 0;
    Program *const *programs = files[input].programs;
    planner.keeps = ARENA_ARRAY(arena, bool, unit->nests.count);
    for (int i = 0; i < count; i++)
        FOR_EACH(k, &files[i].unit->nests)
            if (files[i].programs[k])
                planner.values |= nest_values(files[i].programs[k]);
    for (int i = 0; i < count; i++) {
        files[i].first = planner.program.count;
        planner.program.count += files[i].unit->host->code.count;
    }
    if (!planner.values)
        return true;
    if (!effects_link(arena, unit->diag, &planner.program))
        return false;
    effects_find(&planner.program);
    plan_all(&planner);
    FOR_EACH(i, &planner.insertions)
        VECTOR_PUSH(arena, &unit->host->insertions, planner.insertions.items[i]);
    FOR_EACH(i, &planner.kept)
        VECTOR_PUSH(arena, &unit->host->kept, planner.kept.items[i]);
    FOR_EACH(i, &unit->nests)
        if (programs[i])
            programs[i]->keeps = planner.keeps[i];
    say(&planner);
    say_closed(&planner);
    *hash = hash_of(&planner);
    return true;
}
