#ifndef CURESTRUCT_CODEGEN_DEVICE_PRINT_H
#define CURESTRUCT_CODEGEN_DEVICE_PRINT_H

#include "analysis/model/device.h"

// The text of `curestruct devices`: a table, or with `json` an array of objects with the names of the fields of Device.
void device_print(Text *out, const Device *const *devices, int count, bool json);

#endif
