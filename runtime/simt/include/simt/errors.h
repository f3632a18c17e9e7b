// cudaError_t with NVIDIA's numbers.
#pragma once

enum cudaError {
#define CODE(name, number, text) name = number,
#include "error_codes.def"
#undef CODE
};
typedef enum cudaError cudaError_t;

const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

// The last error of the calling host thread. GetLastError also forgets it, unless the device is lost (a failed
// synchronization): such an error comes back from every later call, as on a GPU.
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
