#include "analysis/model/cost/count_index.h"

// Instructions of index arithmetic, as nvcc 13 makes them for sm_90 (seen in its machine code). Indices of arrays are
// 64 bits wide: a sum takes two instructions, a product by a number that is not known four, and a base with a scaled
// index two (LEA and LEA.HI.X), and so does a sum of 32 bits that is extended. Shared memory has addresses of 32 bits:
// one for each subscript.
enum { SUM = 2, PRODUCT = 4, BASE = 2, EXTENSION = 2 };

// Quotients by powers of two round toward 0: a sign, a sum and a shift; other constants: a product and its high half.
enum { SHIFTED = 3, SHIFTED_WIDE = 6, RECIPROCAL = 5, RECIPROCAL_WIDE = 14, DIVISION = 20, REST = 2 };

// Loops around what the value depends on: 0, it is computed before all of them.
static int level_of(const Counter *counter, const Form *form)
{
    int level = 0;
    for (int t = 0; t < form->count; t++) {
        const Variable *variable = &counter->variables->items[form->terms[t].variable];
        int own = variable->kind == VARIABLE_LOOP   ? variable->depth + 1
                  : variable->kind == VARIABLE_PART ? variable->depth
                                                    : 0;
        level = own > level ? own : level;
    }
    return level < counter->nloops ? level : counter->nloops;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t key_of(uint64_t hash, const Form *form, bool constant)
{
    hash = mix(hash, (uint64_t)(constant ? form->constant : 0));
    for (int t = 0; t < form->count; t++)
        hash = mix(mix(hash, (uint64_t)form->terms[t].variable), (uint64_t)form->terms[t].factor);
    return hash;
}

static void use_held(Counter *counter, int words)
{
    AccessGroup *spilled = &counter->counts.spilled;
    spilled->requests += words * counter->weight;
    if (counter->nloops < spilled->nloops)
        return;
    spilled->nloops = counter->nloops;
    for (int l = 0; l < counter->nloops; l++)
        spilled->loops[l] = counter->loops[l];
}

// What loops do not move with is in registers while they run.
static void hold(Counter *counter, uint64_t value, int words)
{
    FOR_EACH(i, &counter->computed) {
        Computed *computed = &counter->computed.items[i];
        if (computed->value != value || computed->level == counter->nloops)
            continue;
        counter->held += words - computed->held;
        computed->held = words;
        counter->most_held = counter->held > counter->most_held ? counter->held : counter->most_held;
        use_held(counter, words);
    }
}

// Instructions for a value that the compiler does not have yet; it keeps it until a loop goes on that it moves with.
static void compute(Counter *counter, uint64_t value, int level, double instructions)
{
    FOR_EACH(i, &counter->computed)
        if (counter->computed.items[i].value == value)
            return;
    Computed computed = {value, level, 0};
    VECTOR_PUSH(counter->arena, &counter->computed, computed);
    double weight = level < counter->nloops ? counter->inside[level] : counter->weight;
    counter->counts.index += instructions * (weight < counter->weight ? weight : counter->weight);
}

void counter_forget_computed(Counter *counter)
{
    int64_t kept = 0;
    FOR_EACH(i, &counter->computed) {
        Computed computed = counter->computed.items[i];
        if (computed.level <= counter->nloops)
            counter->computed.items[kept++] = computed;
        else
            counter->held -= computed.held;
    }
    counter->computed.count = kept;
}

void counter_forget_side(Counter *counter, int64_t before)
{
    int64_t kept = before;
    for (int64_t i = before; i < counter->computed.count; i++) {
        Computed computed = counter->computed.items[i];
        if (computed.level < counter->nloops)
            counter->computed.items[kept++] = computed;
        else
            counter->held -= computed.held;
    }
    counter->computed.count = kept;
}

void counter_next_iteration(Counter *counter, double weight)
{
    counter->nloops--;
    counter_forget_computed(counter);
    counter->nloops++;
    counter->inside[counter->nloops] = weight;
    counter->results.count = 0;
}

// Numbers of threads, which the compiler knows to be no less than 0.
static bool is_unsigned(const Form *form)
{
    bool threads = form->constant >= 0;
    for (int t = 0; t < form->count; t++) {
        int variable = form->terms[t].variable;
        threads = threads && variable >= FIRST_THREAD && variable < FIRST_OTHER && form->terms[t].factor > 0;
    }
    return threads;
}

static double instructions_of(Operator op, bool wide, const Form *left, const Form *right)
{
    bool constant = form_is_constant(right), power = constant && (right->constant & (right->constant - 1)) == 0;
    bool rest = op == OP_REM || op == OP_FLOOR_MOD;
    switch (op) {
    case OP_ADD:
    case OP_SUB: return constant ? 0 : wide ? SUM : 1;
    case OP_MUL: return constant ? 0 : wide ? PRODUCT : 1;
    case OP_DIV:
    case OP_REM:
    case OP_FLOOR_DIV:
    case OP_FLOOR_MOD:
    case OP_CEIL_DIV:
        if (power && is_unsigned(left)) // a shift, or a mask
            return 1;
        return (!constant ? DIVISION
                : power   ? (wide ? SHIFTED_WIDE : SHIFTED)
                          : (wide ? RECIPROCAL_WIDE : RECIPROCAL)) +
               (rest ? REST : 0);
    case OP_MIN:
    case OP_MAX: return wide ? 4 : 1;
    case OP_LOGICAL_AND:
    case OP_LOGICAL_OR: return 0;
    default: return wide ? 2 : 1;
    }
}

void counter_index(Counter *counter, const Expr *expr, const Form *left, const Form *right)
{
    int first = level_of(counter, left), second = level_of(counter, right);
    bool wide = expr->operands[0]->type->size > 4 || expr->operands[1]->type->size > 4;
    uint64_t value = key_of(key_of((uint64_t)expr->op, left, true), right, true);
    if (form_is_constant(left) && form_is_constant(right))
        return;
    compute(counter, value, first > second ? first : second, instructions_of(expr->op, wide, left, right));
}

int counter_level(const Counter *counter, const Form *left, const Form *right)
{
    int first = level_of(counter, left), second = level_of(counter, right);
    return first > second ? first : second;
}

// A sum of 32 bits and a constant that is not 0: the compiler no longer knows that it does not overflow once the number
// is a part of a longer sum itself, as that of a thread is, and extends it to 64 bits apart from others.
static bool is_extended(const Expr *subscript, const Form *value)
{
    bool sum = subscript->kind == EX_BINARY && (subscript->op == OP_ADD || subscript->op == OP_SUB);
    if (!sum || subscript->type->size > 4 || subscript->operands[1]->kind != EX_INT)
        return false;
    int64_t added = subscript->operands[1]->integer;
    return added && value->count;
}

// The row is known exactly; what the last subscripts of constant extents add to it as a constant is a part of the
// instruction, unless that is in a sum of 32 bits of its own.
void counter_index_address(Counter *counter, const Expr *access, const Form *subscripts, const int64_t *extents)
{
    const Array *array = access->array;
    bool shared = array->space == SPACE_SHARED;
    if (!array->ndim)
        return;
    Form offset = subscripts[0];
    uint64_t row = 0, row_value = 0;
    int level = level_of(counter, &offset), last = array->ndim - 1;
    bool extended = !shared && is_extended(access->operands[last], &subscripts[last]);
    if (extended)
        compute(counter, mix(key_of(0, &subscripts[last], true), 3), level_of(counter, &subscripts[last]), EXTENSION);
    for (int d = 1; d < array->ndim; d++) {
        bool constant = array->extent[d]->kind == EX_INT || shared;
        uint64_t value = mix(key_of(row, &offset, !constant), (uint64_t)extents[d]);
        if (!constant && !form_is_constant(&offset)) {
            compute(counter, value, level, PRODUCT);
            row = mix(value, 1);
            row_value = value;
            offset = form_constant(0);
        } else {
            form_scale_by(&offset, extents[d]);
        }
        int own = level_of(counter, &subscripts[d]);
        if (row && own > level && own == counter->nloops)
            hold(counter, row_value, 2);
        level = own > level ? own : level;
        form_add_to(&offset, &subscripts[d], 1);
        if (subscripts[d].count)
            compute(counter, mix(key_of(row, &offset, extended && d == last), 2), level, shared ? 1 : SUM);
    }
    if (!row && !offset.count)
        return;
    uint64_t value = mix(key_of(row, &offset, extended), (uint64_t)(uintptr_t)array);
    compute(counter, value, level, shared ? 1 : BASE);
    hold(counter, value, shared ? 1 : 2);
}

void count_spilled(Arena *arena, WarpCounts *counts, const KernelShape *shape, int registers)
{
    enum { BYTES = 4, FAR = 1 << 20 };
    int spilled = counts->kept - registers < counts->held ? counts->kept - registers : counts->held;
    AccessGroup group = counts->spilled;
    if (spilled <= 0)
        return;
    double loads = group.requests * spilled / counts->held;
    group.form = form_constant(0);
    for (int d = 0, factor = BYTES; d < 3; factor *= (int)shape->block[d++]) {
        Form thread = form_variable(FIRST_THREAD + d);
        group.form = form_add(&group.form, &thread, factor);
    }
    for (int w = 0; w < spilled; w++) {
        Interval word = {(int64_t)w * FAR, (int64_t)w * FAR + BYTES};
        VECTOR_PUSH(arena, &group.constants, word);
    }
    group.requests = loads;
    group.sectors = loads * BYTES * WARP_SIZE / SECTOR_BYTES;
    group.units = group.sectors / 2;
    counts->memory += loads;
    counts->l1_wavefronts += loads;
    VECTOR_PUSH(arena, &counts->groups, group);
}

uint64_t counter_key(uint64_t hash, const Form *form)
{
    return key_of(hash, form, true);
}
