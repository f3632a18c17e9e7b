// Cursors to locations in the text, and the children of a cursor.
#ifndef CURESTRUCT_FRONTEND_CLANG_SOURCE_H
#define CURESTRUCT_FRONTEND_CLANG_SOURCE_H

#include "frontend/clang/state.h"

SourceFile *source_of_file(Reader *reader, CXFile file);
void collect_macros(Reader *reader);
bool is_in_main_file(const Reader *reader, CXCursor cursor);
bool is_other_function(Reader *reader, CXFile file);    // the text of such a function
bool is_of_other_file(Reader *reader, CXCursor cursor); // a function that was read from another file of the program
Loc cursor_loc(Reader *reader, CXCursor cursor);        // rounded out to macro expansions

// The statement inside whose end is the end of `stmt`, or itself: `x = 1` of `if (a) while (b) x = 1;`.
CXCursor last_statement(Reader *reader, CXCursor stmt);
// The bytes of a statement in its file with its semicolon; false: a part of it comes from a macro. `last` is its
// last_statement: who asks for all statements of a chain finds that once.
bool statement_range(Reader *reader, CXCursor stmt, CXCursor last, size_t *begin, size_t *end);
Loc bytes_loc(Reader *reader, size_t begin, size_t end); // of the main file
// The expansion in the main file that holds the byte, or NULL.
const MacroRange *macro_around(const Reader *reader, size_t offset);

// The text as the file of that path, with the headers that only libclang sees (directives/from_headers.h).
enum { UNSAVED_FILES = 4 };
unsigned unsaved_files(const char *path, const char *text, size_t length, struct CXUnsavedFile *files);

typedef struct Children {
    CXCursor *items;
    int count;
} Children;
Children children_of(Reader *reader, CXCursor cursor);         // in scratch memory
Children expression_children(Reader *reader, CXCursor cursor); // without type references and attributes
CXCursor strip_parens(Reader *reader, CXCursor expr);          // and __extension__
CXCursor strip_conversions(Reader *reader, CXCursor expr);     // parentheses and implicit conversions
bool is_null_cursor(CXCursor cursor);
bool cursor_mentions(CXCursor expr, CXCursor decl);                // the variable; sizeof does not count
const char *take_string(Reader *reader, CXString string);          // interned; disposes
const char *cursor_name(CXCursor cursor);                          // interned
size_t identifier_length(const char *text);                        // of the identifier that it begins with
size_t skip_blanks(const char *text, size_t length, size_t at);    // and comments and line splices
size_t find_semicolon(const char *text, size_t length, size_t at); // just after the next one outside of brackets

#endif
