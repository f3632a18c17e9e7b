#include "frontend/dataflow/row_induction.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/dataflow/pointer_tables.h"
#include "frontend/dataflow/scan.h"

typedef struct Steps {
    Reader *reader;
    CXCursor table;
    bool found;
} Steps;

static bool increments(CXCursor cursor)
{
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(cursor);
    enum CXUnaryOperatorKind step = clang_getCursorUnaryOperatorKind(cursor);
    return op == CXBinaryOperator_AddAssign || op == CXBinaryOperator_SubAssign || step == CXUnaryOperator_PreInc ||
           step == CXUnaryOperator_PostInc || step == CXUnaryOperator_PreDec || step == CXUnaryOperator_PostDec;
}

static enum CXChildVisitResult find_step(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Steps *steps = context;
    if (!increments(cursor) || clang_getCanonicalType(clang_getCursorType(cursor)).kind != CXType_Pointer)
        return CXChildVisit_Recurse;
    Children parts = expression_children(steps->reader, cursor);
    CXCursor target = parts.count ? strip_conversions(steps->reader, parts.items[0]) : cursor;
    steps->found |= clang_getCursorKind(target) == CXCursor_ArraySubscriptExpr &&
                    clang_equalCursors(table_of_pointers(steps->reader, target), steps->table);
    return steps->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool is_stepped(Reader *reader, CXCursor table)
{
    const Frame *frame = &reader->frame;
    Steps steps = {reader, table, false};
    for (int i = frame->nest_site; i < frame->nest_site_end && !steps.found; i = reader->sites.items[i].subtree_end)
        clang_visitChildren(reader->details.items[i].cursor, find_step, &steps);
    return steps.found;
}

static Symbol *new_way(Reader *reader, const Array *table, const DeclFacts *facts)
{
    Symbol *way = new_symbol(reader, intern_printf("%s_way", table->name), type_scalar(TY_I64), SYM_LIVE,
                             cursor_loc(reader, facts->cursor));
    way->host = "0";
    way->live_after = true;
    way->pointer_after = table->host;
    FinalValue entry = {way, expr_index(reader->arena, 0)};
    VECTOR_PUSH(reader->arena, &reader->frame.nest->entries, entry);
    VECTOR_PUSH(reader->arena, &reader->frame.nest->ways, way);
    mark_assigned(reader, way);
    return way;
}

// NULL: none, which is kept, too. A helper has none, and its nest is read in place.
static const Symbol *way_of(Reader *reader, const Array *table)
{
    FOR_EACH(i, &reader->frame.row_ways)
        if (reader->frame.row_ways.items[i].table == table)
            return reader->frame.row_ways.items[i].way;
    RowWay made = {table, NULL};
    FOR_EACH(i, &reader->frame.origins) {
        const Origin *origin = &reader->frame.origins.items[i];
        if (origin->array == table && reader->frame.nest && is_stepped(reader, origin->facts->cursor))
            made.way = new_way(reader, table, origin->facts);
    }
    VECTOR_PUSH(reader->arena, &reader->frame.row_ways, made);
    return made.way;
}

static const LoopContext *loop_of(const Reader *reader, const Expr *row)
{
    const Expr *plain = expr_strip_casts(row);
    for (int i = 0; i < reader->frame.nloop; i++)
        if (plain->kind == EX_SYMBOL && plain->symbol == reader->frame.loops[i].iterator)
            return &reader->frame.loops[i];
    return NULL;
}

static void note_loop(Reader *reader, const Symbol *way, const Symbol *iterator)
{
    Nest *nest = reader->frame.nest;
    FOR_EACH(i, &nest->row_loops)
        if (nest->row_loops.items[i].symbol == way && nest->row_loops.items[i].value->symbol == iterator)
            return;
    FinalValue loop = {way, expr_symbol(reader->arena, iterator)};
    VECTOR_PUSH(reader->arena, &nest->row_loops, loop);
}

const Symbol *row_induction_way(Reader *reader, const Reference *row, CXCursor at)
{
    bool table = row->array && row->array->held == HOST_ROWS && row->array->ndim == 2 && row->nsubscripts == 1 &&
                 !row->npath && !row->choice && !row->variable;
    const Symbol *way = table ? way_of(reader, row->array) : NULL;
    const LoopContext *loop = way ? loop_of(reader, row->subscripts[0]) : NULL;
    if (way && (!loop || !loop->loop)) {
        refuse(reader, at, "it changes pointers of '%s' other than in loops over them", row->array->name);
        return NULL;
    }
    if (way)
        note_loop(reader, way, loop->iterator);
    return way;
}

Expr *row_induction_offset(Reader *reader, const Reference *row, CXCursor at)
{
    const Symbol *way = row_induction_way(reader, row, at);
    return way ? expr_symbol(reader->arena, way) : expr_index(reader->arena, 0);
}
