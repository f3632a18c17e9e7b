// The first object in the link of each build, as state_end.c is the last before the libraries. Linkers keep the order
// of objects within .data and .bss: the variables between those here and those there are the state of the user's file,
// and nothing of a runtime library's.
#define STATE __attribute__((visibility("default"), used))

STATE char crs_data_begin[16] = {1};
STATE char crs_bss_begin[16];
