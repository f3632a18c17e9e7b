// Loops whose first iterations run as written, one after another, until the others may have a simpler form.
#ifndef CURESTRUCT_FRONTEND_BEGINNING_H
#define CURESTRUCT_FRONTEND_BEGINNING_H

#include "ir/ir.h"

// Whether the item of the nest may have one: the nest may become a region of two loops, whose iterators count up.
bool can_have_beginning(const Nest *nest, const Stmt *stmt);

// first = 0;  for i' in 0..n { if (until) break;  first = i' + 1;  the body as written }
// for i in 0..n { if (i >= first) { the body of `loop` } }
//
// `all` are the statements of the nest. false: the loop cannot stand there twice, and nothing has been added.
bool add_beginning(Nest *nest, const Stmt *all, const Stmt *written, Stmt *loop, Expr *until, StmtList *out);

#endif
