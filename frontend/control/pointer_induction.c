// Pointer induction: pointers that the nest only changes by `p++`, `p -= n` and the like. Such a pointer becomes its
// value before the nest, or at its declaration, plus an offset, which is a variable like any other.
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/control/pointer_induction.h"
#include "frontend/control/stmt.h"
#include "frontend/dataflow/scan.h"

typedef struct Steps {
    Reader *reader;
    DeclFacts *facts;
    bool only;
} Steps;

static enum CXChildVisitResult find_other_write(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Steps *steps = context;
    bool assigns = clang_getCursorKind(cursor) == CXCursor_BinaryOperator &&
                   clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign;
    if (!assigns)
        return CXChildVisit_Recurse;
    Children parts = expression_children(steps->reader, cursor);
    CXCursor target = parts.count ? written_variable(steps->reader, parts.items[0]) : clang_getNullCursor();
    steps->only &= is_null_cursor(target) || facts_of(steps->reader, clang_getCursorReferenced(target)) != steps->facts;
    return steps->only ? CXChildVisit_Recurse : CXChildVisit_Break;
}

static bool is_only_stepped(Reader *reader, DeclFacts *facts)
{
    const Frame *frame = &reader->frame;
    Steps steps = {reader, facts, !facts->address_taken};
    for (int i = frame->nest_site; i < frame->nest_site_end && steps.only; i = reader->sites.items[i].subtree_end)
        clang_visitChildren(reader->details.items[i].cursor, find_other_write, &steps);
    return steps.only;
}

static Symbol *new_way(Reader *reader, const Variable *variable)
{
    return new_symbol(reader, intern_printf("%s_way", variable->name), type_scalar(TY_I64), SYM_LOCAL,
                      cursor_loc(reader, variable->cursor));
}

const Symbol *pointer_induction_way(Reader *reader, Variable *variable)
{
    bool outside = variable->home == HOME_FUNCTION && !variable->parent && !variable->target && !variable->value;
    if (variable->way || !outside || reader->frame.function || variable->type.kind != CXType_Pointer ||
        clang_isVolatileQualifiedType(variable->type) || !is_written_in_nest(reader, variable) ||
        is_live_after(reader, variable) || !is_only_stepped(reader, variable->facts))
        return variable->way;
    variable->way = new_way(reader, variable);
    FinalValue entry = {variable->way, expr_index(reader->arena, 0)};
    VECTOR_PUSH(reader->arena, &reader->frame.nest->entries, entry);
    VECTOR_PUSH(reader->arena, &reader->frame.nest->ways, variable->way);
    mark_assigned(reader, variable->way);
    return variable->way;
}

bool pointer_induction_declare(Reader *reader, CXCursor decl, Variable *variable, Reference *target)
{
    if (reader->frame.function || !is_only_stepped(reader, variable->facts) || target->npath || !target->nsubscripts ||
        target->closed)
        return false;
    Symbol *way = new_way(reader, variable);
    Expr **last = &target->subscripts[target->nsubscripts - 1];
    *last =
        index_add(reader->arena, expr_cast(reader->arena, type_scalar(TY_I64), *last), expr_symbol(reader->arena, way));
    variable->way = way;
    mark_assigned(reader, way);
    add_statement(reader, stmt_declare(reader->arena, way, expr_index(reader->arena, 0)), decl);
    return true;
}
