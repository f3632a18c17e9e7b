// isl's coalesce, with a check: coalesce of isl 0.25 may add elements to sets with integer divisions. From the even
// numbers up to 8 and 0..1 it makes 0..9.
#include "analysis/sets/coalesce.h"

isl_set *coalesce_set(isl_set *set)
{
    if (isl_set_involves_locals(set) == isl_bool_false)
        return isl_set_coalesce(set);
    isl_set *simple = isl_set_coalesce(isl_set_copy(set));
    bool same = isl_set_is_equal(set, simple) == isl_bool_true;
    isl_set_free(same ? set : simple);
    return same ? simple : set;
}

static bool involves_locals(__isl_take isl_set *where)
{
    bool involves = isl_set_involves_locals(where) != isl_bool_false;
    isl_set_free(where);
    return involves;
}

isl_pw_aff *coalesce_aff(isl_pw_aff *value, bool *exact)
{
    *exact = true;
    if (!involves_locals(isl_pw_aff_domain(isl_pw_aff_copy(value))))
        return isl_pw_aff_coalesce(value);
    isl_pw_aff *simple = isl_pw_aff_coalesce(isl_pw_aff_copy(value));
    *exact = isl_pw_aff_is_equal(value, simple) == isl_bool_true;
    isl_pw_aff_free(*exact ? value : simple);
    return *exact ? simple : value;
}

isl_pw_multi_aff *coalesce_point(isl_pw_multi_aff *point)
{
    if (!involves_locals(isl_pw_multi_aff_domain(isl_pw_multi_aff_copy(point))))
        return isl_pw_multi_aff_coalesce(point);
    isl_pw_multi_aff *simple = isl_pw_multi_aff_coalesce(isl_pw_multi_aff_copy(point));
    bool same = isl_pw_multi_aff_is_equal(point, simple) == isl_bool_true;
    isl_pw_multi_aff_free(same ? point : simple);
    return same ? simple : point;
}
