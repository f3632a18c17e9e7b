// Assignments that control cannot pass by: statements of a block, first parts of loops, conditions that assign, and
// both branches of an if.
#include "frontend/clang/source.h"
#include "frontend/dataflow/scan.h"
#include "frontend/dataflow/surely_set.h"

#include <stdlib.h>

static enum CXCursorKind kind_of_site(const Reader *reader, int site)
{
    return clang_getCursorKind(reader->details.items[site].cursor);
}

static bool is_in_switch(const Reader *reader, int site)
{
    while (site >= 0 && kind_of_site(reader, site) != CXCursor_SwitchStmt)
        site = reader->sites.items[site].parent;
    return site >= 0;
}

// The label belongs to the innermost switch around it: one in the block, or one around the block.
static bool is_reached_from_outside(const Reader *reader, int label, int block)
{
    int site = label;
    while (site != block && kind_of_site(reader, site) != CXCursor_SwitchStmt)
        site = reader->sites.items[site].parent;
    return site == block;
}

bool surely_set_has_case(const Reader *reader, int block)
{
    if (!is_in_switch(reader, block))
        return false;
    for (int i = block + 1; i < reader->sites.items[block].subtree_end; i++) {
        enum CXCursorKind kind = kind_of_site(reader, i);
        if ((kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt) && is_reached_from_outside(reader, i, block))
            return true;
    }
    return false;
}

static bool is_binary(CXCursor expr, enum CXBinaryOperatorKind op)
{
    return clang_getCursorKind(expr) == CXCursor_BinaryOperator && clang_getCursorBinaryOperatorKind(expr) == op;
}

static bool is_variable(Reader *reader, CXCursor expr, const DeclFacts *facts)
{
    CXCursor written = written_variable(reader, expr);
    return clang_getCursorKind(written) == CXCursor_DeclRefExpr &&
           facts_of(reader, clang_getCursorReferenced(written)) == facts;
}

static bool sets_first(Reader *reader, CXCursor expr, const DeclFacts *facts);

// One of the operands, which C may compute in any order.
static bool operand_sets(Reader *reader, Children operands, const DeclFacts *facts)
{
    for (int i = 0; i < operands.count; i++) {
        bool good = sets_first(reader, operands.items[i], facts);
        for (int k = 0; k < operands.count; k++)
            good = good && (k == i || !cursor_mentions(operands.items[k], facts->cursor));
        if (good)
            return true;
    }
    return false;
}

// Whether the value of the expression is never computed without setting the variable, and nothing in it reads what the
// variable was before.
static bool sets_first(Reader *reader, CXCursor expr, const DeclFacts *facts)
{
    expr = strip_conversions(reader, expr);
    enum CXCursorKind kind = clang_getCursorKind(expr);
    Children parts = expression_children(reader, expr);
    if (kind == CXCursor_CStyleCastExpr)
        return parts.count && sets_first(reader, parts.items[parts.count - 1], facts);
    if (kind == CXCursor_UnaryOperator)
        return parts.count == 1 && sets_first(reader, parts.items[0], facts);
    if (kind != CXCursor_BinaryOperator || parts.count != 2)
        return false;
    if (is_binary(expr, CXBinaryOperator_Assign) && is_variable(reader, parts.items[0], facts))
        return !cursor_mentions(parts.items[1], facts->cursor) || sets_first(reader, parts.items[1], facts);
    if (is_binary(expr, CXBinaryOperator_LAnd) || is_binary(expr, CXBinaryOperator_LOr))
        return sets_first(reader, parts.items[0], facts);
    if (!is_binary(expr, CXBinaryOperator_Comma))
        return operand_sets(reader, parts, facts);
    return sets_first(reader, parts.items[0], facts) ||
           (!cursor_mentions(parts.items[0], facts->cursor) && sets_first(reader, parts.items[1], facts));
}

// ---- statements

static bool is_in_block(const Reader *reader, int site)
{
    int parent = reader->sites.items[site].parent;
    return parent >= 0 && reader->sites.items[parent].kind == SITE_COMPOUND && !surely_set_has_case(reader, parent);
}

// The first part of a for, or the condition of an if or a while. `children`: of the statement.
static bool first_part_sets(Reader *reader, int site, Children children, const DeclFacts *facts)
{
    enum CXCursorKind kind = kind_of_site(reader, site);
    bool has = kind == CXCursor_ForStmt || kind == CXCursor_IfStmt || kind == CXCursor_WhileStmt;
    return has && children.count && reader->details.items[site].first_part_last &&
           sets_first(reader, children.items[0], facts);
}

// `for (..; (v = ..) > 0; ..)`: the condition is computed at least once. The third part comes before the body in the
// text, but not when the loop runs.
static bool condition_sets(Reader *reader, int site, Children children, const DeclFacts *facts)
{
    return reader->sites.items[site].kind == SITE_FOR && children.count == 4 &&
           !cursor_mentions(children.items[0], facts->cursor) && !cursor_mentions(children.items[2], facts->cursor) &&
           sets_first(reader, children.items[1], facts);
}

// Whether the variable has been set where control leaves the statement at its end.
static bool statement_sets(Reader *reader, CXCursor stmt, const DeclFacts *facts)
{
    Children children = children_of(reader, stmt);
    switch (clang_getCursorKind(stmt)) {
    case CXCursor_CompoundStmt:
        for (int i = 0; i < children.count; i++)
            if (statement_sets(reader, children.items[i], facts))
                return true;
        return false;
    case CXCursor_IfStmt:
        return children.count == 3 && statement_sets(reader, children.items[1], facts) &&
               statement_sets(reader, children.items[2], facts);
    default: return clang_isExpression(clang_getCursorKind(stmt)) && sets_first(reader, stmt, facts);
    }
}

static bool has_label(const Reader *reader, int site)
{
    for (int i = site + 1; i < reader->sites.items[site].subtree_end; i++) {
        enum CXCursorKind kind = kind_of_site(reader, i);
        if (kind == CXCursor_LabelStmt || kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt)
            return true;
    }
    return false;
}

static void add(Reader *reader, Settings *settings, size_t begin, size_t from, int block)
{
    Setting setting = {begin, from, from, block};
    VECTOR_PUSH(reader->scratch, settings, setting);
}

// What the site sets, if it is a statement of a block or a loop.
static void find_at(Reader *reader, Settings *settings, int site, const DeclFacts *facts)
{
    const SiteDetail *detail = &reader->details.items[site];
    int parent = reader->sites.items[site].parent;
    bool in_block = is_in_block(reader, site), is_for = reader->sites.items[site].kind == SITE_FOR;
    Children children = children_of(reader, detail->cursor);
    if (clang_isExpression(clang_getCursorKind(detail->cursor))) {
        if (in_block && sets_first(reader, detail->cursor, facts))
            add(reader, settings, detail->first, detail->last, parent);
    } else if (first_part_sets(reader, site, children, facts)) {
        if (in_block)
            add(reader, settings, detail->first, detail->first_part_last, parent);
        if (is_for && !surely_set_has_case(reader, site))
            add(reader, settings, detail->first, detail->first_part_last, site);
    } else if (condition_sets(reader, site, children, facts) && in_block) {
        add(reader, settings, detail->first, detail->body_first, parent);
    }
}

int surely_set_site(const Reader *reader, size_t moment, int first, int end)
{
    while (end - first > 1) {
        int middle = (first + end) / 2;
        if (reader->details.items[middle].first <= moment)
            first = middle;
        else
            end = middle;
    }
    while (first >= 0 && reader->details.items[first].last <= moment)
        first = reader->sites.items[first].parent;
    return first;
}

// The if statements around a write of which both branches set the variable.
static void find_branches(Reader *reader, Settings *settings, int site, const DeclFacts *facts)
{
    for (; site >= 0; site = reader->sites.items[site].parent) {
        const SiteDetail *detail = &reader->details.items[site];
        if (kind_of_site(reader, site) == CXCursor_IfStmt && is_in_block(reader, site) && !has_label(reader, site) &&
            statement_sets(reader, detail->cursor, facts)) {
            Setting setting = {detail->first, detail->first, detail->last, reader->sites.items[site].parent};
            VECTOR_PUSH(reader->scratch, settings, setting);
        }
    }
}

static int earlier(const void *left, const void *right)
{
    const Setting *a = left, *b = right;
    return a->from != b->from ? (a->from > b->from) - (a->from < b->from)
                              : (a->block > b->block) - (a->block < b->block);
}

Settings surely_set_find(Reader *reader, const DeclFacts *facts, int function)
{
    Settings settings = {0};
    int last = -1;
    FOR_EACH(i, &facts->writes) {
        int site = surely_set_site(reader, facts->writes.items[i], function, reader->sites.items[function].subtree_end);
        if (site < 0 || site == last)
            continue;
        find_at(reader, &settings, site, facts);
        find_branches(reader, &settings, site, facts);
        last = site;
    }
    if (settings.count)
        qsort(settings.items, (size_t)settings.count, sizeof *settings.items, earlier);
    return settings;
}
