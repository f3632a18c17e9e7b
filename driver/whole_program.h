// --whole: which arrays stay on the device is planned for all files of a program.
#ifndef CURESTRUCT_DRIVER_WHOLE_PROGRAM_H
#define CURESTRUCT_DRIVER_WHOLE_PROGRAM_H

#include "driver/translate.h"

// Translates the other files as well, for the plan alone. false: errors were reported.
bool plan_residency(Translation *translation);

#endif
