// Executing the machine code of a kernel instead of its text: CURESTRUCT_SIMT_MACHINE=FILE.
//
// FILE is what nvdisasm prints of a cubin with the program's kernels, for sm_75 to sm_90. Every warp executes the
// instructions that nvcc has made; diverged lanes meet at the barriers of convergence that they name. Results are those
// of the program. With CURESTRUCT_SIMT_PROFILE=FILE that file grows after each launch by one line for the launch, as
// profile.h says, and these, with tabs between the fields:
//
//   machine  REQUESTS  LANES  SECTORS  SHARED  CYCLES
//   executed  OPCODE  KIND  COUNT
//   unknown  WHY
//
// REQUESTS: loads, stores and asynchronous copies of global memory; LANES: active in these and in those of shared
// memory; SHARED: loads and stores of shared memory; CYCLES: that its banks need for them. COUNT: warps that executed
// an instruction with this opcode. `unknown`, instead of all others: the kernel has an instruction that is not known
// here; its text is executed as without this variable, and nothing is counted.
#pragma once

namespace simt
{

struct Grid;

// Executes the launch; false: the kernel's text has to be.
bool machine_run(const Grid &grid);

} // namespace simt
