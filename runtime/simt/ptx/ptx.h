// Executing the PTX of a kernel instead of its text: CURESTRUCT_SIMT_PTX=FILE.
//
// FILE is what `nvcc -ptx` prints. One thread runs after another, until it waits for others. Results are those of the
// program, unless nvcc has compiled it wrongly. With CURESTRUCT_SIMT_PTX_REPORT=FILE that file grows by one line for
// each launch, with tabs between the fields:
//
//   executed  KERNEL  INSTRUCTIONS
//   skipped  KERNEL  WHY
//
// skipped: the kernel has something that is not known here; its text is executed as without this variable.
#pragma once

namespace simt
{

struct Grid;

// Executes the launch; false: the kernel's text has to be.
bool ptx_run(const Grid &grid);

} // namespace simt
