#define _GNU_SOURCE
#include "layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    PAGE = 4096,
    CANARY = 0xc5,
    MAX_NESTING = 4,         // pointers on a path: lists and trees have to end somewhere
    MAX_ROW_COUNT = 1 << 13, // each row takes two of the 65530 mappings of a process
};
static const long slack = 1 << 22; // bytes around a buffer in which a bad access is known to be one of it
static const long row_slack = 1 << 16;

// ---- groups

static unsigned roles_of(const CrsFunction *function, const char *path)
{
    unsigned roles = 0;
    for (int i = 0; i < function->role_count; i++)
        if (strcmp(function->roles[i].path, path) == 0)
            roles |= function->roles[i].roles;
    return roles;
}

static int find_group(const Layout *layout, const char *path, bool is_value)
{
    for (int i = 0; i < layout->group_count; i++)
        if (layout->groups[i].is_value == is_value && strcmp(layout->groups[i].path, path) == 0)
            return i;
    return -1;
}

static int add_group(Layout *layout, const char *path, const CrsType *element, bool is_value)
{
    layout->groups = realloc(layout->groups, (size_t)(layout->group_count + 1) * sizeof *layout->groups);
    layout->groups[layout->group_count] = (Group){
        .path = strdup(path),
        .hash = draw_hash(path),
        .element = element,
        .is_value = is_value,
        .roles = roles_of(layout->function, path),
        .target = -1,
        .distance = -1,
    };
    return layout->group_count++;
}

const long *layout_size(const Layout *layout, const char *path)
{
    for (int i = 0; i < layout->function->size_count; i++)
        if (strcmp(layout->function->sizes[i], path) == 0)
            return &layout->sizes[i];
    return NULL;
}

static int pointer_group(Layout *layout, const char *parameter, size_t length)
{
    for (int i = 0; i < layout->function->parameter_count; i++) {
        const CrsVariable *variable = &layout->function->parameters[i];
        if (strlen(variable->name) != length || strncmp(variable->name, parameter, length) != 0 ||
            variable->type->kind != CRS_POINTER)
            continue;
        int group = find_group(layout, variable->name, false);
        return group >= 0 ? group : add_group(layout, variable->name, variable->type->target, false);
    }
    return -1;
}

// --alias a=b+k
static void add_alias(Layout *layout, const CrsSetting *alias)
{
    size_t length = strcspn(alias->value, "+-");
    int from = pointer_group(layout, alias->name, strlen(alias->name));
    int to = pointer_group(layout, alias->value, length);
    if (from < 0 || to < 0 || from == to)
        return;
    layout->groups[from].target = to;
    layout->groups[from].target_offset = strtol(alias->value + length, NULL, 10) * layout->groups[from].element->size;
}

// Of the rows that the pointers of this table lead to.
static int row_group(Layout *layout, int table)
{
    char path[600];
    snprintf(path, sizeof path, "%s[]", layout->groups[table].path);
    int group = find_group(layout, path, false);
    return group >= 0 ? group : add_group(layout, path, layout->groups[table].element->target, false);
}

void layout_overlap(Layout *layout, int from, int to, long bytes)
{
    const char *names[] = {layout->function->parameters[from].name, layout->function->parameters[to].name};
    int moved = pointer_group(layout, names[0], strlen(names[0])),
        target = pointer_group(layout, names[1], strlen(names[1]));
    if (layout->groups[moved].element->kind == CRS_POINTER) {
        moved = row_group(layout, moved);
        target = row_group(layout, target);
    }
    layout->groups[moved].target = target;
    layout->groups[moved].target_offset = bytes;
}

bool layout_touched(const Layout *layout, const char *parameter, long *low, long *high)
{
    int group = find_group(layout, parameter, false);
    if (group < 0)
        return false;
    *low = layout->groups[group].low;
    *high = layout->groups[group].high;
    return true;
}

// "last - first": the first pointer points this many elements after the second one.
static void add_distance(Layout *layout, int size)
{
    static const char minus[] = " - ";
    const char *path = layout->function->sizes[size], *between = strstr(path, minus);
    int last = between ? pointer_group(layout, path, (size_t)(between - path)) : -1;
    int first = between ? pointer_group(layout, between + strlen(minus), strlen(between + strlen(minus))) : -1;
    if (last < 0 || first < 0 || layout->groups[last].target >= 0 || layout->groups[first].target >= 0)
        return;
    layout->groups[last].target = first;
    layout->groups[last].distance = size;
}

void layout_begin(Layout *layout, const CrsFunction *function)
{
    layout_release(layout);
    if (layout->cursor)
        madvise(layout->arena, layout->cursor, MADV_REMOVE); // what the call before took
    layout->function = function;
    for (int i = 0; i < function->parameter_count; i++)
        add_group(layout, function->parameters[i].name, function->parameters[i].type, true);
    for (int i = 0; i < layout->spec->global_count; i++)
        add_group(layout, layout->spec->globals[i].name, layout->spec->globals[i].type, true);
    if (function->result)
        add_group(layout, "the result", function->result, true);
    for (int i = 0; i < layout->spec->alias_count; i++)
        add_alias(layout, &layout->spec->aliases[i]);
    for (int i = 0; i < function->size_count; i++)
        add_distance(layout, i);
}

void layout_release(Layout *layout)
{
    for (int i = 0; i < layout->group_count; i++)
        free(layout->groups[i].path);
    free(layout->groups);
    free(layout->regions);
    layout->groups = NULL;
    layout->regions = NULL;
    layout->group_count = layout->region_count = 0;
}

// ---- regions

static char *page_down(char *address) { return address - (uintptr_t)address % PAGE; }

static char *take_window(Layout *layout, size_t size)
{
    size = (size + PAGE - 1) / PAGE * PAGE;
    if (layout->cursor + size > layout->arena_size) {
        layout->too_large = true;
        return NULL;
    }
    char *window = layout->arena + layout->cursor;
    layout->cursor += size;
    return window;
}

static Region *add_region(Layout *layout, int group)
{
    layout->regions = realloc(layout->regions, (size_t)(layout->region_count + 1) * sizeof *layout->regions);
    Region *region = &layout->regions[layout->region_count++];
    *region = (Region){.group = group, .global = -1, .compared = true};
    return region;
}

static void allow(Layout *layout, const Region *region)
{
    Shared *shared = layout->shared;
    if (region->begin == region->end)
        return;
    if (shared->range_count == MAX_RANGES) {
        layout->too_large = true;
        return;
    }
    shared->ranges[shared->range_count++] = (Range){page_down(region->begin), page_down(region->end + PAGE - 1)};
}

static long group_alignment(const Layout *layout, const Group *group)
{
    return layout->alignment > group->element->align ? layout->alignment : group->element->align;
}

// A buffer that ends at a page, its pointer aligned; NULL if there is no room.
static Region *place_buffer(Layout *layout, int group_index, bool is_row)
{
    const Group *group = &layout->groups[group_index];
    long around = is_row ? row_slack : slack;
    layout->used += (size_t)(group->high - group->low) + PAGE;
    if (layout->used > layout->most) {
        layout->too_large = true;
        return NULL;
    }
    size_t size = (size_t)(group->high - group->low + 2 * around) + 2 * PAGE;
    char *window = take_window(layout, size);
    if (!window)
        return NULL;
    char *end = page_down(window + size - around);
    char *pointer = end - group->high;
    pointer -= (uintptr_t)pointer % (uintptr_t)group_alignment(layout, group);
    Region *region = add_region(layout, group_index);
    region->pointer = pointer;
    region->window = window;
    region->window_end = window + size;
    region->begin = group->high == group->low ? end : page_down(pointer + group->low);
    region->end = end;
    region->compared = !(group->roles & CRS_UNCOMPARED);
    allow(layout, region);
    memset(region->begin, CANARY, (size_t)(region->end - region->begin));
    return region;
}

// ---- data

static void child_path(char *text, size_t size, const Group *group, const Leaf *leaf)
{
    if (group->is_value)
        snprintf(text, size, "%s%s", group->path, leaf->path);
    else if (*leaf->path)
        snprintf(text, size, "%s->%s", group->path, leaf->path + 1);
    else
        snprintf(text, size, "%s[]", group->path);
}

// How many pointers lead to it.
static int nesting(const char *path)
{
    int count = 0;
    for (; *path; path++)
        count += (path[0] == '-' && path[1] == '>') || path[0] == '[';
    return count;
}

static void fill(Layout *layout, int region_index, long first, long count);

// The buffer that the pointer at `place`, in element `ordinal` of `parent`, leads to: made, filled, its address
// returned.
static char *make_target(Layout *layout, int parent, const Leaf *leaf, long ordinal, char **place)
{
    char path[600];
    child_path(path, sizeof path, &layout->groups[parent], leaf);
    int group = find_group(layout, path, false);
    if (group < 0) {
        group = add_group(layout, path, leaf->target, false);
        // A struct with sizes or pointers in it is one object, there before any access is seen.
        if (leaf->target->kind == CRS_STRUCT && leaves_of(leaf->target)->pointers)
            layout->groups[group].high = leaf->target->size;
    }
    if (layout->groups[group].target >= 0 || nesting(path) > MAX_NESTING)
        return NULL;
    const Group *holder = &layout->groups[parent];
    bool is_row = !holder->is_value && holder->high - holder->low > holder->element->size;
    if (is_row && ordinal > MAX_ROW_COUNT)
        layout->too_large = true;
    if (layout->too_large)
        return NULL;
    Region *region = place_buffer(layout, group, is_row);
    if (!region)
        return NULL;
    region->ordinal = ordinal;
    char *pointer = region->pointer;
    Shared *shared = layout->shared;
    bool holds_rows = leaf->target->kind == CRS_STRUCT && leaves_of(leaf->target)->pointers; // which launchers follow
    bool on_device = layout->device_memory && parent < layout->function->parameter_count && !holds_rows;
    if ((on_device || layout->groups[group].roles & CRS_PRESENT) && shared->present_count < MAX_PRESENT)
        shared->present[shared->present_count++] = (Present){place, region->begin, region->end};
    long size = layout->groups[group].element->size;
    if (size > 0) {
        long first = layout->groups[group].low / size;
        fill(layout, layout->region_count - 1, first, layout->groups[group].high / size - first);
    }
    return pointer;
}

// An integer that --size names, or that sizes are tried for; `element`: of so many.
static bool fill_size(const Layout *layout, const Group *group, const Leaf *leaf, long element, long count, char *place)
{
    char path[600], first[600] = "";
    if (count > 1 || !group->is_value)
        snprintf(path, sizeof path, "%s[%ld]%s", group->path, element, leaf->path);
    else
        snprintf(path, sizeof path, "%s%s", group->path, leaf->path);
    if (!group->is_value && element == 0 && *leaf->path)
        snprintf(first, sizeof first, "%s->%s", group->path, leaf->path + 1);
    else if (!group->is_value && element == 0)
        snprintf(first, sizeof first, "*%s", group->path);
    const long *size = layout_size(layout, path);
    size = size ? size : layout_size(layout, first);
    if (size)
        leaf_set_integer(leaf->kind, place, *size);
    return size != NULL;
}

static bool has_named_elements(const Layout *layout, const Group *group)
{
    size_t length = strlen(group->path);
    for (int i = 0; i < layout->function->size_count; i++) {
        const char *size = layout->function->sizes[i];
        size += *size == '*';
        if (strncmp(size, group->path, length) == 0 && (size[length] == '[' || size > layout->function->sizes[i]))
            return true;
    }
    return false;
}

static void fill(Layout *layout, int region_index, long first, long count)
{
    Region region = layout->regions[region_index];
    const Leaves *leaves = leaves_of(layout->groups[region.group].element);
    const Group *indices = &layout->groups[region.group];
    bool named = count == 1 || has_named_elements(layout, indices);
    layout->indistinct |=
        indices->is_index && indices->index.distinct && count > indices->index.limit - indices->index.low;
    for (int l = 0; l < leaves->count; l++) {
        const Leaf *leaf = &leaves->items[l];
        Group group = layout->groups[region.group]; // a copy: groups may be added below
        uint64_t name = group.hash + (uint64_t)region.ordinal * 0x51ed270b35ae2d11u;
        Peaks peaks = draw_peaks(&layout->draw, group.roles, name, first, count);
        for (long e = first; e < first + count; e++) {
            char *place = region.pointer + e * group.element->size + leaf->offset;
            if (leaf->kind == CRS_POINTER) {
                char *target = make_target(layout, region.group, leaf, e, (char **)place);
                memcpy(place, &target, sizeof target);
            } else if (named && kind_is_integer(leaf->kind) && fill_size(layout, &group, leaf, e, count, place)) {
                continue;
            } else if (group.is_index && kind_is_integer(leaf->kind)) {
                leaf_set_integer(leaf->kind, place, draw_index(&layout->draw, &group.index, name, e - first, count));
            } else {
                draw_leaf(&peaks, leaf->kind, e, l, place);
            }
        }
    }
}

static void plant(Layout *layout, const Region *region)
{
    const Group *group = &layout->groups[region->group];
    const Leaves *leaves = leaves_of(group->element);
    long size = group->element->size, first = size > 0 ? group->low / size : 0;
    long count = size > 0 ? group->high / size - first : 0;
    uint64_t name = group->hash + (uint64_t)region->ordinal * 0x51ed270b35ae2d11u;
    Peaks peaks = draw_peaks(&layout->draw, group->roles, name, first, count);
    bool drawn = region->window && !group->is_index && !has_named_elements(layout, group);
    for (int p = 0; drawn && count > 0 && p < peaks.count; p++)
        for (int l = 0; l < leaves->count; l++) {
            const Leaf *leaf = &leaves->items[l];
            if (leaf->kind != CRS_POINTER)
                draw_leaf(&peaks, leaf->kind, peaks.at[p], l, region->pointer + peaks.at[p] * size + leaf->offset);
        }
}

void layout_plant(Layout *layout)
{
    for (int i = 0; i < layout->region_count; i++)
        plant(layout, &layout->regions[i]);
}

// Parameters and variables at file scope are at the beginning of the arena.
static void place_value(Layout *layout, int group_index, const CrsVariable *variable, int global, char **place)
{
    const CrsType *type = variable->type;
    *place += (type->align - (long)((uintptr_t)*place % (uintptr_t)type->align)) % type->align;
    Region *region = add_region(layout, group_index);
    region->pointer = region->begin = *place;
    region->end = *place + type->size * variable->count;
    region->global = global;
    region->compared = global >= 0 && variable->origin != CRS_CONSTANT;
    layout->groups[group_index].high = type->size * variable->count;
    *place = region->end;
}

// The group of what the region's pointers lead to, if it lies in another group's buffers; otherwise NULL.
static const Group *moved_group(const Layout *layout, const Region *region)
{
    const Group *group = &layout->groups[region->group];
    char path[600];
    if (group->element->kind != CRS_POINTER)
        return NULL;
    snprintf(path, sizeof path, "%s%s", group->path, group->is_value ? "" : "[]");
    int moved = find_group(layout, path, false);
    return moved >= 0 && layout->groups[moved].target >= 0 ? &layout->groups[moved] : NULL;
}

// A pointer leads to the one buffer of its target's group, and number N of a table to buffer N.
static void set_aliases(Layout *layout)
{
    for (int i = 0; i < layout->region_count; i++) {
        const Region *region = &layout->regions[i];
        const Group *moved = moved_group(layout, region);
        for (int k = 0; moved && k < layout->region_count; k++) {
            const Region *target = &layout->regions[k];
            bool row = !layout->groups[region->group].is_value;
            char *place = region->pointer + (row ? target->ordinal * (long)sizeof(char *) : 0);
            if (target->group != moved->target || place < region->begin || place >= region->end)
                continue;
            long offset =
                moved->distance < 0 ? moved->target_offset : layout->sizes[moved->distance] * moved->element->size;
            char *pointer = target->pointer + offset;
            memcpy(place, &pointer, sizeof pointer);
        }
    }
}

// A table of integers that the program gives values other than 0: they mean something, such as indices.
static bool is_table(const Layout *layout, const CrsVariable *variable, int global)
{
    if (global < 0 || variable->count == 1 || !kind_is_integer(variable->type->kind) || !layout->initial[global])
        return false;
    const char *bytes = layout->initial[global];
    for (long i = 0; i < variable->type->size * variable->count; i++)
        if (bytes[i] != 0)
            return true;
    return false;
}

static void fill_value(Layout *layout, int region_index)
{
    int global = layout->regions[region_index].global;
    const CrsVariable *variable =
        global < 0 ? &layout->function->parameters[region_index] : &layout->spec->globals[global];
    bool table = is_table(layout, variable, global) && !has_named_elements(layout, &layout->groups[region_index]);
    if (variable->origin == CRS_DRAWN && !table)
        fill(layout, region_index, 0, variable->count);
    else if (layout->initial[global])
        memcpy(layout->regions[region_index].pointer, layout->initial[global],
               (size_t)(variable->type->size * variable->count));
}

void layout_build(Layout *layout)
{
    const CrsFunction *function = layout->function;
    const CrsSpec *spec = layout->spec;
    size_t values = PAGE + (function->result ? (size_t)function->result->size : 0);
    for (int i = 0; i < function->parameter_count; i++)
        values += (size_t)function->parameters[i].type->size + 64;
    for (int i = 0; i < spec->global_count; i++)
        values += (size_t)(spec->globals[i].type->size * spec->globals[i].count) + 64;
    layout->region_count = 0;
    layout->cursor = 0;
    layout->used = 0;
    layout->too_large = layout->indistinct = false;
    layout->shared->range_count = 0;
    layout->shared->present_count = 0;
    char *place = take_window(layout, values);
    if (!place)
        return;
    layout->shared->ranges[layout->shared->range_count++] = (Range){place, layout->arena + layout->cursor};
    int group = 0;
    for (int i = 0; i < function->parameter_count; i++, group++) {
        place_value(layout, group, &function->parameters[i], -1, &place);
        layout->shared->arguments[i] = layout->regions[group].pointer;
    }
    for (int i = 0; i < spec->global_count; i++, group++) {
        place_value(layout, group, &spec->globals[i], i, &place);
        layout->shared->globals[i] = layout->regions[group].pointer;
    }
    if (function->result) {
        CrsVariable result = {"the result", function->result, 1, CRS_DRAWN};
        place_value(layout, group, &result, 0, &place);
        layout->shared->result = layout->regions[group].pointer;
        memset(layout->shared->result, 0x5a, (size_t)function->result->size);
    }
    for (int i = 0; i < group; i++)
        fill_value(layout, i);
    set_aliases(layout);
}

// ---- images

void image_take(const Layout *layout, Image *image)
{
    image_release(image);
    image->bytes = calloc((size_t)layout->region_count + 1, sizeof *image->bytes);
    image->count = layout->region_count;
    for (int i = 0; i < image->count; i++) {
        const Region *region = &layout->regions[i];
        size_t size = (size_t)(region->end - region->begin);
        image->bytes[i] = malloc(size + 1);
        memcpy(image->bytes[i], region->begin, size);
    }
}

void image_restore(const Layout *layout, const Image *image)
{
    for (int i = 0; i < image->count; i++) {
        const Region *region = &layout->regions[i];
        memcpy(region->begin, image->bytes[i], (size_t)(region->end - region->begin));
    }
}

bool image_equal(const Layout *layout, const Image *one, const Image *other)
{
    for (int i = 0; i < layout->region_count; i++) {
        const Region *region = &layout->regions[i];
        size_t size = (size_t)(region->end - region->begin);
        if (region->compared && memcmp(one->bytes[i], other->bytes[i], size) != 0)
            return false;
    }
    return true;
}

void image_release(Image *image)
{
    for (int i = 0; i < image->count; i++)
        free(image->bytes[i]);
    free(image->bytes);
    *image = (Image){0};
}

const unsigned char *image_at(const Layout *layout, const Image *image, int region, long offset)
{
    const Region *of = &layout->regions[region];
    return image->bytes[region] + (of->pointer + offset - of->begin);
}

const char *layout_broken_canary(const Layout *layout, const Image *image, const Region **region)
{
    for (int i = 0; i < layout->region_count; i++) {
        const Region *at = *region = &layout->regions[i];
        if (!at->window)
            continue;
        const Group *group = &layout->groups[at->group];
        for (const char *byte = at->begin; byte < at->end; byte++) {
            if (byte == at->pointer + group->low)
                byte = at->pointer + group->high;
            if (byte < at->end && image->bytes[i][byte - at->begin] != CANARY)
                return byte;
        }
    }
    return NULL;
}

// ---- what runs teach

Region *layout_find(const Layout *layout, const char *address)
{
    for (int i = 0; i < layout->region_count; i++) {
        Region *region = &layout->regions[i];
        if (region->window && address >= region->window && address < region->window_end)
            return region;
    }
    return NULL;
}

static bool widen(Group *group, long low, long high)
{
    bool wider = low < group->low || high > group->high;
    group->low = low < group->low ? low : group->low;
    group->high = high > group->high ? high : group->high;
    if (high > group->least_high)
        group->least_high = high;
    return wider;
}

static bool learn_index(Group *group, const Record *record)
{
    IndexRule rule = {record->low, record->high, record->monotone, group->roles & CRS_DISTINCT};
    bool better = record->exact && !group->exact_index && !group->index.monotone;
    if (group->exact_index && !record->exact && !record->monotone)
        return false;
    if (group->is_index && !better) {
        const IndexRule *known = &group->index;
        rule.low = rule.low > known->low ? rule.low : known->low;
        rule.limit = rule.limit < known->limit ? rule.limit : known->limit;
        rule.monotone |= known->monotone;
        bool nothing_new = rule.low == known->low && rule.limit == known->limit && rule.monotone == known->monotone;
        if (nothing_new || rule.low >= rule.limit)
            return false;
    }
    group->is_index = true;
    group->exact_index |= record->exact;
    group->index = rule;
    return true;
}

static bool learn_record(Layout *layout, const Record *record)
{
    const Region *region = layout_find(layout, record->base);
    if (!region)
        return false;
    Group *group = &layout->groups[region->group];
    long offset = record->base - region->pointer;
    switch (record->kind) {
    case RECORD_INDEX: return learn_index(group, record);
    case RECORD_DECLARED:
        group->extent_count = record->extent_count;
        memcpy(group->extents, record->extents, sizeof group->extents);
        return widen(group, 0, record->high);
    case RECORD_RANGE: group->noted = true; return widen(group, offset + record->low, offset + record->high);
    case RECORD_ROWS: {
        bool wider = widen(group, offset + record->low, offset + record->high);
        char path[600];
        snprintf(path, sizeof path, "%s[]", group->path);
        int rows = find_group(layout, path, false);
        if (rows < 0)
            rows = add_group(layout, path, group->element->target, false);
        layout->groups[rows].noted = layout->groups[region->group].noted = true;
        layout->groups[rows].roles |= layout->groups[region->group].roles & CRS_SECTION;
        return widen(&layout->groups[rows], record->column_low, record->column_high) || wider;
    }
    }
    return false;
}

bool layout_learn(Layout *layout)
{
    bool changed = false;
    for (int i = 0; i < layout->shared->notes.record_count; i++)
        changed |= learn_record(layout, &layout->shared->notes.records[i]);
    return changed;
}

bool layout_grow(Layout *layout, const char *address)
{
    const Region *region = layout_find(layout, address);
    if (!region)
        return false;
    Group *group = &layout->groups[region->group];
    long size = group->element->size;
    long offset = address - region->pointer;
    group->outgrown |= group->noted && group->roles & CRS_SECTION;
    if (offset < group->low) {
        group->low = -((-offset + size - 1) / size) * size;
        return true;
    }
    long needed = (offset / size + 1) * size;
    if (needed <= group->high)
        return false;
    group->least_high = needed;
    // Element by element would take too long: guess twice as many, and find the least that does afterwards.
    long guess = group->guessed ? 2 * (needed + 32 * size) : needed;
    group->guessed = true;
    group->high = guess / size * size;
    return true;
}

// ---- names

void layout_place_name(const Layout *layout, const Region *region, long element, const Leaf *leaf, char *text,
                       size_t size)
{
    const Group *group = &layout->groups[region->group];
    size_t length = strlen(group->path);
    bool row = length > 2 && strcmp(group->path + length - 2, "[]") == 0;
    size_t used = (size_t)snprintf(text, size, "%.*s", (int)(row ? length - 2 : length), group->path);
    bool single = region->global >= 0 ? group->high == group->element->size
                                      : group->element->kind == CRS_STRUCT && group->high == group->element->size;
    if (row)
        used += (size_t)snprintf(text + used, size - used, "[%ld]", region->ordinal);
    if (single && !row) {
        snprintf(text + used, size - used, "%s%s", region->global < 0 && *leaf->path ? "->" : "",
                 region->global < 0 && *leaf->path ? leaf->path + 1 : leaf->path);
        return;
    }
    long below = 1;
    for (int d = 1; d < group->extent_count; d++)
        below *= group->extents[d];
    for (int d = 0; d < group->extent_count && below > 0 && used < size; d++) {
        used += (size_t)snprintf(text + used, size - used, "[%ld]", element / below);
        element %= below;
        if (d + 1 < group->extent_count)
            below /= group->extents[d + 1] > 0 ? group->extents[d + 1] : 1;
    }
    if (group->extent_count == 0 && used < size)
        used += (size_t)snprintf(text + used, size - used, "[%ld]", element);
    if (used < size)
        snprintf(text + used, size - used, "%s", leaf->path);
}
