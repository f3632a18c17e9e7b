// Data that directives of OpenMP and OpenACC put on the device: `enter data` and the like, the data of blocks that are
// not regions, and what the host does in the device's place.
#ifndef CURESTRUCT_FRONTEND_CONTROL_FROM_DATA_H
#define CURESTRUCT_FRONTEND_CONTROL_FROM_DATA_H

#include "frontend/clang/state.h"

typedef struct DirectiveList {
    Directive *items[3];
    int count;
} DirectiveList;

// What `enter data`, `exit data` or `update` is in our language, in the order in which it happens.
DirectiveList from_moves_of(Reader *reader, const FromDirective *from);
bool from_moves_inside(const Reader *reader, int site); // whether the statement holds one of these

// The data of the block is entered before it and leaves after it. false: nothing can be put there.
bool from_keep_block(Reader *reader, const FromSite *block);

void from_note_devices(Reader *reader);             // fills host->devices
bool from_on_host(const Reader *reader, int index); // whether no construct of the device holds the directive's loop

#endif
