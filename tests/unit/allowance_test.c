// Catches what is asked without a limit and yet reads as another value where the allowance of operations has ended.
#include "analysis/sets/polynomial.h"
#include "test.h"

#include <isl/aff.h>
#include <isl/options.h>
#include <isl/set.h>

// Ends the allowance, as questions that take too long do.
static void spend(isl_ctx *ctx)
{
    isl_ctx_set_max_operations(ctx, 1);
    isl_set *set = isl_set_read_from_str(ctx, "[n] -> { [i] : 0 <= i < n }");
    isl_set_free(isl_set_coalesce(isl_set_union(isl_set_copy(set), isl_set_copy(set))));
    isl_set_free(set);
}

int main(void)
{
    isl_ctx *ctx = isl_ctx_alloc();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    Term term = {.coefficient = isl_pw_aff_read_from_str(ctx, "[n] -> { [i] -> [(7)] }")};
    EXPECT(term_constant(&term) == 7);
    spend(ctx);
    EXPECT(isl_ctx_last_error(ctx) == isl_error_quota);
    EXPECT(term_constant(&term) == 7);
    isl_pw_aff_free(term.coefficient);
    isl_ctx_free(ctx);
    return test_status();
}
