// Finds the statements that directives name. It knows only positions in the text, not libclang.
#ifndef CURESTRUCT_FRONTEND_ATTACH_H
#define CURESTRUCT_FRONTEND_ATTACH_H

#include "frontend/directives/directive.h"

typedef enum SiteKind {
    SITE_FUNCTION,
    SITE_COMPOUND, // { ... }
    SITE_FOR,
    SITE_LOOP,  // while, do
    SITE_EMPTY, // ;
    SITE_OTHER, // any other statement
} SiteKind;

// A statement of a function, in the order of the text; `parent` comes before its children.
typedef struct Site {
    SiteKind kind;
    size_t begin, end; // rounded out to macro expansions; an expression statement's is without its semicolon
    int parent;        // index, -1: none
    int subtree_end;   // index just after the last statement inside it
    bool in_loop;      // a loop encloses it
    bool macro_begin;  // its first token comes out of a macro
    // of a function
    bool has_label;
    bool is_unknown; // inline assembly, or nested too deeply to be read: anything may be read and written
} Site;

// A directive and what it names.
typedef struct Attachment {
    const Directive *directive;
    size_t begin, end; // of the directive in the text
    bool from_macro;   // it comes out of a macro: begin..end is the expansion
    bool orphaned;     // of OpenMP: threads that start in another file may share the iterations
    // found by attach_directives
    int site; // DIRECTIVE_NEST: the for statement; DIRECTIVE_BEGIN: the first statement of the region; enter, exit and
              // update: the block around; otherwise -1
    int last_site; // DIRECTIVE_BEGIN: the last statement
    int region;    // DIRECTIVE_NEST inside a region: the index of the begin, otherwise -1
    bool good;     // false: an error was reported
    int order;     // among several that one directive of OpenMP or OpenACC became
} Attachment;

typedef struct AttachInput {
    Arena *arena;
    Diag *diag;
    const SourceFile *source;
    const struct PragmaMacros *pragmas; // of the source
    const Site *sites;                  // functions in order of the text
    int nsites;
    Attachment *attachments; // in order of the text
    int count;
} AttachInput;

// Finds the statement of each directive, and pairs begin and end. Reports errors at the directive.
void attach_directives(const AttachInput *input);

// Finds the block around a directive that is a statement, which `word` names in messages, in the region and the nest
// (or NULL) that are around it.
void attach_statement_alone(const AttachInput *input, Attachment *attachment, const char *word,
                            const Attachment *region, const Attachment *nest);

// The first site at or after the code that follows the directive, the attachment of that index, and where the code
// begins.
int attach_statement(const AttachInput *input, const Attachment *attachment, int index, size_t *code);
int attach_block(const AttachInput *input, size_t at);    // the innermost statement around the place, or -1
int attach_function(const AttachInput *input, size_t at); // the site of the function around the place, or -1

// Whether the statement's text holds only this statement: false if a macro also yields a part of a neighbour or of the
// code around it.
bool attach_is_whole(const Site *sites, int nsites, int site, size_t end);

#endif
