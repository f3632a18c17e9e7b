// The first object in the link of each build; state_end.c is the last one before the libraries. Linkers keep the order
// of objects within .data and .bss. So the variables between the ones here and the ones there are the state of the
// user's file, without the state of any runtime library.
#define STATE __attribute__((visibility("default"), used))

STATE char crs_data_begin[16] = {1};
STATE char crs_bss_begin[16];
