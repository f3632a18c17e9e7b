// Versions of parts of a region. The parts run one after the other, each in the version that its own sizes choose: the
// versions add up, where versions of the whole region would multiply. A version is planned for its part alone.
#include "transform/plan/clauses.h"
#include "transform/plan/versions/version_join.h"

#include <string.h>

// So many versions of a region beside the kernels that run otherwise, those of products first. Of a part, all are there
// or none.
enum { MOST_OF_PARTS = MOST_PLANNED - 1 };

typedef struct Part {
    const char *root;         // its outermost loop
    PlannedVersions versions; // but for the last one
    Variant last;
} Part;

typedef struct Parts {
    Part items[MOST_ROOTS];
    int count;
} Parts;

static void find_parts(const Candidate *source, const Built *built, bool products, Parts *parts)
{
    int all = 0;
    for (int i = 0; i < parts->count; i++)
        all += parts->items[i].versions.count;
    for (int i = 0; i < built->roots.count; i++) {
        const char *root = built->roots.names[i];
        PlannedVersions versions = versions_of_part(source, &built->parts[i]);
        bool has_tiles = built->parts[i].nests[VERSIONED_TILES];
        if (has_tiles != products || !versions.count || all + versions.count - 1 > MOST_OF_PARTS ||
            !stmt_find_loop_named(source->nest->body, root))
            continue;
        Variant last = versions.items[--versions.count].variant;
        all += versions.count;
        parts->items[parts->count++] = (Part){root, versions, last};
    }
}

// NULL, silently: an additional plan may fail. *built: of each root, in `parts`.
static Program *planned(const Candidate *source, const Variant *variant, Built *built, Built *parts)
{
    *built = (Built){.parts = parts};
    return finish_planned(source, variant, built, diag_collector(source->arena), NULL);
}

static bool came_out(const Variant *variant, const char *root, const Built *built)
{
    for (int i = 0; i < built->roots.count; i++)
        if (strcmp(built->roots.names[i], root) == 0)
            return variant->of == VERSIONED_NONE || version_came_out(variant, &built->parts[i]);
    return false;
}

// What runs where no version is taken: the last choice of each part. Those that do not come out are as without
// versions.
static Program *planned_last(const Candidate *source, Parts *parts, Program *program)
{
    PartVariants last = {0};
    Built built, of_parts[MOST_ROOTS] = {0};
    for (int i = 0; i < parts->count; i++) {
        if (parts->items[i].last.of == VERSIONED_NONE)
            continue;
        last.roots[last.count] = parts->items[i].root;
        last.variants[last.count++] = parts->items[i].last;
    }
    if (!last.count)
        return program;
    Program *made = planned(source, &(Variant){.at_large = true, .parts = &last}, &built, of_parts);
    bool all = made;
    for (int i = 0; i < parts->count; i++) {
        Part *part = &parts->items[i];
        if (made && came_out(&part->last, part->root, &built))
            continue;
        part->last = (Variant){.of = VERSIONED_NONE};
        all = false;
    }
    return all ? made : planned_last(source, parts, program);
}

// Those before the last choice that would be the same kernels are left out.
static void drop_same(Part *part)
{
    while (part->versions.count && part->last.of == VERSIONED_NONE &&
           part->versions.items[part->versions.count - 1].variant.of == VERSIONED_NONE)
        part->versions.count--;
}

static const char usual[] = "usual"; // what runs otherwise

static bool is_used(const Program *program, const char *name)
{
    FOR_EACH(i, &program->versions)
        if (strcmp(program->versions.items[i].name, name) == 0)
            return true;
    return strcmp(name, usual) == 0;
}

static const char *name_apart(const Program *program, const char *name)
{
    const char *made = name;
    for (int number = 2; is_used(program, made); number++)
        made = intern_printf("%s_%d", name, number);
    return made;
}

// One version of the part, as a part of `program`. false: there is none.
static bool add(const Candidate *source, Program *program, const Part *part, const PlannedVersion *wanted, Text *added)
{
    Variant variant = wanted->variant;
    Version version = wanted->version;
    version.name = name_apart(program, version.name);
    Built built, parts[MOST_ROOTS] = {0};
    variant.only = version.of = part->root;
    variant.at_large = variant.of == VERSIONED_NONE;
    Program *other = planned(source, &variant, &built, parts);
    if (!other || !came_out(&variant, part->root, &built) ||
        version_obstacle(source->arena, program->facts, other->facts, &version) ||
        !versions_join_part(source, program, &version, other))
        return false;
    version_print(added, &version, other->schedule);
    return true;
}

// Adds those of the part. false: there are none, and its last choice is not one for all sizes: from now on, it is as
// without versions.
static bool add_all(const Candidate *source, Program *program, Part *part, Text *added)
{
    int kept = 0, kept_of[MOST_PLANNED + 1] = {0}; // of the first v versions
    drop_same(part);
    for (int v = 0; v < part->versions.count; v++) {
        PlannedVersion *wanted = &part->versions.items[v];
        kept_of[v] = kept;
        if (!kept_of[wanted->spare])
            kept += add(candidate_beside(source, program->nest), program, part, wanted, added);
    }
    if (kept || !part->versions.count || part->last.of == VERSIONED_NONE)
        return true;
    *part = (Part){.root = part->root};
    return false;
}

// To be changed, while the program stays as it is.
static Program *copied(Arena *arena, const Program *program)
{
    Program *copy = arena_copy(arena, program, sizeof *program);
    copy->nest = arena_copy(arena, program->nest, sizeof *program->nest);
    return copy;
}

Program *versions_by_parts(const Candidate *source, const Built *built, Program *program)
{
    Arena *arena = source->arena;
    Parts parts = {0};
    if (!built->parts || clauses_decide(source->nest))
        return program;
    find_parts(source, built, true, &parts);
    find_parts(source, built, false, &parts);
    for (;;) {
        Program *last = planned_last(source, &parts, program), *made = copied(arena, last);
        Text added = {.arena = arena};
        bool all = true;
        for (int i = 0; i < parts.count; i++)
            all = add_all(source, made, &parts.items[i], &added) && all;
        if (!all)
            continue;
        if (!made->versions.count)
            return last;
        versions_end_parts(arena, made, intern(usual), text_string(&added));
        return made;
    }
}
