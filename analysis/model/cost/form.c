#include "analysis/model/cost/form.h"

static Form without_terms(bool known, int64_t constant)
{
    Form form;
    form.known = known;
    form.count = 0;
    form.constant = constant;
    return form;
}

void form_copy(Form *to, const Form *from)
{
    to->known = from->known;
    to->count = from->count;
    to->constant = from->constant;
    for (int t = 0; t < from->count; t++)
        to->terms[t] = from->terms[t];
}

Form form_copied(const Form *form)
{
    Form copy = without_terms(form->known, form->constant);
    copy.count = form->count;
    for (int t = 0; t < form->count; t++)
        copy.terms[t] = form->terms[t];
    return copy;
}

Form form_unknown(void)
{
    return without_terms(false, 0);
}

Form form_constant(int64_t value)
{
    return without_terms(true, value);
}

Form form_variable(int variable)
{
    Form form = without_terms(true, 0);
    form.terms[form.count++] = (FormTerm){variable, 1};
    return form;
}

// Values wrap around as unsigned ones, so that nonsense in dead code does no harm.
static int64_t wrapped(int64_t left, int64_t factor, int64_t right)
{
    return (int64_t)((uint64_t)left + (uint64_t)factor * (uint64_t)right);
}

static void push_term(Form *sum, int variable, int64_t factor)
{
    if (!factor)
        return;
    sum->known = sum->known && sum->count < MOST_TERMS;
    if (sum->known)
        sum->terms[sum->count++] = (FormTerm){variable, factor};
}

// The sum is made where the caller wants it (it has no other address): copying forms takes longer than adding them.
Form form_add(const Form *left, const Form *right, int64_t factor)
{
    Form sum;
    bool moves = right->known && !right->count;
    int l = 0, r = 0, count = 0;
    sum.known = moves ? left->known : left->known && right->known;
    sum.constant = wrapped(left->constant, factor, right->constant);
    while (sum.known && (l < left->count || r < right->count)) {
        int first = l < left->count ? left->terms[l].variable : INT32_MAX;
        int second = r < right->count ? right->terms[r].variable : INT32_MAX;
        int64_t of_left = first <= second ? left->terms[l].factor : 0;
        int64_t of_right = second <= first ? right->terms[r].factor : 0;
        int64_t both = wrapped(of_left, factor, of_right);
        sum.known = !both || count < MOST_TERMS;
        if (both && sum.known)
            sum.terms[count++] = (FormTerm){first <= second ? first : second, both};
        l += first <= second;
        r += second <= first;
    }
    sum.count = count;
    return sum;
}

void form_add_to(Form *sum, const Form *right, int64_t factor)
{
    if (right->known && !right->count) {
        sum->constant = wrapped(sum->constant, factor, right->constant);
        return;
    }
    Form made = form_add(sum, right, factor);
    form_copy(sum, &made);
}

void form_scale_by(Form *form, int64_t factor)
{
    int count = form->count;
    form->constant = wrapped(0, factor, form->constant);
    form->count = 0;
    for (int t = 0; t < count; t++)
        push_term(form, form->terms[t].variable, wrapped(0, factor, form->terms[t].factor));
}

Form form_scale(const Form *form, int64_t factor)
{
    Form scaled = without_terms(form->known, wrapped(0, factor, form->constant));
    for (int t = 0; t < form->count; t++)
        push_term(&scaled, form->terms[t].variable, wrapped(0, factor, form->terms[t].factor));
    return scaled;
}

bool form_is_constant(const Form *form)
{
    return form->known && form->count == 0;
}

bool form_same_terms(const Form *left, const Form *right)
{
    bool same = left->known && right->known && left->count == right->count;
    for (int i = 0; same && i < left->count; i++)
        same = left->terms[i].variable == right->terms[i].variable && left->terms[i].factor == right->terms[i].factor;
    return same;
}

// What all lanes share.
static int64_t uniform_part(const Variables *variables, const Form *form)
{
    int64_t value = form->constant;
    for (int t = 0; t < form->count; t++) {
        const Variable *variable = &variables->items[form->terms[t].variable];
        value = variable->by_lane ? value : wrapped(value, form->terms[t].factor, variable->at);
    }
    return value;
}

bool form_is_uniform(const Variables *variables, const Form *form, int64_t *value)
{
    for (int t = 0; t < form->count; t++)
        if (variables->items[form->terms[t].variable].by_lane)
            return false;
    *value = uniform_part(variables, form);
    return true;
}

void form_lanes(const Variables *variables, const Form *form, int64_t *lane)
{
    int64_t uniform = uniform_part(variables, form);
    for (int i = 0; i < WARP_SIZE; i++)
        lane[i] = uniform;
    for (int t = 0; t < form->count; t++) {
        const Variable *variable = &variables->items[form->terms[t].variable];
        for (int i = 0; i < WARP_SIZE && variable->by_lane; i++)
            lane[i] = wrapped(lane[i], form->terms[t].factor, variable->lane[i]);
    }
}

void form_range(const Variables *variables, const Form *form, int64_t *least, int64_t *most)
{
    *least = *most = form->constant;
    for (int t = 0; t < form->count; t++) {
        const FormTerm *term = &form->terms[t];
        int64_t reach = wrapped(0, term->factor, variables->items[term->variable].extent - 1);
        int64_t *end = reach < 0 ? least : most;
        *end = wrapped(*end, 1, reach);
    }
}

int variable_of(Arena *arena, Variables *variables, VariableKind kind, const void *of)
{
    for (int i = FIRST_OTHER; i < variables->count; i++)
        if (variables->items[i].kind == kind && variables->items[i].of == of)
            return i;
    Variable variable = {.kind = kind, .of = of, .extent = 1};
    VECTOR_PUSH(arena, variables, variable);
    return variables->count - 1;
}
