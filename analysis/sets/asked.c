#include "analysis/sets/asked.h"

#include "analysis/sets/polynomial.h"

static bool is_same(isl_pw_aff *left, isl_pw_aff *right)
{
    return left == right || (left && right && isl_pw_aff_plain_is_equal(left, right) == isl_bool_true);
}

const Asked *asked_before(const Analysis *analysis, const Asked *question)
{
    FOR_EACH(i, &analysis->asked) {
        const Asked *asked = &analysis->asked.items[i];
        bool same = asked->context == analysis->context && asked->loop == question->loop &&
                    (asked->domain == question->domain ||
                     isl_set_plain_is_equal(asked->domain, question->domain) == isl_bool_true);
        if (same && asked->remainder == question->remainder && is_same(asked->extent, question->extent) &&
            is_same(asked->divisor, question->divisor) && is_same(asked->value, question->value))
            return asked;
    }
    return NULL;
}

void asked_now(Analysis *analysis, Asked answered)
{
    answered.domain = own_set(analysis, isl_set_copy(answered.domain));
    answered.context = own_set(analysis, isl_set_copy(analysis->context));
    answered.value = own_aff(analysis, isl_pw_aff_copy(answered.value));
    answered.extent = answered.extent ? own_aff(analysis, isl_pw_aff_copy(answered.extent)) : NULL;
    answered.divisor = answered.divisor ? own_aff(analysis, isl_pw_aff_copy(answered.divisor)) : NULL;
    answered.result = answered.result ? own_aff(analysis, isl_pw_aff_copy(answered.result)) : NULL;
    VECTOR_PUSH(analysis->arena, &analysis->asked, answered);
}
