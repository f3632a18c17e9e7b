// A switch becomes a chain of ifs. A case that falls through has a copy of the statements of the next one.
#include "frontend/clang/expr.h"
#include "frontend/clang/literal.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/control/null_pointers.h"
#include "frontend/control/stmt.h"
#include "frontend/control/switch.h"

enum { LONGEST_FALL = 100 }; // statements of one case

typedef struct Group { // the statements after one or more labels
    Expr *condition;   // NULL: default alone
    bool is_default;
    VECTOR(CXCursor) stmts;
} Group;

typedef VECTOR(Group) Groups;

static bool refuse_switch(Reader *reader, CXCursor at, const char *why)
{
    refuse(reader, at, "it contains a switch statement %s", why);
    return false;
}

static bool is_label(CXCursor stmt)
{
    enum CXCursorKind kind = clang_getCursorKind(stmt);
    return kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt;
}

static Expr *case_condition(Reader *reader, const Symbol *value, Children parts)
{
    Arena *arena = reader->arena;
    Expr *low = read_integer_constant(reader, parts.items[0], value->type);
    Expr *high = parts.count == 2 ? low : read_integer_constant(reader, parts.items[1], value->type);
    Expr *symbol = expr_symbol(arena, value);
    if (!low || !high)
        unreachable_bug("a case that is not a constant");
    if (parts.count == 2)
        return expr_binary(arena, OP_EQ, symbol, low, value->type);
    Expr *from = expr_binary(arena, OP_GE, symbol, low, value->type),
         *to = expr_binary(arena, OP_LE, symbol, high, value->type);
    return expr_both(arena, from, to);
}

// `case 1: case 2: statement`: adds the labels to the group, the statement to its list.
static bool add_labels(Reader *reader, CXCursor stmt, const Symbol *value, Group *group)
{
    while (is_label(stmt)) {
        Children parts = children_of(reader, stmt);
        if (clang_getCursorKind(stmt) == CXCursor_DefaultStmt) {
            group->is_default = true;
        } else {
            Expr *condition = case_condition(reader, value, parts);
            condition->loc = cursor_loc(reader, parts.items[0]);
            group->condition = !group->condition ? condition
                                                 : expr_binary(reader->arena, OP_LOGICAL_OR, group->condition,
                                                               condition, type_scalar(TY_I32));
        }
        stmt = parts.items[parts.count - 1];
    }
    VECTOR_PUSH(reader->scratch, &group->stmts, stmt);
    return true;
}

static bool gather_groups(Reader *reader, CXCursor body, const Symbol *value, Groups *groups)
{
    Children stmts = children_of(reader, body);
    for (int i = 0; i < stmts.count; i++) {
        if (is_label(stmts.items[i])) {
            Group group = {0};
            if (!add_labels(reader, stmts.items[i], value, &group))
                return false;
            VECTOR_PUSH(reader->scratch, groups, group);
        } else if (groups->count == 0) {
            return refuse_switch(reader, stmts.items[i], "with a statement before its first case");
        } else {
            VECTOR_PUSH(reader->scratch, &groups->items[groups->count - 1].stmts, stmts.items[i]);
        }
    }
    return true;
}

// How a group ends: takes its break away.
static bool ends(Reader *reader, Group *group)
{
    while (group->stmts.count) {
        CXCursor last = group->stmts.items[group->stmts.count - 1];
        enum CXCursorKind kind = clang_getCursorKind(last);
        if (kind == CXCursor_BreakStmt) {
            group->stmts.count--;
            return true;
        }
        if (kind != CXCursor_CompoundStmt)
            return kind == CXCursor_ReturnStmt || kind == CXCursor_ContinueStmt;
        Children inner = children_of(reader, last);
        group->stmts.count--;
        for (int i = 0; i < inner.count; i++)
            VECTOR_PUSH(reader->scratch, &group->stmts, inner.items[i]);
        if (inner.count == 0)
            return false;
    }
    return false;
}

static Stmt *read_group(Reader *reader, const Group *group)
{
    StmtList items = {0}, *outer = reader->frame.before;
    int breakable = reader->frame.breakable;
    reader->frame.before = &items;
    reader->frame.breakable = 0;
    bool good = read_statements(reader, group->stmts.items, group->stmts.count);
    reader->frame.before = outer;
    reader->frame.breakable = breakable;
    return good ? stmt_block(reader->arena, items.items, items.count) : NULL;
}

// A case that falls through to the next one runs its statements, too.
static bool follow_through(Reader *reader, CXCursor stmt, Groups *groups)
{
    for (int i = groups->count - 1; i >= 0; i--) {
        Group *group = &groups->items[i];
        const Group *next = i + 1 < groups->count ? group + 1 : NULL;
        if (ends(reader, group) || !next)
            continue;
        if (group->stmts.count + next->stmts.count > LONGEST_FALL)
            return refuse_switch(reader, stmt, "whose cases fall through to too many statements");
        FOR_EACH(k, &next->stmts)
            VECTOR_PUSH(reader->scratch, &group->stmts, next->stmts.items[k]);
    }
    return true;
}

static bool build_chain(Reader *reader, CXCursor stmt, Groups *groups)
{
    Stmt *chain = NULL;
    Stmt **bodies = ARENA_ARRAY(reader->arena, Stmt *, groups->count + 1);
    for (int i = 0; i < groups->count; i++) {
        Group *group = &groups->items[i];
        PointerStates before = null_pointers_save(reader);
        bodies[i] = read_group(reader, group);
        if (!bodies[i])
            return false;
        if (null_pointers_changed(reader, &before))
            return refuse_switch(reader, stmt, "that sets a pointer to null");
        if (group->is_default)
            chain = bodies[i];
    }
    for (int i = groups->count - 1; i >= 0; i--) {
        if (groups->items[i].is_default)
            continue;
        chain = stmt_if(reader->arena, groups->items[i].condition, bodies[i], chain);
        chain->loc = cursor_loc(reader, stmt);
    }
    if (chain)
        VECTOR_PUSH(reader->arena, reader->frame.before, chain);
    return true;
}

bool read_switch(Reader *reader, CXCursor stmt)
{
    Children parts = children_of(reader, stmt);
    if (parts.count != 2 || clang_getCursorKind(parts.items[1]) != CXCursor_CompoundStmt)
        return refuse_switch(reader, stmt, "whose body is not a block");
    Expr *value = read_value(reader, parts.items[0]);
    if (!value)
        return false;
    value = expr_cast(reader->arena, type_promoted(value->type), value);
    Symbol *symbol = new_symbol(reader, "chosen", value->type, SYM_LOCAL, cursor_loc(reader, parts.items[0]));
    add_statement(reader, stmt_declare(reader->arena, symbol, value), parts.items[0]);
    Groups groups = {0};
    reader->frame.jumps++;
    bool good = gather_groups(reader, parts.items[1], symbol, &groups) && follow_through(reader, stmt, &groups) &&
                build_chain(reader, stmt, &groups);
    reader->frame.jumps--;
    return good;
}
