// The parts of a region that can be launchers where all of it cannot.
#ifndef CURESTRUCT_FRONTEND_CONTROL_REGION_PARTS_H
#define CURESTRUCT_FRONTEND_CONTROL_REGION_PARTS_H

#include "frontend/clang/state.h"

typedef VECTOR(Attachment) Attachments;

// What reading statements as a region has found.
typedef enum PartReading {
    PART_REFUSED,
    PART_PLAIN, // it holds no loop
    PART_LOOPS,
} PartReading;
typedef PartReading ReadPart(Reader *reader, const Attachment *part);

// Runs of statements of the region that can be read, with loops in them, in the order of the text. Each has a directive
// `begin` of its own, with those clauses of the region that hold at that place, too. Loops with directives that cannot
// be read are among them, as nests. None: empty.
Attachments region_parts(Reader *reader, const Attachment *region, ReadPart *read);

#endif
