// Kernels of one part of a region out of another program, as one more version of that part.
//
//     kernel 1; kernel 2; kernel 3     ->     kernel 1; if (CONDITION) kernel 2 of the other; else kernel 2; kernel 3
//
// Both programs run the same source, and each kernel says which statements of it (Stmt.id). The kernels change places
// only if they are the same statements, between the same ones, and hand nothing over to the others but the arrays and
// scalars of the source.
#include "transform/plan/versions/version_join.h"
#include "transform/tree/query.h"

typedef struct Join {
    Arena *arena;
    Program *program, *other;
    const Version *version;
    NumberSet part;                   // the statements of the part
    NumberSet outside, other_outside; // those that are not in the kernels at hand, of both programs
} Join;

// ---- statements of the source

typedef struct Ids {
    Arena *arena;
    NumberSet set;
} Ids;

static bool add_id(void *context, const Stmt *stmt)
{
    Ids *ids = context;
    if (stmt->id > 0 && !numbers_have(ids->set, stmt->id))
        ids->set = numbers_with(ids->arena, ids->set, stmt->id);
    return true;
}

// Of the items from `first` to `end`, and those of `set`.
static NumberSet ids_of(Arena *arena, NumberSet set, const Stmt *list, int first, int end)
{
    Ids ids = {arena, set};
    for (int i = first; i < end; i++)
        stmt_walk(stmt_item(list, i), add_id, &ids);
    return ids.set;
}

// ---- where the part is

// The items of a list from the first one with statements of the part to the last one.
typedef struct Cut {
    const Stmt *list;
    int first, end;
    NumberSet before, inside, after;
} Cut;

static Cut cut_at(const Join *join, const Stmt *list)
{
    Cut cut = {.list = list, .first = -1};
    int count = stmt_count(list);
    for (int i = 0; i < count; i++) {
        if (!numbers_meet(ids_of(join->arena, (NumberSet){0}, list, i, i + 1), join->part))
            continue;
        cut.first = cut.first < 0 ? i : cut.first;
        cut.end = i + 1;
    }
    if (cut.first < 0)
        return cut;
    cut.before = ids_of(join->arena, cut.before, list, 0, cut.first);
    cut.inside = ids_of(join->arena, cut.inside, list, cut.first, cut.end);
    cut.after = ids_of(join->arena, cut.after, list, cut.end, count);
    return cut;
}

static Stmt *items_of(const Join *join, const Cut *cut)
{
    StmtList items = {0};
    for (int i = cut->first; i < cut->end; i++)
        VECTOR_PUSH(join->arena, &items, stmt_item(cut->list, i));
    return stmt_block(join->arena, items.items, items.count);
}

// The loop, or the condition, that is all of the range and holds other statements as well; NULL: there is none.
static const Stmt *around_others(const Join *join, const Cut *cut)
{
    const Stmt *item = stmt_item(cut->list, cut->first);
    bool holds = item->kind == ST_LOOP || (item->kind == ST_IF && !stmt_is_choice(item));
    return cut->end == cut->first + 1 && holds && !numbers_within(cut->inside, join->part) ? item : NULL;
}

// Whether both run what they hold under the same condition, or with the same values of one iterator.
static bool same_around(const Stmt *own, const Stmt *other)
{
    if (own->kind != other->kind)
        return false;
    if (own->kind == ST_IF)
        return expr_equal(own->condition, other->condition) && !own->otherwise == !other->otherwise;
    const Loop *loop = own->loop, *same = other->loop;
    return loop->iterator == same->iterator && expr_equal(loop->lower, same->lower) &&
           expr_equal(loop->upper, same->upper) && expr_equal(loop->step, same->step) &&
           loop->persists == same->persists && loop->endless == same->endless;
}

// Whether no statement is before, in or after the range in one program and elsewhere in the other.
static bool same_place(const Cut *own, const Cut *other)
{
    return !numbers_meet(own->before, other->inside) && !numbers_meet(own->before, other->after) &&
           !numbers_meet(own->inside, other->before) && !numbers_meet(own->inside, other->after) &&
           !numbers_meet(own->after, other->before) && !numbers_meet(own->after, other->inside);
}

// ---- whether kernels stand alone

typedef struct Look {
    const Join *join;
    NumberSet with; // the statements of kernels that have some of the part
    bool fits;
} Look;

static NumberSet ids_in(const Join *join, const Stmt *kernel)
{
    Ids ids = {join->arena, {0}};
    stmt_walk(kernel, add_id, &ids);
    return ids.set;
}

static bool look_for_others(void *context, const Stmt *stmt)
{
    Look *look = context;
    if (stmt->kind == ST_KERNEL && numbers_meet(ids_in(look->join, stmt), look->join->part)) {
        Ids ids = {look->join->arena, look->with};
        stmt_walk(stmt, add_id, &ids);
        look->with = ids.set;
    }
    return stmt->kind != ST_KERNEL;
}

static bool look_at_host(void *context, const Stmt *stmt)
{
    Look *look = context;
    if (stmt->kind != ST_KERNEL) {
        look->fits = look->fits && (stmt->kind == ST_BLOCK || stmt->kind == ST_LOOP || stmt->kind == ST_IF);
        return true;
    }
    look->fits = look->fits && numbers_within(ids_in(look->join, stmt), look->with);
    return false;
}

// Whether the host does nothing but launch, and each kernel has statements of the part, or such as are in the same
// kernel elsewhere: what else is in the other program was not planned.
static bool only_launches(const Join *join, const Stmt *kernels)
{
    Look look = {.join = join, .fits = true};
    stmt_walk(kernels, look_for_others, &look);
    stmt_walk(kernels, look_at_host, &look);
    return look.fits;
}

// What is at hand of one program, and the rest of its host part.
typedef struct Rest {
    const Stmt *kernels;
    const Array *array;
    const Symbol *symbol;
    bool mentions, declares; // the array in the rest, the symbol on the host there
} Rest;

static bool look_at_value(void *context, const Expr *expr)
{
    Rest *rest = context;
    rest->mentions = rest->mentions || (expr->kind == EX_ACCESS && expr->array == rest->array);
    return true;
}

static bool look_at_rest(void *context, const Stmt *stmt)
{
    Rest *rest = context;
    for (int i = 0; i < stmt_count(rest->kernels); i++)
        if (stmt_item(rest->kernels, i) == stmt)
            return false;
    if (stmt->kind == ST_KERNEL) {
        rest->mentions = rest->mentions || (rest->array && tree_mentions_array(stmt, rest->array));
        return false;
    }
    stmt_expressions(stmt, look_at_value, rest);
    rest->declares = rest->declares || (rest->symbol && stmt->kind == ST_DECLARE && stmt->symbol == rest->symbol) ||
                     (rest->symbol && stmt->kind == ST_LOOP && stmt->loop->iterator == rest->symbol);
    return true;
}

static bool rest_mentions(const Program *program, const Stmt *kernels, const Array *array)
{
    Rest rest = {.kernels = kernels, .array = array};
    stmt_walk(program->host, look_at_rest, &rest);
    return rest.mentions;
}

static bool rest_declares(const Program *program, const Stmt *kernels, const Symbol *symbol)
{
    Rest rest = {.kernels = kernels, .symbol = symbol};
    stmt_walk(program->host, look_at_rest, &rest);
    return rest.declares;
}

static const ScalarCell *cell_of(const Program *program, const Array *array, const Symbol *symbol)
{
    FOR_EACH(i, &program->cells)
        if (program->cells.items[i].cell == array || program->cells.items[i].symbol == symbol)
            return &program->cells.items[i];
    return NULL;
}

static bool has_scratch(const Program *program, const Array *array)
{
    FOR_EACH(i, &program->scratch)
        if (program->scratch.items[i] == array)
            return true;
    return false;
}

// Whether scratch memory that only one of the programs has is used by its kernels alone, and the scalars that kernels
// write are the same.
static bool keeps_memory(const Program *own, const Stmt *kernels, const Program *other, const Stmt *others)
{
    FOR_EACH(i, &own->scratch) {
        const Array *array = own->scratch.items[i];
        if (!tree_mentions_array(kernels, array))
            continue;
        const ScalarCell *cell = cell_of(own, array, NULL);
        const ScalarCell *same = cell ? cell_of(other, NULL, cell->symbol) : NULL;
        if (cell ? !same || !tree_mentions_array(others, same->cell)
                 : !has_scratch(other, array) && rest_mentions(own, kernels, array))
            return false;
    }
    return true;
}

// Whether the kernels know what they need of the host where they come to.
static bool knows_values(const Join *join, const Stmt *kernels, const Stmt *others)
{
    FOR_EACH(i, &join->other->nest->symbols) {
        const Symbol *symbol = join->other->nest->symbols.items[i];
        if (stmt_mentions(others, symbol) && rest_declares(join->other, others, symbol) &&
            !rest_declares(join->program, kernels, symbol))
            return false;
    }
    return true;
}

static bool stands_alone(const Join *join, const Stmt *kernels, const Stmt *others)
{
    return only_launches(join, kernels) && only_launches(join, others) &&
           keeps_memory(join->program, kernels, join->other, others) &&
           keeps_memory(join->other, others, join->program, kernels) && knows_values(join, kernels, others);
}

// ---- the choice

// As the last choice before what runs otherwise.
static Stmt *append(const Join *join, const Version *version, Stmt *kernels, Stmt *made)
{
    bool chooses = stmt_is_choice(kernels);
    Stmt *otherwise = chooses ? append(join, version, kernels->otherwise, made) : NULL;
    if (!chooses)
        return version_choice(join->arena, version, made, kernels);
    Stmt *chain = arena_copy(join->arena, kernels, sizeof *kernels);
    chain->otherwise = otherwise;
    return chain;
}

// The kernels of the other program alone, with the scratch memory that they use.
static Program program_of(const Join *join, Stmt *kernels)
{
    Program part = *join->other;
    part.host = kernels;
    part.scratch.items = NULL;
    part.scratch.count = part.scratch.capacity = 0;
    part.cells.items = NULL;
    part.cells.count = part.cells.capacity = 0;
    FOR_EACH(i, &join->other->scratch) {
        Array *array = join->other->scratch.items[i];
        if (tree_mentions_array(kernels, array))
            VECTOR_PUSH(join->arena, &part.scratch, array);
    }
    FOR_EACH(i, &join->other->cells)
        if (tree_mentions_array(kernels, join->other->cells.items[i].cell))
            VECTOR_PUSH(join->arena, &part.cells, join->other->cells.items[i]);
    return part;
}

static Stmt *choose(const Join *join, const Cut *own, const Cut *other)
{
    Stmt *kernels = items_of(join, own), *others = items_of(join, other);
    if (numbers_meet(own->inside, join->outside) || numbers_meet(other->inside, join->other_outside) ||
        !stands_alone(join, kernels, others))
        return NULL;
    Program part = program_of(join, others);
    Version version = *join->version;
    version_join(join->arena, join->program, &part, &version);
    VECTOR_PUSH(join->arena, &join->program->versions, version);
    return append(join, &version, kernels, version_named(join->arena, &part, version.name));
}

static Stmt *with_choice(Join *join, const Stmt *list, const Stmt *other_list);

// Inside of a loop, or of the only branch that has statements of the part.
static Stmt *with_inner_choice(Join *join, const Stmt *outer, const Stmt *other)
{
    if (!same_around(outer, other))
        return NULL;
    NumberSet body = ids_of(join->arena, (NumberSet){0}, outer->body, 0, stmt_count(outer->body));
    bool in_body = numbers_meet(body, join->part);
    const Stmt *rest = in_body ? outer->otherwise : outer->body, *other_rest = in_body ? other->otherwise : other->body;
    join->outside = ids_of(join->arena, join->outside, rest, 0, stmt_count(rest));
    join->other_outside = ids_of(join->arena, join->other_outside, other_rest, 0, stmt_count(other_rest));
    if (numbers_meet(join->outside, join->part) || numbers_meet(join->other_outside, join->part))
        return NULL;
    Stmt *inner = with_choice(join, in_body ? outer->body : outer->otherwise, in_body ? other->body : other->otherwise);
    Stmt *made = inner ? arena_copy(join->arena, outer, sizeof *outer) : NULL;
    if (made)
        *(in_body ? &made->body : &made->otherwise) = inner;
    return made;
}

static Stmt *with_choice(Join *join, const Stmt *list, const Stmt *other_list)
{
    Cut own = cut_at(join, list), other = cut_at(join, other_list);
    if (own.first < 0 || other.first < 0 || !same_place(&own, &other))
        return NULL;
    join->outside =
        ids_of(join->arena, ids_of(join->arena, join->outside, list, 0, own.first), list, own.end, stmt_count(list));
    join->other_outside = ids_of(join->arena, ids_of(join->arena, join->other_outside, other_list, 0, other.first),
                                 other_list, other.end, stmt_count(other_list));
    const Stmt *outer = around_others(join, &own), *other_outer = around_others(join, &other);
    Stmt *made = outer && other_outer ? with_inner_choice(join, outer, other_outer) : choose(join, &own, &other);
    StmtList items = {0};
    for (int i = 0; i < own.first; i++)
        VECTOR_PUSH(join->arena, &items, stmt_item(list, i));
    VECTOR_PUSH(join->arena, &items, made);
    for (int i = own.end; i < stmt_count(list); i++)
        VECTOR_PUSH(join->arena, &items, stmt_item(list, i));
    return made ? stmt_block(join->arena, items.items, items.count) : NULL;
}

bool versions_join_part(const Candidate *source, Program *program, const Version *version, Program *other)
{
    const Stmt *root = stmt_find_loop_named(source->nest->body, version->of);
    Join join = {.arena = source->arena, .program = program, .other = other, .version = version};
    join.part = root ? ids_of(join.arena, (NumberSet){0}, root, 0, 1) : (NumberSet){0};
    Stmt *host = root ? with_choice(&join, program->host, other->host) : NULL;
    if (host)
        program->host = host;
    return host;
}

void versions_end_parts(Arena *arena, Program *program, const char *name, const char *added)
{
    Text schedule = {.arena = arena};
    Version last = {.name = name};
    text_add(&schedule, added);
    version_print(&schedule, &last, program->schedule);
    VECTOR_PUSH(arena, &program->versions, last);
    program->schedule = text_string(&schedule);
}
