// Everything that this header has under nvcc comes with <cuda_runtime.h> here.
#pragma once
#include "cuda_runtime.h"
