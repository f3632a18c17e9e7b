// `enter`, `exit` and `update`: directives that are statements.
#ifndef CURESTRUCT_FRONTEND_CONTROL_DATA_H
#define CURESTRUCT_FRONTEND_CONTROL_DATA_H

#include "frontend/clang/state.h"
#include "frontend/host.h"

// What the directive of the attachment moves, at `place` (MOVES_ALONE: the directive's).
void data_read_moves(Reader *reader, const Attachment *attachment, MovesPlace place, size_t at);
void data_read(Reader *reader); // fills host->moves; reports arrays whose memory the directive does not tell
// Refuses a function that the nest would run on the device, if it holds one of these; false: it holds none.
bool data_refuse(Reader *reader, CXCursor definition);

#endif
