// Pointers that a for statement moves: `for (p = a; p < end; p++)` counts p's subscript in its array, and in `for (i =
// 0, p = a; ..; i++, p++)` p follows the iterator.
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/control/loop.h"
#include "frontend/dataflow/scan.h"

bool is_stepped_pointer(CXType type)
{
    CXType pointee = clang_getCanonicalType(clang_getPointeeType(type));
    return type.kind == CXType_Pointer && pointee.kind != CXType_Void && pointee.kind != CXType_FunctionProto &&
           pointee.kind != CXType_FunctionNoProto && pointee.kind != CXType_Pointer;
}

static Expr **last_of(Reference *reference)
{
    bool steps = reference->array && !reference->variable && !reference->closed && reference->npath == 0 &&
                 reference->nsubscripts;
    return steps ? last_subscript(reference) : NULL;
}

static bool read_base(Reader *reader, CXCursor expr, const char *name, Reference *base)
{
    reader->frame.conditional++;
    bool good = read_pointer(reader, expr, base);
    reader->frame.conditional--;
    if (!good)
        return false;
    if (!last_of(base) || !freeze_reference(reader, base, name)) {
        refuse(reader, expr, "it increments a pointer to something that is not an array element");
        return false;
    }
    return true;
}

// What it points to where the loop begins.
Expr *pointer_first(Reader *reader, Counting *counting, CXCursor at)
{
    Reference *base = &counting->base;
    if (!is_null_cursor(counting->first)) {
        if (!read_base(reader, counting->first, counting->name, base))
            return NULL;
    } else {
        Variable *variable = find_declared(reader, counting->decl);
        Array *array = variable && variable->home == HOME_FUNCTION && reader->frame.nloop == 0 && reader->frame.nest &&
                               !variable->target
                           ? variable_array(reader, variable, at)
                           : NULL;
        if (!array) {
            refuse(reader, at, "the loop over the pointer '%s' does not set its first value", counting->name);
            return NULL;
        }
        *base = (Reference){
            .array = array, .nsubscripts = 1, .type = clang_getCanonicalType(clang_getPointeeType(variable->type))};
        base->subscripts[0] = expr_index(reader->arena, 0);
    }
    return expr_cast(reader->arena, type_scalar(TY_I64), *last_of(base));
}

// `end` of another variable than the loop's array: the host computes their distance at the beginning of the nest.
static Expr *host_distance(Reader *reader, const Counting *counting, CXCursor bound)
{
    CXCursor name = strip_conversions(reader, bound);
    const Array *array = counting->base.array;
    enum CXCursorKind kind = clang_getCursorKind(name);
    Reference end;
    if ((kind != CXCursor_DeclRefExpr && kind != CXCursor_MemberRefExpr) || array->held != HOST_POINTER ||
        array->ndim != 1 || counting->base.view || !read_reference(reader, name, &end) || !end.variable ||
        end.variable->home == HOME_NEST || end.variable->target || end.variable->type.kind != CXType_Pointer ||
        is_written_in_nest(reader, end.variable))
        return NULL;
    const char *text = intern_printf("(long)(%s - %s)", end.variable->host, array->host);
    const char *count = intern_printf("%s_count", array->name);
    return expr_symbol(reader->arena, host_symbol(reader, count, type_scalar(TY_I64), text, bound));
}

Expr *pointer_bound(Reader *reader, Counting *counting, CXCursor bound)
{
    if (reader->frame.nest) {
        Expr *distance = host_distance(reader, counting, bound);
        if (distance || reader->frame.refused)
            return distance;
    }
    Reference end, *base = &counting->base;
    if (!read_base(reader, bound, counting->name, &end))
        return NULL;
    bool same = end.array == base->array && end.nsubscripts == base->nsubscripts && end.view == base->view &&
                !end.view_bytes == !base->view_bytes;
    same = same && (!end.view_bytes || expr_equal(end.view_bytes, base->view_bytes));
    for (int i = 0; same && i + !end.view_bytes < end.nsubscripts; i++)
        same = expr_equal(end.subscripts[i], base->subscripts[i]);
    if (same)
        return expr_cast(reader->arena, type_scalar(TY_I64), *last_of(&end));
    refuse(reader, bound, "it compares the pointer '%s' with one that points into another array, as far as is known",
           counting->name);
    return NULL;
}

void point_at(Reader *reader, Variable *variable, const Reference *base, Expr *last)
{
    Reference *target = ARENA_NEW(reader->arena, Reference);
    *target = *base;
    *last_of(target) = last;
    variable->target = target;
}

// ---- pointers that follow the iterator

static CXCursor set_by(Reader *reader, CXCursor other, CXCursor *decl)
{
    if (clang_getCursorKind(other) == CXCursor_VarDecl) {
        *decl = other;
        return clang_Cursor_getVarDeclInitializer(other);
    }
    Children sides = expression_children(reader, other);
    CXCursor target = sides.count == 2 ? written_variable(reader, sides.items[0]) : clang_getNullCursor();
    bool assigns = clang_getCursorBinaryOperatorKind(other) == CXBinaryOperator_Assign && !is_null_cursor(target);
    *decl = assigns ? clang_getCursorReferenced(target) : clang_getNullCursor();
    return assigns ? sides.items[1] : clang_getNullCursor();
}

// In this loop, or in another one that sets it first.
static bool is_in_own_loop(const Reader *reader, const DeclFacts *facts, size_t moment, const SiteDetail *detail)
{
    if (moment >= detail->first && moment < detail->last)
        return true;
    for (int i = reader->frame.nest_site; reader->frame.nest && i < reader->frame.nest_site_end; i++) {
        const SiteDetail *other = &reader->details.items[i];
        if (reader->sites.items[i].kind == SITE_FOR && other->iterator == facts && moment >= other->first &&
            moment < other->last)
            return true;
    }
    return false;
}

static bool is_only_here(const Reader *reader, const DeclFacts *facts, const SiteDetail *detail)
{
    const Moments *mentions = &facts->mentions;
    const Frame *frame = &reader->frame;
    size_t first = frame->nest && !frame->inline_depth ? frame->nest_first : 0;
    size_t last = frame->nest && !frame->inline_depth ? frame->nest_last : (size_t)-1;
    for (int i = moments_from(mentions, first); i < mentions->count && mentions->items[i] < last; i++)
        if (!is_in_own_loop(reader, facts, mentions->items[i], detail))
            return false;
    return true;
}

bool leaves_pointer(Reader *reader, const Counting *counting, const SiteDetail *detail)
{
    if (counting->declares)
        return false;
    Variable *outside = find_declared(reader, counting->decl);
    return !outside || !is_only_here(reader, counting->facts, detail) ||
           (outside->home != HOME_NEST && is_live_after(reader, outside));
}

bool take_follower(Reader *reader, Counting *counting, const SiteDetail *detail, int other)
{
    CXCursor decl, value = set_by(reader, counting->others[other], &decl);
    if (is_null_cursor(value) || clang_getCursorKind(decl) == CXCursor_FieldDecl || counting->factor ||
        !is_stepped_pointer(clang_getCanonicalType(clang_getCursorType(decl))))
        return false;
    DeclFacts *facts = facts_of(reader, decl);
    if (facts->address_taken || moments_in(&facts->writes, detail->body_first, detail->last) ||
        !is_only_here(reader, facts, detail))
        return false;
    bool declared = clang_getCursorKind(counting->others[other]) == CXCursor_VarDecl;
    Variable *outside = declared ? NULL : find_declared(reader, decl);
    if (!declared && (!outside || outside->home == HOME_GLOBAL ||
                      (outside->home == HOME_FUNCTION && is_live_after(reader, outside))))
        return false;
    for (int i = 0; i < counting->nbeside; i++) {
        int64_t step = step_of(reader, counting->beside[i], decl);
        if (!step)
            continue;
        Follower *follower = &counting->followers[counting->nfollower];
        if (!read_base(reader, value, cursor_name(decl), &follower->base))
            return false;
        follower->decl = decl;
        follower->step = step;
        counting->nfollower++;
        counting->beside[i] = counting->beside[--counting->nbeside];
        return true;
    }
    return false;
}

bool place_followers(Reader *reader, const Counting *counting, const Loop *loop)
{
    Arena *arena = reader->arena;
    for (int i = 0; i < counting->nfollower; i++) {
        const Follower *follower = &counting->followers[i];
        bool divides = loop->step->kind == EX_INT && follower->step % loop->step->integer == 0;
        if (!divides) {
            refuse(reader, follower->decl,
                   "the pointer '%s' moves by an amount that is not a multiple of its iterator's step",
                   cursor_name(follower->decl));
            return false;
        }
        Expr *iterator = expr_cast(arena, type_scalar(TY_I64), expr_symbol(arena, loop->iterator));
        Expr *way = index_mul(arena, index_sub(arena, iterator, loop->lower),
                              expr_index(arena, follower->step / loop->step->integer));
        Reference base = follower->base;
        point_at(reader, declare_variable(reader, follower->decl), &follower->base,
                 index_add(arena, *last_of(&base), way));
    }
    return true;
}
