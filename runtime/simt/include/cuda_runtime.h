// "CUDA on the CPU": replaces NVIDIA's <cuda_runtime.h> when a C++ compiler compiles the text of a .cu file.
//
// Names, types and meanings are those of the CUDA 13 runtime API, as far as the subset goes. A program that compiles
// with nvcc and stays inside the subset compiles here unchanged. ../README.md lists what is not modelled.
// CURESTRUCT_SIMT is defined, so that text with PTX can have another body for the CPU.
#pragma once

#define CURESTRUCT_SIMT 1
#define CUDART_VERSION 13000

#include "simt/qualifiers.h"
#ifdef __CUDA__
#include "simt/device_c.h"
#endif

#include <assert.h>
#include <cmath>
#include <functional>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tuple>
#include <type_traits>
#include <utility>

#ifdef __CUDA__ // kernels may call what follows, as may the host
#pragma clang force_cuda_host_device begin
#endif
#include "simt/vector_types.h"
#include "simt/errors.h"
#include "simt/api.h"
#include "simt/runtime.h"
#include "simt/threads.h"
#include "simt/lanes.h"
#include "simt/warp.h"
#include "simt/atomics.h"
#include "simt/intrinsics.h"
#include "simt/device_math.h"
#ifdef __CUDA__
#include "simt/cuda_launch.h"
#pragma clang force_cuda_host_device end
#else
#include "simt/launch.h"
#endif
