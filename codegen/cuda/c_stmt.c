// Statements as text: kernel bodies, helper functions, and the host code of a launcher.
#include "analysis/depend/set_alike.h"
#include "codegen/cuda/c_expr.h"
#include "codegen/cuda/c_stmt.h"
#include "codegen/cuda/pointer_induction.h"
#include "codegen/cuda/shared.h"
#include "transform/tree/query.h"

#include <string.h>

// ---- which declarations matter

typedef struct Use { // of a symbol or an array
    const void *name;
    int reads, writes;
} Use;

struct Uses {
    Arena *arena;
    Use *slots;
    size_t count, capacity; // a power of two
};

static Use *find_use(Use *slots, size_t capacity, const void *name)
{
    size_t at = (uintptr_t)name / 16 * 0x9e3779b97f4a7c15u >> 20 & (capacity - 1);
    while (slots[at].name && slots[at].name != name)
        at = (at + 1) & (capacity - 1);
    return &slots[at];
}

static Use *use_of(Uses *uses, const void *name)
{
    if (2 * (uses->count + 1) > uses->capacity) {
        size_t capacity = uses->capacity ? uses->capacity * 2 : 64;
        Use *slots = ARENA_ARRAY(uses->arena, Use, capacity);
        for (size_t i = 0; i < uses->capacity; i++)
            if (uses->slots[i].name)
                *find_use(slots, capacity, uses->slots[i].name) = uses->slots[i];
        uses->slots = slots;
        uses->capacity = capacity;
    }
    Use *use = find_use(uses->slots, uses->capacity, name);
    uses->count += !use->name;
    use->name = name;
    return use;
}

static bool count_reads(void *context, const Expr *expr)
{
    if (expr->kind == EX_SYMBOL)
        use_of(context, expr->symbol)->reads++;
    if (expr->kind != EX_ACCESS)
        return true;
    use_of(context, expr->array)->reads++;
    for (int d = 1; d < expr->array->ndim; d++)
        if (expr->array->extent[d])
            expr_walk(expr->array->extent[d], count_reads, context);
    return true;
}

static bool count_uses(void *context, const Stmt *stmt)
{
    const Expr *place = stmt->kind == ST_ASSIGN ? stmt->place : NULL;
    const void *name = !place                     ? NULL
                       : place->kind == EX_SYMBOL ? (const void *)place->symbol
                       : place->kind == EX_ACCESS ? (const void *)place->array
                                                  : NULL;
    stmt_expressions(stmt, count_reads, context);
    if (name) {
        Use *use = use_of(context, name);
        use->writes++;
        use->reads--; // the place itself
    }
    return true;
}

// What the whole body does with a symbol or an array.
static const Use *uses_in_body(Emitter *emitter, const void *name)
{
    if (!emitter->uses) {
        emitter->uses = ARENA_NEW(emitter->out->arena, Uses);
        emitter->uses->arena = emitter->out->arena;
        stmt_walk(emitter->root, count_uses, emitter->uses);
    }
    return use_of(emitter->uses, name);
}

static bool finds_intrinsic(void *context, const Expr *expr)
{
    if (expr->kind == EX_INTRINSIC && expr->intrinsic >= IN_SHUFFLE_XOR)
        *(bool *)context = true;
    return true;
}

// A value with other effects must stay, even if nothing reads it.
static bool has_effect(const Expr *expr)
{
    bool found = false;
    if (expr)
        expr_walk(expr, finds_intrinsic, &found);
    return found;
}

// ---- single statements

static const char *array_dimensions(const Emitter *emitter, const Array *array)
{
    Text text = {.arena = emitter->out->arena};
    text_add(&text, "");
    for (int d = 0; d < array->ndim; d++) {
        const Expr *extent = array->extent[d];
        if (d == array->ndim - 1 && array->pad && extent->kind == EX_INT)
            text_printf(&text, "[%lld]", (long long)extent->integer + array->pad);
        else if (d == array->ndim - 1 && array->pad)
            text_printf(&text, "[%s + %d]", expr_string(emitter, extent), array->pad);
        else
            text_printf(&text, "[%s]", expr_string(emitter, extent));
    }
    return text_string(&text);
}

static void emit_shared_place(Emitter *emitter, const Array *array, const char *attribute, int indent)
{
    int64_t offset = shared_offset(emitter->root, array);
    const char *from = offset ? intern_printf("(crs_shared + %lld)", (long long)offset) : "crs_shared";
    emit_line(emitter->out, indent, "%sauto &%s = *(%s (*)%s)%s;", attribute, emit_name(array->name),
              emit_type(array->element, LANGUAGE_CUDA), array_dimensions(emitter, array), from);
}

// A value of our own that nothing changes. The user's variables are declared as the user did.
static bool is_made_constant(const Stmt *stmt, const Use *use)
{
    return !stmt->loc.file && stmt->value && use->writes == 0 && type_is_integer(stmt->symbol->type);
}

static void emit_declaration(Emitter *emitter, const Stmt *stmt, int indent)
{
    const Use *use = uses_in_body(emitter, stmt->symbol ? (const void *)stmt->symbol : stmt->array);
    bool unread = use->reads == 0, unused = unread && use->writes == 0;
    if (unused && !has_effect(stmt->value))
        return;
    const char *attribute = unread ? "[[maybe_unused]] " : "";
    if (stmt->symbol && (stmt->symbol->role == SYM_ITERATOR || is_made_constant(stmt, use)))
        attribute = unread ? "[[maybe_unused]] const " : "const "; // an index
    if (stmt->array && stmt->array->space == SPACE_SHARED && emitter->shares) {
        emit_shared_place(emitter, stmt->array, attribute, indent);
        return;
    }
    if (stmt->array) {
        const char *space = stmt->array->space == SPACE_SHARED ? "__shared__ __align__(16) " : "";
        emit_line(emitter->out, indent, "%s%s%s %s%s;", attribute, space,
                  emit_type(stmt->array->element, LANGUAGE_CUDA), emit_name(stmt->array->name),
                  array_dimensions(emitter, stmt->array));
        return;
    }
    if (emitter->fetch && stmt->value && stmt->value->kind == EX_ACCESS) {
        emitter->fetch(emitter, stmt, indent);
        return;
    }
    const char *type = emit_type(stmt->symbol->type, LANGUAGE_CUDA), *name = emit_name(stmt->symbol->name);
    const char *space = stmt->symbol->type->kind == TY_POINTER ? "" : " ";
    if (stmt->value)
        emit_line(emitter->out, indent, "%s%s%s%s = %s;", attribute, type, space, name,
                  expr_assigned(emitter, stmt->value));
    else
        emit_line(emitter->out, indent, "%s%s%s%s;", attribute, type, space, name);
}

// Whether other threads may store the same value there, which has to be a relaxed store then.
static bool is_set_alike(const Emitter *emitter, const Stmt *stmt)
{
    const Expr *place = stmt->place;
    return emitter->facts && place->kind == EX_ACCESS && place->array->space == SPACE_GLOBAL &&
           type_is_arithmetic(place->type) && place->type->size <= 8 && facts_set_alike(emitter->facts, place->array);
}

static void emit_assignment(Emitter *emitter, const Stmt *stmt, int indent)
{
    Arena *arena = emitter->out->arena;
    const char *place = expr_string(emitter, stmt->place), *value;
    if (stmt->op != OP_NONE && expr_compound(emitter, stmt, &value)) {
        emit_line(emitter->out, indent, "%s %s= %s;", place, operator_text(stmt->op), value);
        return;
    }
    if (stmt->neighbours) {
        const char *from = carried_source(emitter, stmt);
        if (!stmt->asynchronous)
            emit_line(emitter->out, indent, "crs_copy_lanes<%d>(&%s, %s);", stmt->neighbours, place, from);
        else if (stmt->condition)
            emit_line(emitter->out, indent, "crs_copy_lanes_later_if<%d>(%s, &%s, %s);", stmt->neighbours,
                      expr_string(emitter, stmt->condition), place, from);
        else
            emit_line(emitter->out, indent, "crs_copy_lanes_later<%d>(&%s, %s);", stmt->neighbours, place, from);
        return;
    }
    if (stmt->asynchronous) {
        const char *from = carried_source(emitter, stmt);
        if (stmt->condition)
            emit_line(emitter->out, indent, "crs_copy_later_if(%s, &%s, %s);", expr_string(emitter, stmt->condition),
                      place, from);
        else
            emit_line(emitter->out, indent, "crs_copy_later(&%s, %s);", place, from);
        return;
    }
    if (stmt->lines && emitter->hints && stmt->value->kind == EX_ACCESS &&
        !tree_writes(emitter->root, stmt->value->array)) {
        emit_line(emitter->out, indent, "%s = crs_load_line(&%s);", place, expr_string(emitter, stmt->value));
        return;
    }
    Expr *whole = stmt->value;
    if (stmt->op != OP_NONE) {
        const Type *type = stmt->compute ? stmt->compute : stmt->place->type;
        whole = expr_binary(arena, stmt->op, stmt->place, stmt->value, type);
        whole = expr_cast(arena, stmt->place->type, whole);
    }
    const char *text = is_set_alike(emitter, stmt) ? "crs_set_alike(&%s, %s);" : "%s = %s;";
    emit_line(emitter->out, indent, text, place, expr_assigned(emitter, whole));
}

// ---- loops

static const char *step_text(const Emitter *emitter, const Loop *loop, const char *name)
{
    Arena *arena = emitter->out->arena;
    if (loop->factor)
        return arena_printf(arena, "%s %s= %lld", name, loop->step_sign > 0 ? "*" : "/", (long long)loop->factor);
    if (loop->step->kind != EX_INT)
        return arena_printf(arena, "%s += %s", name, expr_string(emitter, loop->step));
    int64_t step = loop->step->integer;
    if (step == 1 || step == -1)
        return arena_printf(arena, "%s%s", name, step == 1 ? "++" : "--");
    if (step < 0 && step != INT64_MIN)
        return arena_printf(arena, "%s -= %lld", name, (long long)-step);
    return arena_printf(arena, "%s += %s", name, expr_string(emitter, loop->step));
}

static Expr *bound_of(Arena *arena, const Loop *loop, const Symbol *counter)
{
    Operator op = loop->step_sign > 0 ? OP_LT : OP_GT;
    Expr *left = expr_symbol(arena, counter), *right = loop->upper;
    return expr_binary(arena, op, left, right, type_common(counter->type, right->type));
}

// An unsigned iterator that counts down never falls below zero: a signed one counts for it.
static bool needs_counter(const Loop *loop)
{
    return !type_is_signed(loop->iterator->type) && loop->step_sign < 0 && !loop->factor;
}

// Another variable counts the iterations, and gives the iterator its value.
static bool has_counter(const Emitter *emitter, const Loop *loop)
{
    return needs_counter(loop) || (loop->opaque && !emitter->source);
}

// Whether the loop's name says more than its iterator's name: i.tile and i_tile are the same, and in a kernel
// i.lane#2.load is an i_lane like any other.
static bool is_telling(const Emitter *emitter, const Loop *loop)
{
    const char *name = loop->name, *iterator = loop->iterator->name;
    for (; name && *name && *iterator; name++, iterator++)
        if (*name != *iterator && !(*iterator == '_' && (*name == '.' || (*name == '#' && !emitter->source))))
            return true;
    if (!name || !*name)
        return false;
    if (!emitter->source && *name == '#')
        name += 1 + strspn(name + 1, "0123456789");
    return emitter->source || (*name && strcmp(name, ".load") != 0 && strcmp(name, ".store") != 0);
}

// The comment after the head of a loop.
static const char *loop_comment(const Emitter *emitter, const Loop *loop)
{
    Arena *arena = emitter->out->arena;
    const char *name = is_telling(emitter, loop) ? loop->name : NULL;
    const char *where = emitter->source && loop->binding > BIND_UNROLL ? binding_text(loop->binding) : NULL;
    if (!name && !where)
        return "";
    return arena_printf(arena, " // %s%s%s", name ? name : "", name && where ? ", " : "", where ? where : "");
}

// ---- braces: none around one statement

// Lines before the loop's head, or before its body, that do not belong to a statement.
static bool has_lines_of_its_own(const Emitter *emitter, const Stmt *stmt)
{
    const Loop *loop = stmt->loop;
    bool copies = tree_copies_later(stmt->body); // through pointers that are incremented (pointer_induction.c)
    return copies || loop->endless || loop->binding == BIND_UNROLL || loop->binding == BIND_VECTOR || loop->copies ||
           has_counter(emitter, loop) || (emitter->source && loop->defines);
}

static bool is_simple(const Stmt *stmt)
{
    return stmt && (stmt->kind == ST_ASSIGN || stmt->kind == ST_EVALUATE || stmt->kind == ST_BARRIER ||
                    stmt->kind == ST_BREAK || stmt->kind == ST_CONTINUE || stmt->kind == ST_RETURN);
}

// Whether its text is one statement, and no `else` in it can belong to another `if`.
static bool is_one(const Emitter *emitter, const Stmt *stmt)
{
    if (!stmt || is_simple(stmt))
        return stmt;
    if (stmt->kind == ST_IF)
        return !stmt->otherwise && is_one(emitter, stmt->body);
    return stmt->kind == ST_LOOP && !has_lines_of_its_own(emitter, stmt) && is_one(emitter, stmt->body);
}

// ---- loops

static const char *counter_value(const Emitter *emitter, const Loop *loop, const char *counter)
{
    Arena *arena = emitter->out->arena;
    const char *value = needs_counter(loop)
                            ? arena_printf(arena, "(%s)%s", emit_type(loop->iterator->type, LANGUAGE_CUDA), counter)
                            : counter;
    return loop->opaque && !emitter->source ? arena_printf(arena, "crs_opaque(%s)", value) : value;
}

static void emit_loop(Emitter *emitter, const Stmt *stmt, int indent)
{
    const Loop *loop = stmt->loop;
    Arena *arena = emitter->out->arena;
    const char *iterator = emit_name(loop->iterator->name);
    Symbol counter = *loop->iterator;
    if (has_counter(emitter, loop))
        counter.name = arena_printf(arena, "crs_%s_counter", loop->iterator->name);
    if (needs_counter(loop))
        counter.type = type_scalar(TY_I64);
    const Carried *before = carried_begin(emitter, stmt, indent);
    if (loop->binding == BIND_UNROLL || loop->binding == BIND_VECTOR)
        emit_line(emitter->out, indent, "#pragma unroll");
    else if (loop->copies && !emitter->source)
        emit_line(emitter->out, indent, "#pragma unroll %d", loop->copies);
    if (loop->endless) {
        emit_line(emitter->out, indent, "for (;;) {");
        emit_body(emitter, stmt->body, indent + 1);
        emit_line(emitter->out, indent, "}");
        return;
    }
    const char *name = emit_name(counter.name);
    bool braces = !is_one(emitter, stmt->body) || has_counter(emitter, loop) || (emitter->source && loop->defines) ||
                  emitter->carried != before;
    emit_line(emitter->out, indent, "for (%s %s = %s; %s; %s)%s%s", emit_type(counter.type, LANGUAGE_CUDA), name,
              expr_assigned(emitter, loop->lower), expr_condition(emitter, bound_of(arena, loop, &counter)),
              step_text(emitter, loop, name), braces ? " {" : "", loop_comment(emitter, loop));
    if (has_counter(emitter, loop))
        emit_line(emitter->out, indent + 1, "const %s %s = %s;", emit_type(loop->iterator->type, LANGUAGE_CUDA),
                  iterator, counter_value(emitter, loop, name));
    if (emitter->source && loop->defines)
        emit_line(emitter->out, indent + 1, "const %s %s = %s;", emit_type(loop->defines->type, LANGUAGE_CUDA),
                  emit_name(loop->defines->name), expr_assigned(emitter, loop->definition));
    emit_body(emitter, stmt->body, indent + 1);
    carried_end(emitter, before, indent + 1);
    if (braces)
        emit_line(emitter->out, indent, "}");
}

// ---- choices

// a && (b && c) as a && b && c. If a branch follows, nvcc makes the same of both; as a value it does not.
static Expr *in_a_row(Arena *arena, Expr *condition)
{
    while (condition->kind == EX_BINARY && condition->op == OP_LOGICAL_AND &&
           condition->operands[1]->kind == EX_BINARY && condition->operands[1]->op == OP_LOGICAL_AND) {
        Expr *right = condition->operands[1], *left = condition->operands[0];
        left = expr_binary(arena, OP_LOGICAL_AND, left, right->operands[0], condition->type);
        condition = expr_binary(arena, OP_LOGICAL_AND, left, right->operands[1], condition->type);
    }
    return condition;
}

const char *emit_version_test(const Emitter *emitter, const char *name, Expr *condition, bool limited)
{
    return arena_printf(emitter->out->arena, "crs_version(crs_now, \"%s\", %s%s)", name,
                        expr_condition(emitter, condition), limited ? ", true" : "");
}

// Of a version of the schedule: the environment may ask for another one.
static const char *branch_condition(const Emitter *emitter, const Stmt *stmt)
{
    Expr *condition = in_a_row(emitter->out->arena, stmt->condition);
    return stmt->name ? emit_version_test(emitter, stmt->name, condition, stmt->limited)
                      : expr_condition(emitter, condition);
}

// One brace is all branches' reason for theirs.
static bool needs_braces(const Emitter *emitter, const Stmt *stmt)
{
    if (!stmt->otherwise)
        return !is_one(emitter, stmt->body);
    for (; stmt && stmt->kind == ST_IF; stmt = stmt->otherwise)
        if (!is_simple(stmt->body))
            return true;
    return stmt && !is_simple(stmt);
}

static bool says_not_empty(const Expr *condition, const Stmt *kernel)
{
    if (condition->kind == EX_BINARY && condition->op == OP_LOGICAL_AND)
        return says_not_empty(condition->operands[0], kernel) && says_not_empty(condition->operands[1], kernel);
    if (condition->kind != EX_BINARY || condition->op != OP_GT || !expr_is_int(condition->operands[1], 0))
        return false;
    for (int d = 0; d < 3; d++)
        if (kernel->grid[d] && expr_equal(condition->operands[0], kernel->grid[d]))
            return true;
    return false;
}

// The host's test whether a kernel has blocks; crs_launch makes the same test.
static bool is_tested_by_launch(const Emitter *emitter, const Stmt *stmt)
{
    return emitter->kernel && !stmt->otherwise && !stmt->name && stmt->body->kind == ST_KERNEL &&
           says_not_empty(stmt->condition, stmt->body);
}

static void emit_if(Emitter *emitter, const Stmt *stmt, int indent)
{
    if (is_tested_by_launch(emitter, stmt)) {
        emit_body(emitter, stmt->body, indent);
        return;
    }
    bool braces = needs_braces(emitter, stmt);
    const char *open = braces ? " {" : "";
    emit_indent(emitter->out, indent);
    for (;;) {
        text_printf(emitter->out, "if (%s)%s\n", branch_condition(emitter, stmt), open);
        emit_body(emitter, stmt->body, indent + 1);
        if (braces)
            emit_indent(emitter->out, indent);
        if (!stmt->otherwise) {
            text_add(emitter->out, braces ? "}\n" : "");
            return;
        }
        if (!braces)
            emit_indent(emitter->out, indent);
        if (stmt->otherwise->kind != ST_IF || is_tested_by_launch(emitter, stmt->otherwise))
            break;
        text_add(emitter->out, braces ? "} else " : "else ");
        stmt = stmt->otherwise;
    }
    text_printf(emitter->out, "%selse%s\n", braces ? "} " : "", open);
    emit_body(emitter, stmt->otherwise, indent + 1);
    if (braces)
        emit_line(emitter->out, indent, "}");
}

static void emit_while(Emitter *emitter, const Stmt *stmt, int indent)
{
    const char *condition = expr_condition(emitter, stmt->condition);
    bool braces = stmt->test_after || !is_one(emitter, stmt->body);
    if (stmt->test_after)
        emit_line(emitter->out, indent, "do {");
    else
        emit_line(emitter->out, indent, "while (%s)%s", condition, braces ? " {" : "");
    emit_body(emitter, stmt->body, indent + 1);
    if (stmt->test_after)
        emit_line(emitter->out, indent, "} while (%s);", condition);
    else if (braces)
        emit_line(emitter->out, indent, "}");
}

// `float x;` and the next statement `x = value;` as one declaration; NULL: they are something different.
static const Stmt *set_at_once(const Emitter *emitter, const Stmt *declaration, const Stmt *next)
{
    bool scalar = declaration->kind == ST_DECLARE && declaration->symbol && !declaration->value;
    bool sets = scalar && next->kind == ST_ASSIGN && next->op == OP_NONE && next->place->kind == EX_SYMBOL &&
                next->place->symbol == declaration->symbol;
    if (!sets || emitter->fetch || expr_mentions(next->value, declaration->symbol))
        return NULL;
    return stmt_declare(emitter->out->arena, declaration->symbol, next->value);
}

static void emit_block(Emitter *emitter, const Stmt *block, int indent)
{
    for (int i = 0; i < block->nitems; i++) {
        const Stmt *both = i + 1 < block->nitems ? set_at_once(emitter, block->items[i], block->items[i + 1]) : NULL;
        emit_body(emitter, both ? both : block->items[i], indent);
        i += both != NULL;
    }
}

// Pointers that change places, in serial code.
static void emit_exchange(Emitter *emitter, const Stmt *stmt, int indent)
{
    const Array *first = stmt->rotated[0];
    Text taken = {.arena = emitter->out->arena};
    for (int i = 0; i < stmt->nrotated; i++)
        text_printf(&taken, "%s%s", i ? ", " : "", emit_name(stmt->taken[i]->name));
    emit_line(emitter->out, indent, "{");
    emit_line(emitter->out, indent + 1, "%s %sconst crs_taken[] = {%s};", emit_type(first->element, LANGUAGE_CUDA),
              emit_row_stars(first), text_string(&taken));
    for (int i = 0; i < stmt->nrotated; i++)
        emit_line(emitter->out, indent + 1, "%s = crs_taken[%d];", emit_name(stmt->rotated[i]->name), i);
    emit_line(emitter->out, indent, "}");
}

// What a transformation made belongs to the line of the statement before it.
static void emit_place(Emitter *emitter, const Stmt *stmt)
{
    if (!emitter->lines || stmt->kind == ST_BLOCK)
        return;
    if (stmt->loc.file == emitter->lines->source)
        emitter->line = stmt->loc.line;
    emit_source_line(emitter->out, emitter->lines, emitter->line);
}

void emit_body(Emitter *emitter, const Stmt *stmt, int indent)
{
    if (!stmt)
        return;
    emit_place(emitter, stmt);
    switch (stmt->kind) {
    case ST_BLOCK: emit_block(emitter, stmt, indent); return;
    case ST_LOOP: emit_loop(emitter, stmt, indent); return;
    case ST_ASSIGN: emit_assignment(emitter, stmt, indent); return;
    case ST_DECLARE: emit_declaration(emitter, stmt, indent); return;
    case ST_IF: emit_if(emitter, stmt, indent); return;
    case ST_WHILE: emit_while(emitter, stmt, indent); return;
    case ST_BREAK: emit_line(emitter->out, indent, "break;"); return;
    case ST_CONTINUE: emit_line(emitter->out, indent, "continue;"); return;
    case ST_RETURN:
        if (stmt->value)
            emit_line(emitter->out, indent, "return %s;", expr_assigned(emitter, stmt->value));
        else
            emit_line(emitter->out, indent, "return;");
        return;
    case ST_EVALUATE: emit_line(emitter->out, indent, "%s;", expr_string(emitter, stmt->value)); return;
    case ST_BARRIER:
        emit_line(emitter->out, indent,
                  stmt->blocks ? "crs_grid_barrier();"
                  : stmt->warp ? "__syncwarp();"
                               : "__syncthreads();");
        return;
    case ST_KERNEL:
        if (!emitter->kernel)
            unreachable_bug("a kernel inside a kernel");
        emitter->kernel(emitter, stmt, indent);
        return;
    case ST_ROTATE: (emitter->rotation ? emitter->rotation : emit_exchange)(emitter, stmt, indent); return;
    }
    unreachable_bug("a statement of no kind");
}

void emit_statement(Text *out, const Stmt *stmt, int indent)
{
    emit_body(&(Emitter){.out = out, .root = stmt}, stmt, indent);
}
