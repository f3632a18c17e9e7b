// Checks the facts of every nest of a file against what happens: runs the nests of the IR on small sizes, logs every
// access, and compares. Reported is what analysis claims and the run contradicts:
//
//   a parallel loop whose iterations conflict; a reduction loop that conflicts outside of its updates; a private place
//   that is read before its iteration wrote it; an access outside of an array's first..last; an array not copied in
//   whose old contents matter; a wrong final value.
//
// With -v also: loops called sequential that never conflicted, and ends of a range that were never touched.
// usage: oracle [-v] file.c [clang arguments]
#include "analysis/facts.h"
#include "frontend/directives/directive.h"
#include "frontend/normalize/normalize.h"
#include "frontend/reader.h"
#include "ir/fold.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STACK = 24, MAX_LOG = 60000, RUNS = 40, LARGEST_SIZE = 6 };

typedef struct Value {
    int64_t integer;
    double real;
} Value;

typedef struct Turn {
    const Stmt *stmt; // a loop or a while
    long number;
} Turn;

typedef struct Event {
    const Symbol *symbol;
    const Array *array;
    int64_t offset; // flat, from element 0
    long field;     // of a struct element
    long instance;  // of a local
    bool is_write;
    Value value; // that is written
    const Stmt *stmt;
    const Expr *expr;
    int depth;
    Turn stack[MAX_STACK];
    long time;
} Event;

typedef struct Cell {
    const Symbol *symbol;
    const Array *array;
    int64_t offset;
    long field;
    Value value;
    struct Cell *next;
} Cell;

typedef enum Jump { JUMP_NONE, JUMP_BREAK, JUMP_CONTINUE } Jump;

typedef struct Machine {
    const Nest *nest;
    const Facts *facts;
    Cell *cells[4096];
    VECTOR(Cell *) all;
    Arena *arena;
    Event *log;
    int count;
    int depth;
    Turn stack[MAX_STACK];
    const Stmt *stmt;
    long instances[256];
    const void *declared[256];
    int ndeclared;
    unsigned seed;
    bool logging, too_long;
    bool undefined; // a subscript left its declared row: C does not say what happens
} Machine;

static int problems;
static bool verbose;

// ---- memory

static unsigned random_of(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static Cell *cell(Machine *machine, const Symbol *symbol, const Array *array, int64_t offset, long field)
{
    size_t hash = ((size_t)(symbol ? (const void *)symbol : array) >> 4) * 31 + (size_t)offset * 17 + (size_t)field;
    Cell **slot = &machine->cells[hash % 4096];
    for (Cell *c = *slot; c; c = c->next)
        if (c->symbol == symbol && c->array == array && c->offset == offset && c->field == field)
            return c;
    Cell *fresh = ARENA_NEW(machine->arena, Cell);
    *fresh = (Cell){symbol, array, offset, field, {0, 0}, *slot};
    unsigned draw = random_of(&machine->seed);
    fresh->value.integer = (int64_t)(draw % (LARGEST_SIZE + 1));
    fresh->value.real = (double)(draw % 1000) / 500 - 1;
    return *slot = fresh;
}

static long instance_of(const Machine *machine, const void *local)
{
    for (int i = 0; i < machine->ndeclared; i++)
        if (machine->declared[i] == local)
            return machine->instances[i];
    return 0;
}

static void declare(Machine *machine, const void *local)
{
    for (int i = 0; i < machine->ndeclared; i++)
        if (machine->declared[i] == local) {
            machine->instances[i]++;
            return;
        }
    machine->declared[machine->ndeclared] = local;
    machine->instances[machine->ndeclared++] = 1;
}

static void note(Machine *machine, const Expr *expr, const Symbol *symbol, int64_t offset, long field,
                 const Value *written)
{
    if (!machine->logging)
        return;
    if (machine->count == MAX_LOG) {
        machine->too_long = true;
        return;
    }
    Event *event = &machine->log[machine->count];
    *event = (Event){.symbol = symbol,
                     .array = symbol ? NULL : expr->array,
                     .offset = offset,
                     .field = field,
                     .is_write = written,
                     .value = written ? *written : (Value){0, 0},
                     .stmt = machine->stmt,
                     .expr = expr,
                     .depth = machine->depth,
                     .time = machine->count};
    event->instance = instance_of(machine, symbol ? (const void *)symbol : expr->array);
    memcpy(event->stack, machine->stack, sizeof(Turn) * (size_t)machine->depth);
    machine->count++;
}

// ---- expressions

static Value eval(Machine *machine, const Expr *expr);

static Value converted(const Type *to, const Type *from, Value value)
{
    if (type_is_float(to) && !type_is_float(from))
        value.real = (double)value.integer;
    else if (!type_is_float(to) && type_is_float(from))
        value.integer = fold_convert(to, isfinite(value.real) && fabs(value.real) < 1e9 ? (int64_t)value.real : 0);
    else if (type_is_integer(to))
        value.integer = fold_convert(to, value.integer);
    return value;
}

static int64_t flat_offset(Machine *machine, const Expr *expr)
{
    int64_t offset = 0;
    for (int d = 0; d < expr->array->ndim; d++) {
        int64_t extent = d && expr->array->extent[d] ? eval(machine, expr->array->extent[d]).integer : 1 << 16;
        int64_t subscript = eval(machine, expr->operands[d]).integer;
        machine->undefined = machine->undefined || (d && (subscript < 0 || subscript >= extent));
        offset = offset * (d ? extent : 1) + subscript;
    }
    return offset;
}

static long field_of(Machine *machine, const Expr *expr)
{
    long field = 0;
    for (int p = 0; p < expr->npath; p++) {
        field = field * 1000 + (long)expr->path[p].field->offset + 1;
        for (int d = 0; d < expr->path[p].field->ndim; d++)
            field = field * 1000 + (long)eval(machine, expr->path[p].subscripts[d]).integer;
    }
    return field;
}

static double compute(Operator op, double a, double b)
{
    switch (op) {
    case OP_ADD: return a + b;
    case OP_SUB: return a - b;
    case OP_MUL: return a * b;
    case OP_DIV: return a / b;
    case OP_MIN: return a < b ? a : b;
    case OP_MAX: return a > b ? a : b;
    default: return 0;
    }
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return b == 0 ? 0 : a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t compare(Operator op, int order)
{
    switch (op) {
    case OP_EQ: return order == 0;
    case OP_NE: return order != 0;
    case OP_LT: return order < 0;
    case OP_LE: return order <= 0;
    case OP_GT: return order > 0;
    default: return order >= 0;
    }
}

static bool is_true(const Type *type, Value value)
{
    return type_is_float(type) ? value.real != 0 : value.integer != 0;
}

static Value binary(Machine *machine, const Expr *expr)
{
    const Type *type = expr->operands[0]->type;
    Value left = eval(machine, expr->operands[0]), result = {0, 0};
    if (expr->op == OP_LOGICAL_AND || expr->op == OP_LOGICAL_OR) {
        bool first = is_true(type, left);
        bool decided = first == (expr->op == OP_LOGICAL_OR);
        result.integer = decided ? first : is_true(expr->operands[1]->type, eval(machine, expr->operands[1]));
        return result;
    }
    Value right = eval(machine, expr->operands[1]);
    if (expr->op >= OP_EQ && expr->op <= OP_GE) {
        int order = type_is_float(type)    ? (left.real > right.real) - (left.real < right.real)
                    : type_is_signed(type) ? (left.integer > right.integer) - (left.integer < right.integer)
                                           : ((uint64_t)left.integer > (uint64_t)right.integer) -
                                                 ((uint64_t)left.integer < (uint64_t)right.integer);
        result.integer = compare(expr->op, order);
    } else if (type_is_float(type)) {
        result.real = compute(expr->op, left.real, right.real);
    } else if (expr->op == OP_MIN || expr->op == OP_MAX) {
        result.integer = (left.integer < right.integer) == (expr->op == OP_MIN) ? left.integer : right.integer;
    } else if (expr->op == OP_FLOOR_DIV) {
        result.integer = floor_div(left.integer, right.integer);
    } else if (expr->op == OP_CEIL_DIV) {
        result.integer = -floor_div(-left.integer, right.integer);
    } else if (expr->op == OP_FLOOR_MOD) {
        result.integer = left.integer - right.integer * floor_div(left.integer, right.integer);
    } else if (!fold_binary(expr->op, expr->type, left.integer, right.integer, &result.integer)) {
        result.integer = 0;
    }
    return result;
}

static Value call(Machine *machine, const Expr *expr)
{
    Value result = {0, 0};
    for (int i = 0; i < expr->noperands; i++) {
        Value operand = eval(machine, expr->operands[i]);
        double real = type_is_float(expr->operands[i]->type) ? operand.real : (double)operand.integer;
        bool maximum = expr->text && strstr(expr->text, "max"), minimum = expr->text && strstr(expr->text, "min");
        result.real = i == 0    ? real
                      : maximum ? fmax(result.real, real)
                      : minimum ? fmin(result.real, real)
                                : result.real + real;
    }
    result.integer = (int64_t)fabs(fmod(result.real, 100));
    return result;
}

static Value eval(Machine *machine, const Expr *expr)
{
    Value value = {0, 0};
    switch (expr->kind) {
    case EX_INT: value.integer = expr->integer; return value;
    case EX_FLOAT: value.real = expr->real; return value;
    case EX_SYMBOL:
        note(machine, expr, expr->symbol, 0, 0, NULL);
        return cell(machine, expr->symbol, NULL, 0, 0)->value;
    case EX_ACCESS: {
        int64_t offset = flat_offset(machine, expr);
        long field = field_of(machine, expr);
        note(machine, expr, NULL, offset, field, NULL);
        return cell(machine, NULL, expr->array, offset, field)->value;
    }
    case EX_UNARY:
        value = eval(machine, expr->operands[0]);
        if (expr->op == OP_NOT) {
            value.integer = !is_true(expr->operands[0]->type, value);
        } else if (type_is_float(expr->type)) {
            value.real = -value.real;
        } else {
            value.integer =
                fold_convert(expr->type, expr->op == OP_NEG ? (int64_t)(0 - (uint64_t)value.integer) : ~value.integer);
        }
        return value;
    case EX_BINARY: return binary(machine, expr);
    case EX_SELECT:
        return eval(machine,
                    expr->operands[is_true(expr->operands[0]->type, eval(machine, expr->operands[0])) ? 1 : 2]);
    case EX_CAST: return converted(expr->type, expr->operands[0]->type, eval(machine, expr->operands[0]));
    case EX_CALL: return call(machine, expr);
    default: return value;
    }
}

// ---- statements

static Jump run(Machine *machine, const Stmt *stmt);

static void store(Machine *machine, const Expr *place, Value value)
{
    if (place->kind == EX_SYMBOL) {
        note(machine, place, place->symbol, 0, 0, &value);
        cell(machine, place->symbol, NULL, 0, 0)->value = value;
        return;
    }
    int64_t offset = flat_offset(machine, place);
    long field = field_of(machine, place);
    note(machine, place, NULL, offset, field, &value);
    cell(machine, NULL, place->array, offset, field)->value = value;
}

static void assign(Machine *machine, const Stmt *stmt)
{
    Value value = eval(machine, stmt->value);
    if (stmt->op != OP_NONE) {
        const Type *compute_type = stmt->compute;
        Value old = converted(compute_type, stmt->place->type, eval(machine, stmt->place));
        if (type_is_float(compute_type))
            value.real = compute(stmt->op, old.real, value.real);
        else if (!fold_binary(stmt->op, compute_type, old.integer, value.integer, &value.integer))
            value.integer = 0;
        value = converted(stmt->place->type, compute_type, value);
    }
    store(machine, stmt->place, value);
}

static void run_loop(Machine *machine, const Stmt *stmt)
{
    const Loop *loop = stmt->loop;
    int64_t i = eval(machine, loop->lower).integer;
    machine->stack[machine->depth++] = (Turn){stmt, 0};
    for (;;) {
        Turn *turn = &machine->stack[machine->depth - 1];
        cell(machine, loop->iterator, NULL, 0, 0)->value.integer = i;
        machine->depth--;
        int64_t upper = eval(machine, loop->upper).integer, step = eval(machine, loop->step).integer;
        machine->depth++;
        if ((loop->step_sign > 0 ? i >= upper : i <= upper) || step == 0 || machine->too_long)
            break;
        if (run(machine, stmt->body) == JUMP_BREAK)
            break;
        i += step;
        turn->number++;
    }
    machine->depth--;
}

static void run_while(Machine *machine, const Stmt *stmt)
{
    machine->stack[machine->depth++] = (Turn){stmt, 0};
    bool test = !stmt->test_after;
    for (int turns = 0; turns < 50; turns++) {
        if (test && !is_true(stmt->condition->type, eval(machine, stmt->condition)))
            break;
        test = true;
        if (run(machine, stmt->body) == JUMP_BREAK)
            break;
        machine->stack[machine->depth - 1].number++;
    }
    machine->depth--;
}

static Jump run(Machine *machine, const Stmt *stmt)
{
    if (!stmt)
        return JUMP_NONE;
    machine->stmt = stmt;
    switch (stmt->kind) {
    case ST_BLOCK:
        for (int i = 0; i < stmt->nitems; i++) {
            Jump jump = run(machine, stmt->items[i]);
            if (jump != JUMP_NONE)
                return jump;
        }
        return JUMP_NONE;
    case ST_LOOP: run_loop(machine, stmt); return JUMP_NONE;
    case ST_WHILE: run_while(machine, stmt); return JUMP_NONE;
    case ST_IF:
        return run(machine,
                   is_true(stmt->condition->type, eval(machine, stmt->condition)) ? stmt->body : stmt->otherwise);
    case ST_ASSIGN: assign(machine, stmt); return JUMP_NONE;
    case ST_DECLARE: {
        Value value = {0, 0};
        if (stmt->value)
            value = eval(machine, stmt->value);
        declare(machine, stmt->symbol ? (const void *)stmt->symbol : stmt->array);
        if (stmt->value)
            store(machine, &(Expr){.kind = EX_SYMBOL, .symbol = stmt->symbol, .type = stmt->symbol->type}, value);
        return JUMP_NONE;
    }
    case ST_BREAK: return JUMP_BREAK;
    case ST_CONTINUE: return JUMP_CONTINUE;
    default: return JUMP_NONE;
    }
}

// ---- comparison

static void report(const Machine *machine, const char *what, const char *name)
{
    problems++;
    printf("%s#%d: %s: %s\n", machine->nest->function_name, machine->nest->number, what, name);
}

static int common_turns(const Event *a, const Event *b)
{
    int depth = 0;
    while (depth < a->depth && depth < b->depth && a->stack[depth].stmt == b->stack[depth].stmt &&
           a->stack[depth].number == b->stack[depth].number)
        depth++;
    return depth;
}

static bool is_of(const Private *found, const Event *event)
{
    return found->symbol ? found->symbol == event->symbol : found->array == event->array;
}

// How deep the loop that the event's place is private to stands around it; -1: none.
static int private_depth(const Facts *facts, const Event *event)
{
    FOR_EACH(p, &facts->privates)
        for (int d = 0; is_of(&facts->privates.items[p], event) && d < event->depth; d++)
            if (event->stack[d].stmt->kind == ST_LOOP &&
                event->stack[d].stmt->loop->id == facts->privates.items[p].loop)
                return d;
    return -1;
}

static bool updates(const Reduction *reduction, const Event *event)
{
    FOR_EACH(u, &reduction->updates) {
        const Stmt *update = reduction->updates.items[u];
        const Stmt *body = update->kind == ST_IF ? update->body : update;
        while (body->kind == ST_BLOCK)
            body = body->items[0];
        bool chosen =
            reduction->form == FORM_CHOICE && stmt_contains(update, event->stmt); // its key and all that goes with it
        if (chosen || event->stmt == update || event->stmt == body)
            return true;
    }
    return false;
}

static bool is_reduction(const Facts *facts, const LoopFact *loop, const Event *a, const Event *b)
{
    FOR_EACH(r, &loop->reductions) {
        const Reduction *reduction = &facts->reductions.items[loop->reductions.items[r]];
        if (updates(reduction, a) && updates(reduction, b))
            return true;
    }
    return false;
}

// Whether analysis says that iterations may set the element to one value, and these have.
static bool are_set_alike(const Facts *facts, const Event *a, const Event *b)
{
    bool known = false;
    FOR_EACH(i, &facts->set_alike)
        known = known || facts->set_alike.items[i] == a->array;
    return known && a->is_write && b->is_write && a->value.integer == b->value.integer &&
           a->value.real == b->value.real;
}

static void check_pair(Machine *machine, const Event *a, const Event *b, bool *conflicted)
{
    int depth = common_turns(a, b);
    bool carried = depth < a->depth && depth < b->depth && a->stack[depth].stmt == b->stack[depth].stmt &&
                   a->stack[depth].stmt->kind == ST_LOOP;
    if (!carried)
        return;
    const LoopFact *loop = facts_loop(machine->facts, a->stack[depth].stmt->loop->id);
    int inside = private_depth(machine->facts, a), other = private_depth(machine->facts, b);
    if ((inside >= depth && other >= depth) || are_set_alike(machine->facts, a, b))
        return;
    conflicted[loop - machine->facts->loops.items] = true;
    if (loop->verdict == LOOP_PARALLEL)
        report(machine, arena_printf(machine->arena, "loop %s is called parallel but conflicts on", loop->loop->name),
               expr_text(machine->arena, a->expr));
    if (loop->verdict == LOOP_REDUCTION && !is_reduction(machine->facts, loop, a, b))
        report(machine,
               arena_printf(machine->arena, "loop %s is called a reduction but conflicts on", loop->loop->name),
               expr_text(machine->arena, a->expr));
}

static int by_place(const void *left, const void *right)
{
    const Event *a = left, *b = right;
#define ORDER(field)          \
    if (a->field != b->field) \
    return a->field < b->field ? -1 : 1
    ORDER(symbol);
    ORDER(array);
    ORDER(instance);
    ORDER(offset);
    ORDER(field);
    ORDER(time);
    return 0;
}

static bool same_place(const Event *a, const Event *b)
{
    return a->symbol == b->symbol && a->array == b->array && a->instance == b->instance && a->offset == b->offset &&
           a->field == b->field;
}

static void check_private(Machine *machine, const Event *event, const Event *last_write)
{
    int depth = private_depth(machine->facts, event);
    if (depth < 0 || event->is_write)
        return;
    if (!last_write || common_turns(event, last_write) <= depth)
        report(machine, "called private but read before it is written", expr_text(machine->arena, event->expr));
}

// What the user asserts is not checked: sections are host text, index arrays hold what they like here.
static bool is_sectioned(const Nest *nest, const Array *array)
{
    for (int c = 0; nest->directive && c < nest->directive->clauses.count; c++) {
        const Clause *clause = &nest->directive->clauses.items[c];
        for (int i = 0; clause->kind >= CLAUSE_COPYIN && clause->kind <= CLAUSE_PRESENT && i < clause->items.count; i++)
            if (strcmp(clause->items.items[i].name, array->name) == 0)
                return true;
    }
    return false;
}

static void check_range(Machine *machine, const Event *event, bool first_is_read)
{
    const ArrayFact *fact = event->array ? facts_array(machine->facts, event->array) : NULL;
    if (!fact || fact->measured || is_sectioned(machine->nest, event->array) ||
        private_depth(machine->facts, event) >= 0)
        return;
    machine->logging = false;
    bool touched = !fact->touched || eval(machine, fact->touched).integer;
    int64_t first = fact->first ? eval(machine, fact->first).integer : INT64_MIN;
    int64_t last = fact->last ? eval(machine, fact->last).integer : INT64_MAX;
    if (!touched || event->offset < first || event->offset > last)
        report(machine,
               arena_printf(machine->arena, "offset %ld is outside of %ld..%ld", (long)event->offset, (long)first,
                            (long)last),
               expr_text(machine->arena, event->expr));
    if (first_is_read && !fact->copy_in && !fact->present)
        report(machine, "read before written, but not copied in", expr_text(machine->arena, event->expr));
}

static void check_places(Machine *machine, bool *conflicted)
{
    qsort(machine->log, (size_t)machine->count, sizeof *machine->log, by_place);
    for (int begin = 0, end; begin < machine->count; begin = end) {
        const Event *last_write = NULL;
        for (end = begin; end < machine->count && same_place(&machine->log[begin], &machine->log[end]); end++)
            continue;
        check_range(machine, &machine->log[begin], !machine->log[begin].is_write);
        for (int a = begin; a < end; a++) {
            check_private(machine, &machine->log[a], last_write);
            if (machine->log[a].is_write)
                last_write = &machine->log[a];
            for (int b = a + 1; b < end && b < a + 200; b++)
                if (machine->log[a].is_write || machine->log[b].is_write)
                    check_pair(machine, &machine->log[a], &machine->log[b], conflicted);
        }
    }
}

// An array that is copied out and not in: every element of its range must have been written.
static void check_written(Machine *machine)
{
    FOR_EACH(i, &machine->facts->arrays) {
        const ArrayFact *fact = &machine->facts->arrays.items[i];
        machine->logging = false;
        if (is_sectioned(machine->nest, fact->array) || !fact->first || !fact->last || fact->measured ||
            (fact->touched && !eval(machine, fact->touched).integer))
            continue;
        int64_t first = eval(machine, fact->first).integer, last = eval(machine, fact->last).integer;
        int64_t lowest = INT64_MAX, highest = INT64_MIN, count = 0, previous = INT64_MIN;
        for (int e = 0; e < machine->count; e++) {
            const Event *event = &machine->log[e];
            if (event->array != fact->array)
                continue;
            lowest = event->offset < lowest ? event->offset : lowest;
            highest = event->offset > highest ? event->offset : highest;
            if (event->is_write && event->offset != previous) {
                previous = event->offset;
                count++;
            }
        }
        if (fact->copy_out && !fact->copy_in && count != last - first + 1)
            report(machine, "not written completely, but not copied in", fact->array->name);
        if (verbose && (lowest != first || highest != last))
            printf("%s#%d: range of %s is %ld..%ld, touched %ld..%ld\n", machine->nest->function_name,
                   machine->nest->number, fact->array->name, (long)first, (long)last, (long)lowest, (long)highest);
    }
}

static void check_finals(Machine *machine, const Value *before)
{
    FOR_EACH(i, &machine->facts->finals) {
        const FinalValue *final = &machine->facts->finals.items[i];
        Cell *iterator = cell(machine, final->symbol, NULL, 0, 0);
        Value now = iterator->value;
        iterator->value = before[i];
        int64_t claimed = eval(machine, final->value).integer;
        iterator->value = now;
        if (claimed != now.integer)
            report(machine, arena_printf(machine->arena, "final value is %ld, not", (long)now.integer),
                   expr_text(machine->arena, final->value));
    }
}

static bool assumptions_hold(Machine *machine)
{
    FOR_EACH(i, &machine->facts->assumptions)
        if (machine->facts->assumptions.items[i].condition &&
            !eval(machine, machine->facts->assumptions.items[i].condition).integer)
            return false;
    return true;
}

static bool check_run(Nest *nest, const Facts *facts, unsigned seed, Event *log, bool *conflicted)
{
    Machine machine = {.nest = nest, .facts = facts, .arena = arena_new(), .log = log, .seed = seed};
    Value before[16];
    bool fine = assumptions_hold(&machine);
    FOR_EACH(i, &facts->finals)
        before[i & 15] = cell(&machine, facts->finals.items[i].symbol, NULL, 0, 0)->value;
    if (fine) {
        machine.logging = true;
        run(&machine, nest->body);
        machine.logging = false;
        if (!machine.too_long && !machine.undefined) {
            check_finals(&machine, before);
            check_places(&machine, conflicted);
            check_written(&machine);
        }
    }
    arena_release(machine.arena);
    return fine;
}

static void check_facts(Nest *nest, const Facts *facts)
{
    static Event log[MAX_LOG];
    bool conflicted[64] = {false};
    int ran = 0, before = problems;
    for (unsigned seed = 1; seed <= RUNS && problems < before + 3 && facts->loops.count <= 64; seed++)
        ran += check_run(nest, facts, seed * 7919, log, conflicted);
    if (!ran)
        printf("%s#%d: no size satisfied the assumptions\n", nest->function_name, nest->number);
    FOR_EACH(l, &facts->loops)
        if (verbose && !conflicted[l] && facts->loops.items[l].verdict == LOOP_SEQUENTIAL)
            printf("%s#%d: loop %s is called sequential but never conflicted\n", nest->function_name, nest->number,
                   facts->loops.items[l].loop->name);
}

int main(int argc, char **argv)
{
    int first = 1;
    if (argc > 1 && strcmp(argv[1], "-v") == 0)
        verbose = true, first++;
    Arena *arena = arena_new();
    Diag *diag = diag_new(arena, (DiagOptions){.warnings.off[WARN_REFUSED] = true});
    Unit *unit = first < argc
                     ? read_unit(arena, diag, argv[first], (const char *const *)argv + first + 1, argc - first - 1)
                     : NULL;
    int nests = 0;
    for (int i = 0; unit && i < unit->nests.count; i++) {
        Nest *nest = unit->nests.items[i];
        bool asserted = nest->directive && directive_clause(nest->directive, CLAUSE_INDEPENDENT);
        Facts *facts = nest->refused || asserted || !normalize_nest(nest) ? NULL : analyze_nest(arena, diag, nest);
        if (facts && !facts->no_parallel_loop) { // what may run is not known of others
            nests++;
            check_facts(nest, facts);
        }
        facts_release(facts);
    }
    printf("%d nests checked, %d problems\n", nests, problems);
    arena_release(arena);
    intern_release();
    return problems || !unit;
}
