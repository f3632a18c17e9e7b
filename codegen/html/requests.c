#include "codegen/html/requests.h"

#include "analysis/model/address.h"

static int64_t lowest_lane(const WarpRequest *request)
{
    return request->active ? request->lane[__builtin_ctz(request->active)] : 0;
}

// The same picture: only the place in memory differs.
static bool is_alike(const WarpRequest *left, const WarpRequest *right)
{
    bool alike = left->access->array == right->access->array && left->writes == right->writes &&
                 left->active == right->active && left->width == right->width && left->sectors == right->sectors;
    for (int i = 0; alike && i < WARP_SIZE; i++)
        alike = !(left->active >> i & 1) || left->lane[i] - lowest_lane(left) == right->lane[i] - lowest_lane(right);
    return alike;
}

typedef struct Search {
    Arena *arena;
    bool shared;
    WarpRequests found;
    int most, left;
} Search;

static void find_request(void *context, const WarpRequest *request)
{
    Search *search = context;
    bool shared = request->access->array->space == SPACE_SHARED;
    FOR_EACH(i, &search->found)
        if (is_alike(&search->found.items[i], request))
            return;
    if (shared != search->shared)
        return;
    if (search->found.count < search->most)
        VECTOR_PUSH(search->arena, &search->found, *request);
    else
        search->left++;
}

WarpRequests first_warp_requests(Page *page, const KernelCost *cost, bool shared, int most, int *left)
{
    Search search = {.arena = page->arena, .shared = shared, .most = most};
    count_first_warp(page->arena, cost->kernel, &cost->shape, &cost->sizes, find_request, &search);
    *left = search.left;
    return search.found;
}

const char *element_words(const Page *page, const Array *array, int64_t bytes, const MappingSizes *sizes)
{
    int64_t subscripts[MAX_DIMS], rest = bytes / (array->element->size ? array->element->size : 1);
    for (int d = array->ndim - 1; d >= 0; d--) {
        int64_t extent = 0;
        bool known = d > 0 && array->extent[d] && address_evaluate(array->extent[d], sizes, &extent);
        extent += d == array->ndim - 1 && d > 0 ? array->pad : 0;
        if (d > 0 && (!known || extent <= 0))
            return arena_printf(page->arena, "byte %lld of %s", (long long)bytes, array->name);
        subscripts[d] = d > 0 ? rest % extent : rest;
        rest = d > 0 ? rest / extent : 0;
    }
    Text text = {.arena = page->arena};
    text_add(&text, array->name);
    for (int d = 0; d < array->ndim; d++)
        text_printf(&text, "[%lld]", (long long)subscripts[d]);
    return text_string(&text);
}
