// Kinds of accesses, and a hash table of their pairs (contract in access_kinds.h).
//
// The subscripts f(x) + c and g(y) + d are equal where f(x) - g(y) = d - c. So the conflicts of two accesses follow
// from their domains, from f and g, and from d - c.
#include "analysis/depend/access_kinds.h"
#include "analysis/sets/expression.h"

#include <string.h>

enum { LONGEST_CHAIN = 64 }; // kinds of one loop that an access is compared with

typedef struct Kind {
    const AccessSite *site; // of the first access
    int view;
    isl_pw_aff *dims[MAX_DIMS]; // without constants; NULL: may be anything
    struct Kind *next;          // in its bucket
} Kind;

typedef struct KindMember {
    const Kind *kind;
    int64_t constants[MAX_DIMS];
} KindMember;

typedef struct Slot {
    const Kind *first, *second; // NULL: empty
    int64_t apart[MAX_DIMS];
    void *item;
} Slot;

struct AccessKinds {
    Arena *arena;
    int count, nbucket;
    KindMember *members; // by access
    Kind **buckets;
    VECTOR(Kind *) all;
    Slot *slots;
    size_t nslot, used; // a power of two
};

// ---- kinds

// Takes the constant out of a subscript that is one affine function everywhere.
static __isl_give isl_pw_aff *without_constant(__isl_take isl_pw_aff *subscript, int64_t *constant)
{
    *constant = 0;
    if (!subscript || isl_pw_aff_isa_aff(subscript) != isl_bool_true)
        return subscript;
    isl_aff *aff = isl_pw_aff_as_aff(isl_pw_aff_copy(subscript));
    isl_val *value = isl_aff_get_constant_val(aff);
    bool small = isl_val_is_int(value) == isl_bool_true && isl_val_cmp_si(value, INT32_MAX) <= 0 &&
                 isl_val_cmp_si(value, INT32_MIN) >= 0;
    if (small) {
        *constant = isl_val_get_num_si(value);
        isl_pw_aff_free(subscript);
        subscript = isl_pw_aff_from_aff(isl_aff_set_constant_si(isl_aff_copy(aff), 0));
    }
    isl_val_free(value);
    isl_aff_free(aff);
    return subscript;
}

static bool same_subscript(__isl_keep isl_pw_aff *left, __isl_keep isl_pw_aff *right)
{
    return (!left && !right) || (left && right && isl_pw_aff_plain_is_equal(left, right) == isl_bool_true);
}

static bool is_of_kind(const Kind *kind, const AccessSite *site, int view, isl_pw_aff *const *dims)
{
    if (kind->site->loop != site->loop || kind->view != view || kind->site->declared != site->declared ||
        kind->site->ndim != site->ndim || isl_set_plain_is_equal(kind->site->domain, site->domain) != isl_bool_true)
        return false;
    for (int d = 0; d < site->ndim; d++)
        if (!same_subscript(kind->dims[d], dims[d]) || !same_subscript(kind->site->low[d], site->low[d]) ||
            !same_subscript(kind->site->high[d], site->high[d]))
            return false;
    return true;
}

static size_t mixed(size_t hash, size_t value)
{
    return (hash ^ value) * 0x9e3779b97f4a7c15u;
}

static void add_member(AccessKinds *kinds, const Analysis *analysis, int index)
{
    const AccessSite *site = &analysis->sites.items[index];
    KindMember *member = &kinds->members[index];
    isl_pw_aff *dims[MAX_DIMS] = {0};
    bool known = site->domain != NULL;
    for (int d = 0; d < site->ndim; d++) {
        dims[d] = without_constant(isl_pw_aff_copy(site->dims[d]), &member->constants[d]);
        known = known && !dims[d] == !site->dims[d];
    }
    int view = analysis->facts->accesses.items[index].view, passed = 0;
    size_t hash = mixed(mixed((uintptr_t)site->loop / 16, (size_t)site->ndim), (size_t)site->declared);
    Kind **place = &kinds->buckets[(hash >> 20) % (size_t)kinds->nbucket];
    for (; *place && passed < LONGEST_CHAIN && !is_of_kind(*place, site, view, dims); place = &(*place)->next)
        passed++;
    if (*place && passed < LONGEST_CHAIN && known) {
        for (int d = 0; d < site->ndim; d++)
            isl_pw_aff_free(dims[d]);
        member->kind = *place;
        return;
    }
    Kind *kind = ARENA_NEW(kinds->arena, Kind);
    *kind = (Kind){.site = site, .view = view, .next = known ? *place : NULL};
    memcpy(kind->dims, dims, sizeof dims);
    if (known)
        *place = kind;
    VECTOR_PUSH(kinds->arena, &kinds->all, kind);
    member->kind = kind;
}

AccessKinds *access_kinds_new(Arena *arena, const Analysis *analysis)
{
    AccessKinds *kinds = ARENA_NEW(arena, AccessKinds);
    kinds->arena = arena;
    kinds->count = analysis->sites.count;
    kinds->nbucket = kinds->count + 1;
    kinds->members = ARENA_ARRAY(arena, KindMember, kinds->count);
    kinds->buckets = ARENA_ARRAY(arena, Kind *, kinds->nbucket);
    unsigned long allowance = lift_allowance(analysis->ctx);
    for (int i = 0; i < kinds->count; i++)
        add_member(kinds, analysis, i);
    isl_ctx_set_max_operations(analysis->ctx, allowance);
    return kinds;
}

void access_kinds_release(AccessKinds *kinds)
{
    FOR_EACH(i, &kinds->all)
        for (int d = 0; d < MAX_DIMS; d++)
            isl_pw_aff_free(kinds->all.items[i]->dims[d]);
}

// ---- pairs of them

static Slot *find_slot(Slot *slots, size_t count, const Slot *wanted)
{
    size_t hash = mixed((uintptr_t)wanted->first / 16, (uintptr_t)wanted->second / 16);
    for (int d = 0; d < MAX_DIMS; d++)
        hash = mixed(hash ^ hash >> 29, (size_t)wanted->apart[d]);
    size_t at = hash >> 20 & (count - 1);
    while (slots[at].first && (slots[at].first != wanted->first || slots[at].second != wanted->second ||
                               memcmp(slots[at].apart, wanted->apart, sizeof wanted->apart) != 0))
        at = (at + 1) & (count - 1);
    return &slots[at];
}

static void grow(AccessKinds *kinds)
{
    size_t count = kinds->nslot ? kinds->nslot * 2 : 64;
    Slot *slots = ARENA_ARRAY(kinds->arena, Slot, count);
    for (size_t i = 0; i < kinds->nslot; i++)
        if (kinds->slots[i].first)
            *find_slot(slots, count, &kinds->slots[i]) = kinds->slots[i];
    kinds->slots = slots;
    kinds->nslot = count;
}

void **access_kinds_slot(AccessKinds *kinds, int first, int second, bool adds)
{
    const KindMember *left = &kinds->members[first], *right = &kinds->members[second];
    Slot wanted = {.first = left->kind, .second = right->kind};
    for (int d = 0; d < MAX_DIMS; d++)
        wanted.apart[d] = right->constants[d] - left->constants[d];
    if (2 * (kinds->used + 1) > kinds->nslot)
        grow(kinds);
    Slot *slot = find_slot(kinds->slots, kinds->nslot, &wanted);
    if (!slot->first && !adds)
        return NULL;
    kinds->used += !slot->first;
    wanted.item = slot->item;
    *slot = wanted;
    return &slot->item;
}
