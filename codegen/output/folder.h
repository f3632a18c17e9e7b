// Temporary and exported folders.
#ifndef CURESTRUCT_CODEGEN_FOLDER_H
#define CURESTRUCT_CODEGEN_FOLDER_H

#include "ir/diag.h"

// Makes `wanted` (it may exist already), or a fresh folder under $TMPDIR when NULL. A fresh folder is removed when the
// process is interrupted. NULL: reported.
const char *folder_create(Arena *arena, Diag *diag, const char *wanted);
void folder_remove(const char *folder); // with what is in it
// Writes folder/name (subfolders of `name` are made). false: reported.
bool folder_write(Arena *arena, Diag *diag, const char *folder, const char *name, const char *text, size_t length);

#endif
