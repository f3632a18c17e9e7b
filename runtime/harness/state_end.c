// See state_begin.c.
#define STATE __attribute__((visibility("default"), used))

STATE char crs_data_end[16] = {1};
STATE char crs_bss_end[16];
