// The requirements of a nest on a device, from the facts about its accesses: input of the table of resources.
#include "analysis/model/granule.h"
#include "transform/plan/resources/resource_table.h"
#include "transform/tree/linear.h"
#include "transform/tree/query.h"

enum { STEP_DEPTH = 8 }; // steps of the loop over shared operands that lie in shared memory together

bool operand_is_known(const Access *access)
{
    return access->affine || access_has_quotients(access->expr);
}

bool operand_is_unchanged(const Facts *facts, const Access *access, const Stmt *results)
{
    const ArrayFact *array = access->array ? facts_array(facts, access->array) : NULL;
    bool unchanged = results && access->array && !tree_writes_array(results, access->array);
    return array ? !array->written || unchanged : unchanged && array_is_temporary(access->array);
}

bool operand_stays(const Facts *facts, const Access *access, LoopId id)
{
    const LoopFact *loop = facts_loop(facts, id);
    return access->affine ? access_stays(facts, access, id)
                          : loop && !expr_mentions(access->expr, loop->loop->iterator);
}

// L % row, where the rest of the subscript is whole rows: elements that L meets in each of its rounds.
static const Expr *row_along(const Expr *atom, const Symbol *iterator)
{
    atom = expr_strip_casts(atom);
    bool rest = atom->kind == EX_BINARY && atom->op == OP_REM &&
                expr_strip_casts(atom->operands[0])->kind == EX_SYMBOL &&
                expr_strip_casts(atom->operands[0])->symbol == iterator;
    return rest ? expr_strip_casts(atom->operands[1]) : NULL;
}

static bool is_whole_rows(const LinearTerm *term, const Expr *row)
{
    const Expr *atom = expr_strip_casts(term->atom);
    bool times =
        atom->kind == EX_BINARY && atom->op == OP_MUL &&
        (expr_equal(expr_strip_casts(atom->operands[0]), row) || expr_equal(expr_strip_casts(atom->operands[1]), row));
    return times || (row->kind == EX_INT && row->integer && term->factor % row->integer == 0);
}

// In the dimension whose neighbours are neighbours in memory. A window would share that dimension with the results.
static bool walks_in_rows(const Expr *access, const Symbol *iterator)
{
    Arena *scratch = arena_new();
    Linear last = linear_of(scratch, expr_copy(scratch, access->operands[access->noperands - 1]));
    const Expr *row = NULL;
    FOR_EACH(i, &last.terms)
        if (!row && last.terms.items[i].factor == 1)
            row = row_along(last.terms.items[i].atom, iterator);
    bool walks = row && !last.overflow;
    FOR_EACH(i, &last.terms)
        walks =
            walks && (row_along(last.terms.items[i].atom, iterator) == row ||
                      is_whole_rows(&last.terms.items[i], row) || !expr_mentions_iterator(last.terms.items[i].atom));
    arena_release(scratch);
    return walks;
}

bool operand_walks(const Facts *facts, const Access *access, LoopId id)
{
    const LoopFact *loop = facts_loop(facts, id);
    if (access->expr->kind == EX_ACCESS && loop && access->expr->noperands && access_has_quotients(access->expr))
        return walks_in_rows(access->expr, loop->loop->iterator);
    return access_walks(facts, access, id);
}

// An array that other loops of a region have written is an operand, too.
static bool is_operand(const Facts *facts, const Access *access, const LoopId *loops, int count)
{
    return operand_is_known(access) &&
           operand_is_unchanged(facts, access, stmt_find_loop(facts->nest->body, loops[count - 1]));
}

// Whether a loop other than those of the results moves the access.
static bool moves_inside(const Facts *facts, const Access *access, const LoopId *loops, int count)
{
    FOR_EACH(i, &facts->loops) {
        LoopId loop = facts->loops.items[i].id;
        bool outer = false;
        for (int k = 0; k < count; k++)
            outer = outer || loops[k] == loop;
        if (!outer && !operand_stays(facts, access, loop))
            return true;
    }
    return false;
}

// Operands of each direction are shared by the results along the other one, as in a matrix product.
static bool shares_operands(const Facts *facts, const LoopId *loops, int count)
{
    bool along_x = false, along_y = false;
    LoopId y = loops[count - 2], x = loops[count - 1];
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (!is_operand(facts, access, loops, count) || !moves_inside(facts, access, loops, count))
            continue;
        bool with_x = operand_stays(facts, access, x), with_y = operand_stays(facts, access, y);
        along_x = along_x || (with_x && !with_y);
        along_y = along_y || (with_y && !with_x);
    }
    return along_x && along_y;
}

// Operands that lie along another loop than the results.
static int transposed_operands(const Facts *facts, const LoopId *loops, int count)
{
    int found = 0;
    bool results_along[2] = {false, false};
    FOR_EACH(i, &facts->accesses)
        for (int k = 0; k < 2; k++)
            if (facts->accesses.items[i].array && facts->accesses.items[i].is_write)
                results_along[k] =
                    results_along[k] || access_walks(facts, &facts->accesses.items[i], loops[count - 2 + k]);
    if (results_along[0] == results_along[1])
        return 0;
    LoopId along = loops[count - (results_along[1] ? 1 : 2)], across = loops[count - (results_along[1] ? 2 : 1)];
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        found += is_operand(facts, access, loops, count) && access_walks(facts, access, across) &&
                 !access_stays(facts, access, along) && !access_walks(facts, access, along);
    }
    return found;
}

// Different places that the statements inside of all the loops read.
static int loads_per_result(const Facts *facts, const LoopId *loops, int count)
{
    int loads = 0;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        bool counts = !access->is_write && access->array && access->array->space == SPACE_GLOBAL;
        for (int k = 0; counts && k < count; k++) {
            const Stmt *loop = stmt_find_loop(facts->nest->body, loops[k]);
            counts = loop && stmt_contains(loop, access->stmt);
        }
        for (int k = 0; counts && k < i; k++)
            counts = facts->accesses.items[k].is_write || !expr_equal(facts->accesses.items[k].expr, access->expr);
        loads += counts;
    }
    return loads;
}

ResourceQuery resource_query(const Facts *facts, const Device *device, const LoopId *loops, int count, int element_size)
{
    ResourceQuery query = {.device = device, .element_size = element_size};
    query.elements_per_result = elements_per_result(facts, loops, count);
    query.loads_per_result = loads_per_result(facts, loops, count);
    if (count >= 2 && shares_operands(facts, loops, count))
        query.reuse_depth = STEP_DEPTH;
    else if (count >= 2)
        query.staged_elements = transposed_operands(facts, loops, count);
    return query;
}
