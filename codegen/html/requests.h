// The requests that the first warp of each kernel makes, as the model of cost counts them.
#ifndef CURESTRUCT_CODEGEN_HTML_REQUESTS_H
#define CURESTRUCT_CODEGEN_HTML_REQUESTS_H

#include "analysis/model/cost/cost.h"
#include "codegen/html/page.h"

typedef VECTOR(WarpRequest) WarpRequests;

// Each different one once: of one array, in one direction, with the same distances between the lanes. `shared`: of
// shared memory, otherwise of global memory. At most `most` of them; *left counts the others.
WarpRequests first_warp_requests(Page *page, const KernelCost *cost, bool shared, int most, int *left);

// The array's element at an address: "A[3][17]".
const char *element_words(const Page *page, const Array *array, int64_t bytes, const MappingSizes *sizes);

#endif
