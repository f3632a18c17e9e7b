// The loops around a statement of a tree: which loop of the source each of them is a part of, and how it runs through
// that loop's iterations.
#include "analysis/depend/order.h"

// ---- linear forms of definitions

typedef struct FormTerm {
    const Expr *atom;
    const Expr *scale; // the atom is multiplied with it; NULL: with the factor alone
    int64_t factor;
} FormTerm;

typedef struct Form {
    Arena *arena;
    const Path *path;
    VECTOR(FormTerm) terms;
    int64_t constant;
} Form;

typedef struct Mention {
    const Path *path;
    bool found;
} Mention;

static bool look_for_iterator(void *context, const Expr *expr)
{
    Mention *mention = context;
    for (int i = 0; i < mention->path->count && expr->kind == EX_SYMBOL; i++) {
        const Loop *loop = mention->path->loops[i].loop;
        mention->found = mention->found || loop->iterator == expr->symbol || loop->defines == expr->symbol;
    }
    return !mention->found;
}

static bool mentions_loops(const Path *path, const Expr *expr)
{
    Mention mention = {.path = path};
    expr_walk(expr, look_for_iterator, &mention);
    return mention.found;
}

static void add_form(Form *form, const Expr *expr, int64_t factor, const Expr *scale)
{
    expr = expr_strip_casts(expr);
    bool binary = expr->kind == EX_BINARY;
    int64_t product;
    if (binary && (expr->op == OP_ADD || expr->op == OP_SUB)) {
        add_form(form, expr->operands[0], factor, scale);
        add_form(form, expr->operands[1], expr->op == OP_ADD ? factor : -factor, scale);
        return;
    }
    if (expr->kind == EX_UNARY && expr->op == OP_NEG) {
        add_form(form, expr->operands[0], -factor, scale);
        return;
    }
    for (int i = 0; binary && expr->op == OP_MUL && i < 2; i++) {
        const Expr *by = expr_strip_casts(expr->operands[i]);
        if (by->kind == EX_INT && !__builtin_mul_overflow(factor, by->integer, &product)) {
            add_form(form, expr->operands[1 - i], product, scale);
            return;
        }
        if (!scale && !mentions_loops(form->path, by) && mentions_loops(form->path, expr->operands[1 - i])) {
            add_form(form, expr->operands[1 - i], factor, by);
            return;
        }
    }
    if (expr->kind == EX_INT && !scale && !__builtin_mul_overflow(factor, expr->integer, &product)) {
        form->constant += product;
        return;
    }
    FOR_EACH(i, &form->terms) {
        FormTerm *term = &form->terms.items[i];
        if (expr_equal(term->atom, expr) && !term->scale == !scale && (!scale || expr_equal(term->scale, scale))) {
            term->factor += factor;
            return;
        }
    }
    FormTerm term = {expr, scale, factor};
    VECTOR_PUSH(form->arena, &form->terms, term);
}

static Form form_of(Arena *arena, const Path *path, const Expr *expr)
{
    Form form = {.arena = arena, .path = path};
    add_form(&form, expr, 1, NULL);
    return form;
}

static bool has_term(const Form *form, const FormTerm *term)
{
    FOR_EACH(i, &form->terms) {
        const FormTerm *other = &form->terms.items[i];
        if (expr_equal(other->atom, term->atom) && !other->scale == !term->scale &&
            (!term->scale || expr_equal(other->scale, term->scale)))
            return other->factor == term->factor;
    }
    return term->factor == 0;
}

static bool same_form(const Form *left, const Form *right)
{
    bool same = left->constant == right->constant;
    FOR_EACH(i, &left->terms)
        same = same && has_term(right, &left->terms.items[i]);
    FOR_EACH(i, &right->terms)
        same = same && has_term(left, &right->terms.items[i]);
    return same;
}

// ---- paths

bool order_is_concurrent(Binding binding)
{
    return (binding >= BIND_THREAD_X && binding <= BIND_BLOCK_Z) || binding == BIND_LANE;
}

static int find_group(Path *path, LoopId origin)
{
    for (int g = 0; g < path->ngroups; g++)
        if (path->groups[g].origin == origin)
            return g;
    path->groups[path->ngroups] = (PathGroup){.origin = origin};
    return path->ngroups++;
}

static void group_varies(PathGroup *group, LoopId origin)
{
    for (int i = 0; i < group->nvaries; i++)
        if (group->varies[i] == origin)
            return;
    if (!origin || origin == group->origin || group->nvaries == MAX_DEPTH)
        group->mixed = group->mixed || origin != group->origin;
    else
        group->varies[group->nvaries++] = origin;
}

typedef struct Others {
    const Path *path;
    PathGroup *group;
} Others;

// The iterators of other loops change what the definition says.
static bool note_other(void *context, const Expr *expr)
{
    Others *others = context;
    for (int i = 0; expr->kind == EX_SYMBOL && i < others->path->count; i++) {
        const Loop *loop = others->path->loops[i].loop;
        if (loop->iterator == expr->symbol || loop->defines == expr->symbol)
            group_varies(others->group, loop->origin);
    }
    return true;
}

// A number that the expression does not exceed; 0: none is known that is positive.
static int64_t most_of(const Expr *expr)
{
    expr = expr_strip_casts(expr);
    if (expr->kind == EX_INT)
        return expr->integer > 0 ? expr->integer : 0;
    if (expr->kind != EX_BINARY)
        return 0;
    int64_t left = most_of(expr->operands[0]), right = most_of(expr->operands[1]);
    if (expr->op == OP_MIN)
        return !left ? right : !right || left < right ? left : right;
    if (expr->op == OP_CEIL_DIV && expr_strip_casts(expr->operands[1])->kind == EX_INT && right)
        return left / right + (left % right != 0);
    return 0;
}

// The most values of an iterator that counts 0, 1, 2, ..; 0: not known.
static int64_t extent_of(const Loop *loop)
{
    return expr_is_int(loop->lower, 0) && expr_is_int(loop->step, 1) ? most_of(loop->upper) : 0;
}

// The parts' factors, outermost first: each step of a part has to exceed the range of the parts inside of it.
static void judge_factors(Path *path, int g, const int64_t *factors)
{
    int64_t inside = 0;
    for (int i = path->count - 1; i >= 0; i--) {
        if (path->loops[i].group != g)
            continue;
        int64_t factor = factors[i] < 0 ? -factors[i] : factors[i], extent = extent_of(path->loops[i].loop), passed;
        bool fine = factor && factor > inside && !__builtin_mul_overflow(factor, extent - 1, &passed) &&
                    !__builtin_add_overflow(inside, passed, &passed);
        bool outermost = true;
        for (int k = 0; k < i; k++)
            outermost = outermost && path->loops[k].group != g;
        path->groups[g].mixed = path->groups[g].mixed || !fine || (!outermost && !extent);
        inside = fine ? passed : 0;
    }
}

// A term of the definition that is not a part's iterator: iterators of other loops in it skew the loop.
static void judge_other_term(const Path *path, int g, PathGroup *group, const FormTerm *term)
{
    Others others = {path, group};
    expr_walk(term->atom, note_other, &others);
    for (int i = 0; i < path->count; i++)
        group->mixed =
            group->mixed || (path->loops[i].group == g && expr_mentions(term->atom, path->loops[i].loop->iterator));
}

static int part_of_term(const Path *path, int g, const FormTerm *term)
{
    for (int i = 0; i < path->count && term->atom->kind == EX_SYMBOL; i++)
        if (path->loops[i].group == g && path->loops[i].loop->iterator == term->atom->symbol)
            return i;
    return -1;
}

// Each part's direction: `by_step`, the factors are multiplied with the step of the source's loop.
static void judge_directions(Path *path, int g, const Loop *source, const int64_t *factors, bool by_step)
{
    for (int i = 0; i < path->count; i++) {
        bool falls = (factors[i] < 0) != (path->loops[i].loop->step_sign < 0);
        if (path->loops[i].group == g)
            path->loops[i].backward = falls != (!by_step && source->step_sign < 0);
    }
}

static void judge_definition(Arena *arena, Path *path, int g, const Loop *source, const Expr *definition)
{
    PathGroup *group = &path->groups[g];
    Form form = form_of(arena, path, definition);
    int64_t factors[MAX_PATH] = {0};
    const FormTerm *first = NULL;
    FOR_EACH(t, &form.terms) {
        const FormTerm *term = &form.terms.items[t];
        int part = part_of_term(path, g, term);
        if (part < 0) {
            judge_other_term(path, g, group, term);
            continue;
        }
        first = first ? first : term;
        bool alike = !first->scale == !term->scale && (!term->scale || expr_equal(first->scale, term->scale));
        group->mixed = group->mixed || !alike || factors[part];
        factors[part] = term->factor;
    }
    bool by_step = first && first->scale && expr_equal(first->scale, expr_strip_casts(source->step));
    group->mixed = group->mixed || !first || (first->scale && !by_step);
    judge_factors(path, g, factors);
    judge_directions(path, g, source, factors, by_step);
}

// The outer loop whose iterator, with a constant added, is the bound; *constant; -1: the bound has another form.
static int follows_loop(Arena *arena, const Path *path, int inner, const Expr *bound, int64_t *constant)
{
    Form form = form_of(arena, path, bound);
    *constant = form.constant;
    if (form.terms.count != 1 || form.terms.items[0].scale || form.terms.items[0].factor != 1)
        return -1;
    const Expr *atom = form.terms.items[0].atom;
    for (int i = 0; i < inner && atom->kind == EX_SYMBOL; i++)
        if (path->loops[i].loop->iterator == atom->symbol)
            return i;
    return -1;
}

// A loop of one iteration, which follows from the iteration of an outer loop: the outer loop runs the iterations of
// both (transform/source/fuse.c).
static void find_carried(Arena *arena, Path *path)
{
    for (int i = 1; i < path->count; i++) {
        PathLoop *single = &path->loops[i];
        int64_t first, end;
        if (single->group < 0 || single->loop->defines)
            continue;
        int outer = follows_loop(arena, path, i, single->loop->lower, &first);
        if (outer < 0 || path->loops[outer].group < 0 || !path->loops[outer].loop->defines ||
            follows_loop(arena, path, i, single->loop->upper, &end) != outer || end - first != single->loop->step_sign)
            continue;
        path->groups[single->group].carried = true;
        path->loops[outer].group = single->group;
        single->group = -1;
    }
}

// The beginnings of parts decide which part has which iteration: workers of k..n, each of which has every 16th one from
// its own on, have other iterations for another k. Loops that steps have made are parts themselves.
static void judge_beginnings(Path *path, int g)
{
    for (int i = 0; i < path->count; i++)
        for (int k = 0; k < i && path->loops[i].group == g; k++) {
            const Loop *around = path->loops[k].loop;
            bool counts = expr_mentions(path->loops[i].loop->lower, around->iterator) ||
                          (around->defines && expr_mentions(path->loops[i].loop->lower, around->defines));
            if (counts && around->origin)
                group_varies(&path->groups[g], around->origin);
        }
}

static void judge_carried(Path *path, int g, const Loop *source)
{
    int carriers = 0;
    for (int i = 0; i < path->count; i++)
        if (path->loops[i].group == g) {
            path->loops[i].backward = path->loops[i].loop->step_sign != source->step_sign;
            carriers++;
        }
    path->groups[g].mixed = carriers != 1;
}

static void judge_group(Arena *arena, const Facts *facts, Path *path, int g)
{
    const LoopFact *fact = facts_loop(facts, path->groups[g].origin);
    const Loop *source = fact ? fact->loop : NULL;
    if (source && path->groups[g].carried) {
        judge_carried(path, g, source);
        return;
    }
    bool itself = false;
    int parts = 0;
    for (int i = 0; i < path->count; i++)
        parts += path->loops[i].group == g;
    if (parts > 1)
        judge_beginnings(path, g);
    for (int i = 0; i < path->count; i++) {
        const Loop *loop = path->loops[i].loop;
        if (path->loops[i].group != g)
            continue;
        if (source && loop->defines == source->iterator) {
            judge_definition(arena, path, g, source, loop->definition);
            return;
        }
        itself = source && loop->iterator == source->iterator;
        path->loops[i].backward = itself && loop->step_sign != source->step_sign;
    }
    path->groups[g].mixed = !(itself && parts == 1);
}

int order_kernel(const Path *path)
{
    int kernel = 0;
    while (kernel < path->count && !order_is_concurrent(path->loops[kernel].loop->binding))
        kernel++;
    return kernel;
}

int order_waits(const Path *path)
{
    int kernel = order_kernel(path);
    for (int i = path->count - 1; i > kernel; i--)
        if (path->loops[i].loop->persists == PERSISTS_IN_BLOCK)
            return i;
    return -1;
}

static void find_concurrent(Path *path)
{
    int kernel = order_kernel(path);
    for (int i = kernel; i < path->count; i++)
        if (order_is_concurrent(path->loops[i].loop->binding))
            path->loops[i].concurrent = true;
    // In a kernel, nothing waits for a serial part around a concurrent one.
    for (int i = kernel; i < path->count; i++)
        for (int k = i + 1; k < path->count && path->loops[i].group >= 0; k++)
            if (path->loops[k].group == path->loops[i].group && order_is_concurrent(path->loops[k].loop->binding))
                path->loops[i].concurrent = true;
}

Path *order_path(Arena *arena, const Facts *facts, const Place *innermost)
{
    Path *path = ARENA_NEW(arena, Path);
    const Place *places[MAX_PATH];
    for (const Place *at = innermost; at; at = at->parent ? at->parent->loop : NULL) {
        if (path->count == MAX_PATH) {
            path->too_deep = true;
            return path;
        }
        places[path->count++] = at;
    }
    for (int i = 0; i < path->count; i++) {
        const Place *place = places[path->count - 1 - i];
        int group = place->stmt->loop->origin ? find_group(path, place->stmt->loop->origin) : -1;
        path->loops[i] = (PathLoop){.place = place,
                                    .loop = place->stmt->loop,
                                    .group = group,
                                    .scrambled = place->stmt->loop->serpentine != NULL};
    }
    find_carried(arena, path);
    for (int g = 0; g < path->ngroups; g++) {
        judge_group(arena, facts, path, g);
        for (int i = 0, last = -1; i < path->count; i++) {
            if (path->loops[i].group != g)
                continue;
            if (last >= 0)
                path->loops[last].last = false;
            path->loops[last = i].last = true;
        }
    }
    find_concurrent(path);
    return path;
}

// ---- where one loop continues another one

// The beginning of the source's loop whose parts are the loop at `index` of the path and those inside of it.
static Form first_value(Arena *arena, const Path *path, int index)
{
    int g = path->loops[index].group;
    for (int i = index; i < path->count; i++) {
        if (path->loops[i].group != g || !path->loops[i].loop->definition)
            continue;
        Form form = form_of(arena, path, path->loops[i].loop->definition);
        FOR_EACH(t, &form.terms)
            if (part_of_term(path, g, &form.terms.items[t]) >= index)
                form.terms.items[t].factor = 0;
        return form;
    }
    return form_of(arena, path, path->loops[index].loop->lower);
}

// The form's only term, if it is the smaller or the larger of two values; NULL: it is not.
static const Expr *one_of_two(const Form *form)
{
    const Expr *choice = NULL;
    FOR_EACH(i, &form->terms) {
        const FormTerm *term = &form->terms.items[i];
        if (!term->factor)
            continue;
        const Expr *atom = expr_strip_casts(term->atom);
        if (choice || term->factor != 1 || term->scale || atom->kind != EX_BINARY ||
            (atom->op != OP_MAX && atom->op != OP_MIN))
            return NULL;
        choice = atom;
    }
    return form->constant ? NULL : choice;
}

// Whether what stays below `last`, which may be the smaller of two values, stays below `end`.
static bool stays_below(const Form *last, const Form *end)
{
    const Expr *choice = one_of_two(last);
    bool below = same_form(last, end);
    for (int i = 0; i < 2 && choice && choice->op == OP_MIN && !below; i++) {
        Form form = form_of(last->arena, last->path, choice->operands[i]);
        below = stays_below(&form, end);
    }
    return below;
}

// Whether the iterator stays below `end` if the innermost part's stays below `upper`, or below one of several.
static bool stops_at(const Form *definition, const FormTerm *innermost, const Expr *upper, const Form *end)
{
    upper = expr_strip_casts(upper);
    if (upper->kind == EX_BINARY && upper->op == OP_MIN)
        return stops_at(definition, innermost, upper->operands[0], end) ||
               stops_at(definition, innermost, upper->operands[1], end);
    Form last = {.arena = definition->arena, .path = definition->path, .constant = definition->constant};
    FOR_EACH(i, &definition->terms)
        if (&definition->terms.items[i] != innermost)
            VECTOR_PUSH(last.arena, &last.terms, definition->terms.items[i]);
    add_form(&last, upper, innermost->factor, innermost->scale);
    return stays_below(&last, end);
}

// Whether the iterator stays below `end`, since the outermost part at `index` stays below its bound, and a step of it
// exceeds the range of the parts inside of it.
static bool stops_with_part(const Path *path, int index, const Form *definition, const Form *end)
{
    int g = path->loops[index].group;
    Form last = {.arena = definition->arena, .path = definition->path, .constant = definition->constant};
    FOR_EACH(t, &definition->terms) {
        const FormTerm *term = &definition->terms.items[t];
        int part = part_of_term(path, g, term);
        if (part == index)
            add_form(&last, path->loops[index].loop->upper, term->factor, term->scale);
        else if (part < index)
            VECTOR_PUSH(last.arena, &last.terms, *term);
    }
    return stays_below(&last, end);
}

// Whether the source's loop whose parts are the loop at `index` and those inside of it ends at `end`, or before.
static bool ends_at(Arena *arena, const Path *path, int index, const Form *end)
{
    int g = path->loops[index].group;
    for (int i = index; i < path->count; i++) {
        const Loop *loop = path->loops[i].loop;
        if (path->loops[i].group != g || !loop->definition)
            continue;
        Form definition = form_of(arena, path, loop->definition);
        FOR_EACH(t, &definition.terms)
            if (part_of_term(path, g, &definition.terms.items[t]) == i &&
                stops_at(&definition, &definition.terms.items[t], loop->upper, end))
                return true;
        return stops_with_part(path, index, &definition, end);
    }
    Form upper = form_of(arena, path, path->loops[index].loop->upper);
    return stays_below(&upper, end);
}

// Whether the earlier loop ends where the later one begins, or before: at either value of which that is the larger one,
// or before both of which it is the smaller one.
static bool ends_before(Arena *arena, const Path *earlier, const Path *later, int index, const Form *begin)
{
    const Expr *choice = one_of_two(begin);
    if (ends_at(arena, earlier, index, begin))
        return true;
    if (!choice)
        return false;
    bool ends[2];
    for (int i = 0; i < 2; i++) {
        Form form = form_of(arena, later, choice->operands[i]);
        ends[i] = ends_before(arena, earlier, later, index, &form);
    }
    return choice->op == OP_MAX ? ends[0] || ends[1] : ends[0] && ends[1];
}

bool order_continues(Arena *arena, const Path *first, const Path *second, int index)
{
    const Loop *earlier = first->loops[index].loop, *later = second->loops[index].loop;
    bool grouped = first->loops[index].group >= 0 && second->loops[index].group >= 0;
    if (!grouped || !earlier->origin || earlier->origin != later->origin || earlier->step_sign != later->step_sign)
        return false;
    if (earlier->iterator == later->iterator &&
        expr_equal(expr_strip_casts(earlier->upper), expr_strip_casts(later->lower)))
        return true;
    const PathGroup *group = &first->groups[first->loops[index].group];
    Form begin = first_value(arena, second, index);
    return !group->mixed && !first->loops[index].backward && ends_before(arena, first, second, index, &begin);
}
