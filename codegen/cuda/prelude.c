// The prelude of out.cu: the parts of runtime/prelude/ that the following text uses, so that it stays short and
// compilers do not warn about unused functions. Blank lines separate paragraphs, and a paragraph is taken as a whole.
// One that defines nothing (includes, the namespace) is always taken, and a title (`// ---- ...` alone) if a paragraph
// below it is.
#include "codegen/cuda/embedded.h"
#include "codegen/cuda/cuda.h"

#include <string.h>

typedef struct Paragraph {
    const char *begin;
    size_t length;
    const char *name; // interned; of what it defines, or NULL
    bool is_title, taken;
} Paragraph;

typedef struct Prelude {
    Arena *arena;
    VECTOR(Paragraph) paragraphs;
    VECTOR(const char *) wanted; // interned names
} Prelude;

// Files of runtime/prelude/ in their order in out.cu (its README.md says what each is for).
static const char *const parts[] = {
    "begin",   "times",  "stream", "table",  "blocks",        "namespace",  "device", "complex",  "half",
    "present", "call",   "places", "serial", "assumptions",   "small",      "copies", "counters", "launch",
    "inspect", "chunks", "kept",   "data",   "namespace_end", "directives", "end"};
enum { PARTS = sizeof parts / sizeof *parts };

static const char *part_text(const char *part)
{
    const char *name = intern_printf("prelude/%s.cuh", part);
    for (const EmbeddedFile *file = embedded_files; file->name; file++)
        if (!strcmp(file->name, name))
            return file->text;
    unreachable_bug("a part of the prelude is not embedded");
}

static bool skip_words(const char **line, size_t *length, const char *words)
{
    bool begins = !strncmp(*line, words, strlen(words));
    *line += begins ? strlen(words) : 0;
    *length -= begins ? strlen(words) : 0;
    return begins;
}

// The identifier that the line defines: the one before its first `(`, or the one after struct or enum.
static const char *name_in_line(const char *line, size_t length)
{
    static const char template[] = "template <class Real> ";
    const char *end;
    if (length > strlen(template) && !strncmp(line + strlen(template), "struct ", strlen("struct ")))
        skip_words(&line, &length, template);
    if (skip_words(&line, &length, "struct ") || skip_words(&line, &length, "enum ")) {
        for (end = line; is_identifier_byte(*end);)
            end++;
        if (end == line)
            return NULL;
    } else {
        bool is_known =
            skip_words(&line, &length, "extern \"C\" __attribute__((weak)) ") || skip_words(&line, &length, "#define ");
        end = memchr(line, '(', length);
        if (!end || !(is_known || line[0] == 's' || line[0] == 't' || line[0] == 'i'))
            return NULL;
        const char *stop = end;
        for (line = end; is_identifier_byte(line[-1]);)
            line--;
        end = stop;
    }
    return intern_n(line, (size_t)(end - line));
}

static const char *defined_name(const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t line = strcspn(text + at, "\n");
        const char *name = text[at] == '/' ? NULL : name_in_line(text + at, line);
        if (name)
            return name;
        at += line + 1;
    }
    return NULL;
}

static void split_parts(Prelude *prelude, const char *text)
{
    while (*text) {
        const char *end = strstr(text, "\n\n");
        size_t length = end ? (size_t)(end - text) + 1 : strlen(text);
        Paragraph paragraph = {.begin = text, .length = length};
        paragraph.is_title = !strncmp(text, "// ---- ", 8) && strcspn(text, "\n") + 1 == length;
        if (*text == ' ') // the rest would be taken always, and the first part with it
            unreachable_bug("a blank line is within a definition of the prelude");
        if (!paragraph.is_title)
            paragraph.name = defined_name(text, length);
        VECTOR_PUSH(prelude->arena, &prelude->paragraphs, paragraph);
        text += length;
        text += strspn(text, "\n");
    }
}

// ---- what is wanted

static void want_words(Prelude *prelude, const char *text, size_t length)
{
    for (size_t at = 0; at < length; at++) {
        if (strncmp(text + at, "crs_", 4) != 0 || (at > 0 && is_identifier_byte(text[at - 1])))
            continue;
        size_t size = 0;
        while (at + size < length && is_identifier_byte(text[at + size]))
            size++;
        const char *name = intern_n(text + at, size);
        bool known = false;
        FOR_EACH(i, &prelude->wanted)
            known |= prelude->wanted.items[i] == name;
        bool defined = false;
        FOR_EACH(i, &prelude->paragraphs)
            defined |= prelude->paragraphs.items[i].name == name;
        if (!known && defined)
            VECTOR_PUSH(prelude->arena, &prelude->wanted, name);
        at += size;
    }
}

static bool is_wanted(const Prelude *prelude, const Paragraph *paragraph)
{
    if (paragraph->is_title)
        return false;
    FOR_EACH(i, &prelude->wanted)
        if (prelude->wanted.items[i] == paragraph->name)
            return true;
    return !paragraph->name;
}

static void take(Prelude *prelude)
{
    for (bool changed = true; changed;) {
        changed = false;
        FOR_EACH(i, &prelude->paragraphs) {
            Paragraph *paragraph = &prelude->paragraphs.items[i];
            if (paragraph->taken || !is_wanted(prelude, paragraph))
                continue;
            paragraph->taken = changed = true;
            want_words(prelude, paragraph->begin, paragraph->length);
        }
    }
}

// A title belongs to everything below it, up to the next title.
static bool title_is_needed(const Prelude *prelude, int title)
{
    for (int i = title + 1; i < prelude->paragraphs.count && !prelude->paragraphs.items[i].is_title; i++)
        if (prelude->paragraphs.items[i].taken && prelude->paragraphs.items[i].name)
            return true;
    return title == 0 || title == prelude->paragraphs.count - 1;
}

void emit_prelude(Text *out, const char *user)
{
    Prelude prelude = {.arena = arena_new()};
    for (int i = 0; i < PARTS; i++)
        split_parts(&prelude, part_text(parts[i]));
    if (user)
        want_words(&prelude, user, strlen(user));
    take(&prelude);
    FOR_EACH(i, &prelude.paragraphs)
        prelude.paragraphs.items[i].taken |= !user && !prelude.paragraphs.items[i].is_title;
    FOR_EACH(i, &prelude.paragraphs) {
        const Paragraph *paragraph = &prelude.paragraphs.items[i];
        if (!paragraph->taken && !(paragraph->is_title && title_is_needed(&prelude, i)))
            continue;
        text_add_n(out, paragraph->begin, paragraph->length);
        text_add(out, "\n");
    }
    arena_release(prelude.arena);
}

static bool mentions(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + length, word))
        if (!is_identifier_byte(at[length]) && (at == text || !is_identifier_byte(at[-1])))
            return true;
    return false;
}

bool prelude_mentions(const char *word)
{
    bool found = false;
    for (int i = 0; i < PARTS; i++)
        found = found || mentions(part_text(parts[i]), word);
    return found;
}
