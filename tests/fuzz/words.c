// Mutations of text by words, for the targets that read text: libFuzzer's own are by bytes, and seldom leave a name
// whole. Half of all mutations come from here. Words are taken from the target's dictionary and from the input itself.
#include "tests/fuzz/fuzz.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 4096, MAX_ENTRIES = 512 };

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

typedef struct Word {
    const char *begin;
    size_t length;
} Word;

typedef struct Words {
    Word items[MAX_WORDS];
    int count;
} Words;

static size_t word_length(const char *at, const char *end)
{
    const char *start = at;
    int (*belongs)(int) = isspace((unsigned char)*at) ? isspace : isalnum;
    while (at < end && (belongs((unsigned char)*at) || (belongs == isalnum && *at == '_')))
        at++;
    return at == start ? 1 : (size_t)(at - start);
}

static void split(Words *words, const char *at, size_t length)
{
    words->count = 0;
    for (const char *end = at + length; at < end && words->count < MAX_WORDS;) {
        bool last = words->count == MAX_WORDS - 1;
        size_t taken = last ? (size_t)(end - at) : word_length(at, end);
        words->items[words->count++] = (Word){at, taken};
        at += taken;
    }
}

static char unescape(const char **at)
{
    if (**at != '\\')
        return **at;
    ++*at;
    if (**at != 'x')
        return **at;
    char digits[3] = {(*at)[1], (*at)[2], '\0'};
    *at += 2;
    return (char)strtol(digits, NULL, 16);
}

// One "word" to a line of the file, with the escapes \\, \" and \x0a.
static const Words *dictionary(void)
{
    static Words words;
    static char text[MAX_ENTRIES * 64];
    if (words.count)
        return &words;
    FILE *file = fopen(FUZZ_DICTIONARY, "r");
    char line[256];
    size_t used = 0;
    while (file && fgets(line, sizeof line, file) && words.count < MAX_ENTRIES && used + sizeof line < sizeof text) {
        if (line[0] != '"')
            continue;
        char *start = text + used;
        for (const char *at = line + 1; *at && *at != '"'; at++)
            text[used++] = unescape(&at);
        words.items[words.count++] = (Word){start, (size_t)(text + used - start)};
    }
    if (file)
        fclose(file);
    must(words.count > 0, "the dictionary can be read");
    return &words;
}

static int draw(unsigned *seed, int count)
{
    *seed = *seed * 1664525u + 1013904223u;
    return count ? (int)((*seed >> 8) % (unsigned)count) : 0;
}

static int class_of(Word word)
{
    unsigned char first = (unsigned char)*word.begin;
    return isalpha(first) || first == '_' ? 'a'
           : isdigit(first)               ? '0'
           : isspace(first)               ? ' '
           : ispunct(first)               ? '+'
                                          : 'x';
}

// A word from anywhere, or one from the input that is of the same class as the word at `at`.
static Word other_word(const Words *own, int at, unsigned *seed)
{
    bool alike = own->count && draw(seed, 3);
    for (int i = 0; alike && i < 20; i++) {
        Word word = own->items[draw(seed, own->count)];
        if (at < own->count && class_of(word) == class_of(own->items[at]) && class_of(word) != ' ')
            return word;
    }
    const Words *from = draw(seed, 2) || !own->count ? dictionary() : own;
    return from->items[draw(seed, from->count)];
}

// Replaces words [at, at + removed) by `count` others.
static void splice(Words *words, int at, int removed, const Word *with, int count)
{
    if (words->count - removed + count > MAX_WORDS)
        return;
    memmove(words->items + at + count, words->items + at + removed,
            sizeof(Word) * (size_t)(words->count - at - removed));
    memcpy(words->items + at, with, sizeof(Word) * (size_t)count);
    words->count += count - removed;
}

// How many words from `at` on end a statement, or are a pair of brackets with what is between.
static int balanced_run(const Words *words, int at, int longest)
{
    int depth = 0;
    for (int i = at; i < words->count && i - at < longest; i++) {
        char first = *words->items[i].begin;
        bool opens = strchr("([{", first) != NULL, closes = strchr(")]}", first) != NULL;
        depth += opens - closes;
        if (depth < 0)
            return i - at;
        if (depth == 0 && (closes || first == ';'))
            return i - at + 1;
    }
    return 1;
}

static int run_length(const Words *words, int at, int longest, unsigned *seed)
{
    int left = words->count - at;
    int count = draw(seed, 4) ? balanced_run(words, at, longest) : 1 + draw(seed, 16);
    return count < left ? count : left;
}

static void change(Words *words, unsigned *seed)
{
    enum { LONGEST = 200 };
    static Word copy[LONGEST];
    int at = draw(seed, words->count), count = run_length(words, at, LONGEST, seed);
    memcpy(copy, words->items + at, sizeof(Word) * (size_t)count);
    Word word = other_word(words, at, seed);
    switch (draw(seed, 7)) {
    case 0:
    case 1:
    case 2: splice(words, at, at < words->count, &word, 1); break;
    case 3: splice(words, at, 0, &word, 1); break;
    case 4: splice(words, at, count, copy, 0); break;
    case 5: splice(words, draw(seed, words->count + 1), 0, copy, count); break;
    default: // a run of words goes elsewhere
        splice(words, at, count, copy, 0);
        splice(words, draw(seed, words->count + 1), 0, copy, count);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    static Words words;
    if (draw(&seed, 2))
        return LLVMFuzzerMutate(data, size, max_size);
    char *text = malloc(size + 1);
    must(text, "there is memory");
    memcpy(text, data, size);
    split(&words, text, size);
    for (int i = 1 + draw(&seed, 3); i > 0; i--)
        change(&words, &seed);
    size_t length = 0;
    for (int i = 0; i < words.count && length + words.items[i].length <= max_size; i++) {
        memcpy(data + length, words.items[i].begin, words.items[i].length);
        length += words.items[i].length;
    }
    free(text);
    return length;
}
