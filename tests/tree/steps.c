// Tests of transformations as text, all in one process: a tree, steps of a schedule, and what becomes of it.
//
//   steps FILE...            runs the cases of each file and compares; --write puts what came out into the files
//   steps --reread FILE...   trees as --dump-after prints them: each must read back and print as the same text
//
// A file holds nests, each followed by its cases, and remarks after `//`. A case is a line
//
//   --- STEPS                the steps of a schedule: the tree after the last one is printed
//   --- lowered: STEPS       the lowered tree is printed
//   --- facts: STEPS         the facts of the nest are printed; these two words may also stand alone, without the colon
//
// and what comes out of it up to the next line that begins with `---`, `//` or `nest`: messages without the lines that
// they quote, then declarations that the steps have made and the tree.
#include "tests/tree/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- lines

typedef struct Lines {
    const char *text;
    size_t length, at; // the next line begins here
    int number;        // of the last line
} Lines;

static bool next_line(Lines *lines, size_t *begin, size_t *end)
{
    if (lines->at >= lines->length)
        return false;
    const char *start = lines->text + lines->at, *stop = memchr(start, '\n', lines->length - lines->at);
    *begin = lines->at;
    *end = stop ? (size_t)(stop - lines->text) + 1 : lines->length;
    lines->at = *end;
    lines->number++;
    return true;
}

static bool starts(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

// Adds the lines of `text` for which `keep` holds.
static void add_lines(Text *out, const char *text, bool (*keep)(const void *context, const char *line, size_t length),
                      const void *context)
{
    Lines lines = {text, strlen(text), 0, 0};
    size_t begin, end;
    while (next_line(&lines, &begin, &end))
        if (keep(context, text + begin, end - begin))
            text_add_n(out, text + begin, end - begin);
}

// ---- a file: nests with their cases

typedef struct Case {
    size_t begin, end; // of its `---` line
    size_t expected, expected_end;
    const char *steps;
} Case;

typedef struct Section {
    size_t begin, end; // of the nest's text
    VECTOR(Case) cases;
} Section;

typedef struct TestFile {
    Arena *arena;
    const SourceFile *source;
    VECTOR(Section) sections;
} TestFile;

static void add_line(TestFile *file, size_t begin, size_t end, bool *in_expected)
{
    const char *line = file->source->text + begin;
    bool is_case = starts(line, "---"), is_nest = starts(line, "nest ") || starts(line, "region ");
    Section *section = file->sections.count ? &file->sections.items[file->sections.count - 1] : NULL;
    bool in_nest = section && section->cases.count == 0;
    if (is_nest || (!section && !is_case)) {
        if (is_nest && section && !in_nest)
            section = NULL;
        if (!section) {
            Section made = {.begin = begin, .end = end};
            VECTOR_PUSH(file->arena, &file->sections, made);
            return;
        }
    }
    if (is_case && section) {
        Case made = {.begin = begin, .end = end, .expected = end, .expected_end = end};
        made.steps = arena_strndup(file->arena, line + 3, end - begin - 3);
        VECTOR_PUSH(file->arena, &section->cases, made);
        *in_expected = true;
    } else if (in_nest) {
        section->end = end;
    } else if (starts(line, "//")) {
        *in_expected = false;
    } else if (section && *in_expected) {
        section->cases.items[section->cases.count - 1].expected_end = end;
    }
}

static void find_sections(TestFile *file)
{
    Lines lines = {file->source->text, file->source->length, 0, 0};
    size_t begin, end;
    bool in_expected = false;
    while (next_line(&lines, &begin, &end))
        add_line(file, begin, end, &in_expected);
}

// ---- a case

// The nest's text at its place in the file, everything else blank.
static const SourceFile *text_of_section(Arena *arena, const TestFile *file, const Section *section)
{
    SourceFile *source = ARENA_NEW(arena, SourceFile);
    char *text = arena_strndup(arena, file->source->text, section->end);
    for (size_t i = 0; i < section->begin; i++)
        text[i] = text[i] == '\n' ? '\n' : ' ';
    *source = (SourceFile){.path = path_name(file->source->path), .text = text, .length = section->end};
    return source;
}

static bool is_new(const void *head, const char *line, size_t length)
{
    bool is_first = starts(line, "nest ") || starts(line, "region ");
    return !is_first && !strstr(head, intern_n(line, length));
}

// A printed nest without what the nest declared before.
static void add_result(Text *out, const char *head, const char *result)
{
    const char *body = strstr(result, "\n{\n");
    if (body)
        add_lines(out, arena_strndup(out->arena, result, (size_t)(body + 1 - result)), is_new, head);
    text_add(out, body ? body + 1 : result);
}

static const char *without_blank_end(Arena *arena, const char *text, size_t length)
{
    while (length && (text[length - 1] == '\n' || text[length - 1] == ' '))
        length--;
    return arena_strndup(arena, text, length);
}

// What comes out of the case.
static const char *run_case(Arena *arena, const TestFile *file, const Section *section, const Case *one)
{
    const SourceFile *source = text_of_section(arena, file, section);
    SourceFile *steps = ARENA_NEW(arena, SourceFile);
    *steps = (SourceFile){.path = source->path, .text = file->source->text, .length = file->source->length};
    Outcome outcome = tree_outcome(arena, source, loc_in_file(steps, one->begin + 3, one->end - 1), one->steps);
    Text out = {.arena = arena};
    text_add(&out, outcome.messages);
    add_result(&out, outcome.head, outcome.result);
    const char *text = text_string(&out);
    return without_blank_end(arena, text, strlen(text));
}

// ---- files

typedef struct Count {
    int cases, failed;
} Count;

static void run_section(const TestFile *file, const Section *section, bool write, Text *rewritten, size_t *copied,
                        Count *count)
{
    const char *text = file->source->text;
    FOR_EACH(i, &section->cases) {
        const Case *one = &section->cases.items[i];
        Arena *arena = arena_new();
        const char *expected = without_blank_end(arena, text + one->expected, one->expected_end - one->expected);
        const char *actual = run_case(arena, file, section, one);
        text_add_n(rewritten, text + *copied, one->end - *copied);
        text_printf(rewritten, "%s\n%s", actual, one->expected_end < file->source->length ? "\n" : "");
        *copied = one->expected_end;
        count->cases++;
        if (strcmp(expected, actual) != 0 && !write) {
            count->failed++;
            printf("%s: ---%s--- expected\n%s\n--- came out\n%s\n", file->source->path, one->steps, expected, actual);
        }
        arena_release(arena);
    }
}

// true: another text than before was written.
static bool run_file(const SourceFile *source, bool write, Count *count)
{
    TestFile file = {.arena = arena_new(), .source = source};
    Text rewritten = {.arena = file.arena};
    size_t copied = 0;
    find_sections(&file);
    FOR_EACH(i, &file.sections)
        run_section(&file, &file.sections.items[i], write, &rewritten, &copied, count);
    text_add_n(&rewritten, source->text + copied, source->length - copied);
    FILE *out = write ? fopen(source->path, "w") : NULL;
    bool changed = out && strcmp(text_string(&rewritten), source->text) != 0;
    if (out) {
        fputs(text_string(&rewritten), out);
        fclose(out);
    }
    arena_release(file.arena);
    return changed;
}

// Messages name lines of the file. They move when it gets more or fewer lines: so what was changed is run once more.
static void run_or_write(Arena *arena, Diag *diag, const SourceFile *source, bool write, Count *count)
{
    Count before = *count;
    if (!run_file(source, write, count))
        return;
    *count = before;
    run_file(source_file_read(arena, diag, source->path), write, count);
}

// ---- reading back

static bool is_no_remark(const void *context, const char *line, size_t length)
{
    (void)context;
    (void)length;
    return !starts(line, "//") && *line != '\n';
}

static const char *printed(Arena *arena, Diag *diag, const SourceFile *source)
{
    Unit *unit = parse_trees(arena, diag, source, NULL, NULL);
    if (unit && !unit->nests.count)
        printf("%s: it holds no tree\n", source->path);
    if (!unit || !unit->nests.count)
        return NULL;
    Text out = {.arena = arena};
    FOR_EACH(i, &unit->nests)
        print_nest(&out, unit->nests.items[i]);
    return text_string(&out);
}

static void report_difference(const char *path, const char *left, const char *right)
{
    size_t same = 0, line = 0;
    while (left[same] && left[same] == right[same]) {
        line = left[same] == '\n' ? same + 1 : line;
        same++;
    }
    printf("%s: a tree prints otherwise when it was read back\n< %.*s\n> %.*s\n", path, (int)strcspn(left + line, "\n"),
           left + line, (int)strcspn(right + line, "\n"), right + line);
}

static void reread(const SourceFile *source, Count *count)
{
    Arena *arena = arena_new();
    Diag *diag = diag_new(arena, (DiagOptions){0});
    Text out = {.arena = arena};
    add_lines(&out, source->text, is_no_remark, NULL);
    const char *text = text_string(&out), *once = printed(arena, diag, source);
    SourceFile again = {.path = "read again", .text = once, .length = once ? strlen(once) : 0};
    const char *twice = once ? printed(arena, diag, &again) : NULL;
    bool same = twice && strcmp(text, once) == 0 && strcmp(once, twice) == 0;
    if (once && !same)
        report_difference(source->path, text, strcmp(text, once) || !twice ? once : twice);
    count->cases++;
    count->failed += !same;
    arena_release(arena);
}

int main(int argc, char **argv)
{
    Count count = {0};
    bool rereads = argc > 1 && strcmp(argv[1], "--reread") == 0, writes = argc > 1 && strcmp(argv[1], "--write") == 0;
    Arena *arena = arena_new();
    Diag *diag = diag_new(arena, (DiagOptions){0});
    for (int i = rereads || writes ? 2 : 1; i < argc; i++) {
        const SourceFile *source = source_file_read(arena, diag, argv[i]);
        if (!source)
            count.failed++;
        else if (rereads)
            reread(source, &count);
        else
            run_or_write(arena, diag, source, writes, &count);
    }
    printf("%d %s, %d failed\n", count.cases, rereads ? "files" : "cases", count.failed);
    arena_release(arena);
    type_release();
    intern_release();
    return count.failed ? 1 : 0;
}
