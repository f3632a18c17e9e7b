// The requirements of a nest on a device, from the facts about its accesses: input of the table of resources.
#include "analysis/model/granule.h"
#include "transform/plan/resources/resource_table.h"
#include "transform/tree/query.h"

enum { STEP_DEPTH = 8 }; // steps of the loop over shared operands that lie in shared memory together

bool operand_is_known(const Access *access)
{
    return access->affine || access_has_quotients(access->expr);
}

bool operand_stays(const Facts *facts, const Access *access, LoopId id)
{
    const LoopFact *loop = facts_loop(facts, id);
    return access->affine ? access_stays(facts, access, id)
                          : loop && !expr_mentions(access->expr, loop->loop->iterator);
}

// An array that other loops of a region have written is an operand, too.
static bool is_operand(const Facts *facts, const Access *access, const LoopId *loops, int count)
{
    const ArrayFact *array = access->array && operand_is_known(access) ? facts_array(facts, access->array) : NULL;
    const Stmt *results = stmt_find_loop(facts->nest->body, loops[count - 1]);
    return array && (!array->written || (results && !tree_writes_array(results, access->array)));
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
