// Which accesses of a vector loop are vectors.
#include "transform/tree/linear.h"
#include "transform/tree/query.h"
#include "transform/vector/vector_find.h"

enum { MOST_BYTES = 64 };

// ---- what the body accesses

static uint64_t mixed(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * 1099511628211u;
}

// The same for equal ones, within one run of the compiler.
static uint64_t hash_of(const Expr *expr)
{
    uint64_t hash = mixed(14695981039346656037u, (uint64_t)expr->kind);
    hash = mixed(mixed(hash, (uint64_t)expr->op), (uint64_t)expr->integer);
    hash = mixed(mixed(hash, (uintptr_t)expr->symbol), (uintptr_t)expr->array);
    for (int i = 0; i < expr->noperands; i++)
        hash = mixed(hash, expr->operands[i] ? hash_of(expr->operands[i]) : 0);
    return hash;
}

static void note_use(VectorUses *uses, const Expr *access, bool write, bool conditional)
{
    VectorUse use = {access, write, conditional, uses->list.count, hash_of(access)};
    for (int i = 0; i < uses->list.count && use.first == uses->list.count; i++)
        if (uses->list.items[i].hash == use.hash && expr_equal(uses->list.items[i].access, access))
            use.first = i;
    VECTOR_PUSH(uses->arena, &uses->list, use);
}

static void note_reads(VectorUses *uses, const Expr *expr, bool conditional)
{
    if (!expr)
        return;
    if (expr->kind == EX_ADDRESS)
        VECTOR_PUSH(uses->arena, &uses->withheld, expr->operands[0]->array);
    bool branches = expr_branches(expr);
    for (int i = 0; i < expr->noperands; i++)
        note_reads(uses, expr->operands[i], conditional || (branches && i > 0));
    for (int i = 0; i < expr->npath; i++)
        for (int d = 0; d < expr->path[i].field->ndim; d++)
            note_reads(uses, expr->path[i].subscripts[d], conditional);
    if (expr->kind == EX_ACCESS)
        note_use(uses, expr, false, conditional);
}

static void note_assignment(VectorUses *uses, const Stmt *stmt, bool conditional)
{
    const Expr *place = stmt->place;
    note_reads(uses, stmt->value, conditional);
    for (int i = 0; i < place->noperands; i++)
        note_reads(uses, place->operands[i], conditional);
    if (place->kind != EX_ACCESS)
        return;
    if (stmt->op != OP_NONE)
        note_use(uses, place, false, conditional);
    note_use(uses, place, true, conditional);
}

static void note_uses(VectorUses *uses, const Stmt *stmt, bool conditional)
{
    if (stmt->kind == ST_ASSIGN)
        note_assignment(uses, stmt, conditional);
    else
        note_reads(uses, stmt->value, conditional);
    note_reads(uses, stmt->condition, conditional);
    for (int i = 0; i < stmt->nitems; i++)
        note_uses(uses, stmt->items[i], conditional);
    if (stmt->body)
        note_uses(uses, stmt->body, true);
    if (stmt->otherwise)
        note_uses(uses, stmt->otherwise, true);
}

VectorUses vector_uses(Arena *arena, const Stmt *body)
{
    VectorUses uses = {.arena = arena};
    note_uses(&uses, body, false);
    return uses;
}

// ---- registers

typedef struct Picked {
    const Stmt *body;
    const Symbol *iterator;
    bool found;
} Picked;

typedef struct Declaration {
    const Array *array;
    bool found;
} Declaration;

static bool look_for_declaration(void *context, const Stmt *stmt)
{
    Declaration *declaration = context;
    declaration->found = declaration->found || (stmt->kind == ST_DECLARE && stmt->array == declaration->array);
    return !declaration->found;
}

static bool look_for_picked(void *context, const Expr *expr)
{
    Picked *picked = context;
    bool held = expr->kind == EX_ACCESS && expr->array->staged &&
                (expr->array->space == SPACE_REGISTER || expr->array->of_threads);
    if (!held || !expr_mentions(expr, picked->iterator))
        return !picked->found;
    Declaration declaration = {expr->array, false};
    stmt_walk(picked->body, look_for_declaration, &declaration);
    picked->found = picked->found || !declaration.found;
    return !picked->found;
}

bool vector_picks_registers(const Stmt *body, const Symbol *iterator)
{
    Picked picked = {body, iterator, false};
    stmt_walk_expressions(body, look_for_picked, &picked);
    return picked.found;
}

// ---- which accesses are vectors

Expr *vector_definition(Arena *arena, const Loop *loop, Expr *expr)
{
    return loop->defines ? expr_substitute(arena, expr, loop->defines, loop->definition) : expr;
}

typedef struct Steadiness {
    const Stmt *body;
    bool steady;
} Steadiness;

static bool look_for_change(void *context, const Expr *expr)
{
    Steadiness *steadiness = context;
    bool computed = expr->kind == EX_ACCESS || expr->kind == EX_CALL || expr->kind == EX_INTRINSIC;
    bool changes = expr->kind == EX_SYMBOL && (tree_declares(steadiness->body, expr->symbol) ||
                                               tree_writes_symbol(steadiness->body, expr->symbol));
    steadiness->steady = steadiness->steady && !computed && !changes;
    return steadiness->steady;
}

// By how many elements the subscript moves from one vector element to the next; false: not by the same number
// everywhere.
static bool moves_by(Arena *arena, const Stmt *stmt, Expr *subscript, int64_t *distance)
{
    const Loop *loop = stmt->loop;
    Linear form = linear_of(arena, vector_definition(arena, loop, subscript));
    Steadiness steadiness = {stmt->body, !form.overflow};
    *distance = linear_factor(&form, loop->iterator);
    FOR_EACH(i, &form.terms) {
        const Expr *atom = form.terms.items[i].atom;
        bool element = expr_strip_casts(atom)->kind == EX_SYMBOL && expr_strip_casts(atom)->symbol == loop->iterator;
        if (!element && expr_mentions(atom, loop->iterator))
            return false;
        expr_walk(atom, look_for_change, &steadiness);
    }
    return steadiness.steady;
}

bool vector_fits(Arena *arena, const Stmt *stmt, const Expr *access, int64_t width)
{
    const Array *array = access->array;
    bool placed = array->space == SPACE_GLOBAL || array->space == SPACE_SCRATCH ||
                  (array->of_threads && expr_is_int(array->extent[array->ndim - 1], width));
    if (!placed || array->ndim < 1 || access->npath || array->is_volatile || array->is_enum)
        return false;
    if (!type_is_arithmetic(array->element) || array->element->kind == TY_BOOL ||
        array->element->size * width > MOST_BYTES)
        return false;
    for (int d = 0; d < array->ndim; d++) {
        int64_t distance;
        if (!moves_by(arena, stmt, access->operands[d], &distance) || distance != (d == array->ndim - 1))
            return false;
    }
    return true;
}

static bool is_withheld(const VectorUses *uses, const Array *array)
{
    FOR_EACH(i, &uses->withheld)
        if (uses->withheld.items[i] == array)
            return true;
    return false;
}

bool vector_writes(const VectorUses *uses, const Array *array)
{
    FOR_EACH(i, &uses->list)
        if (uses->list.items[i].write && uses->list.items[i].access->array == array)
            return true;
    return is_withheld(uses, array);
}

// The group of a use that is the first one of its access; false: its elements have to be accessed one by one.
static bool group_of(const VectorUses *uses, int first, VectorGroup *group)
{
    const Expr *access = uses->list.items[first].access;
    bool surely = false, uniform = true;
    *group = (VectorGroup){.access = access};
    FOR_EACH(i, &uses->list) {
        const VectorUse *use = &uses->list.items[i];
        if (use->access->array != access->array)
            continue;
        bool same = use->first == first;
        uniform = uniform && same && !(use->write && use->conditional);
        if (same && !use->write && !group->written)
            group->read = true;
        group->written = group->written || use->write;
        surely = surely || (same && !use->conditional);
    }
    return surely && (uniform || !group->written);
}

// Whether one address is a multiple of an access whenever the other one is, by the subscripts: a[i-1] and a[i] are not.
static bool fit_together(Arena *arena, const VectorGroup *left, const VectorGroup *right, int64_t width)
{
    const Expr *a = left->access, *b = right->access;
    Linear first = linear_of(arena, a->operands[a->noperands - 1]),
           second = linear_of(arena, b->operands[b->noperands - 1]);
    Linear apart = linear_combine(arena, &first, &second, -1);
    int64_t bytes = b->type->size * width < ACCESS_BYTES ? b->type->size * width : ACCESS_BYTES;
    return !linear_is_constant(&apart) || apart.constant % (bytes / b->type->size) == 0;
}

// Only those that can be aligned together with the first one, which is a written one if there is any.
static VectorGroups choose_together(Arena *arena, const VectorGroups *all, int64_t width)
{
    VectorGroups chosen = {0};
    int leader = 0;
    FOR_EACH(i, &all->list)
        if (all->list.items[i].written && !all->list.items[leader].written)
            leader = i;
    if (all->list.count)
        VECTOR_PUSH(arena, &chosen.list, all->list.items[leader]);
    FOR_EACH(i, &all->list)
        if (i != leader && fit_together(arena, &all->list.items[leader], &all->list.items[i], width))
            VECTOR_PUSH(arena, &chosen.list, all->list.items[i]);
    return chosen;
}

VectorGroups vector_find(Arena *arena, const Stmt *loop, int64_t width)
{
    VectorGroups groups = {0};
    VectorUses uses = vector_uses(arena, loop->body);
    FOR_EACH(i, &uses.list) {
        const Expr *access = uses.list.items[i].access;
        VectorGroup group;
        if (uses.list.items[i].first == i && !is_withheld(&uses, access->array) &&
            vector_fits(arena, loop, access, width) && group_of(&uses, i, &group))
            VECTOR_PUSH(arena, &groups.list, group);
    }
    return choose_together(arena, &groups, width);
}
