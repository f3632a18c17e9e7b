// The device table as text, for people and for programs.
#include "codegen/report/device_print.h"

#include "codegen/output/json.h"

#include <stdio.h>

static void print_row(Text *out, const Device *device)
{
    char architecture[32];
    snprintf(architecture, sizeof architecture, "sm_%d%d", device->compute_major, device->compute_minor);
    text_printf(out, "%-11s %-23s %-6s %4d %4d %5d %5d %5d %9d %7d %7d %7d %6.0f %7.1f\n", device->name, device->title,
                architecture, device->sms, device->sps_per_sm, device->max_threads_per_block, device->max_warps_per_sm,
                device->max_blocks_per_sm, device->registers_per_sm, device->shared_per_sm / 1024,
                device->shared_per_block_optin / 1024, device->shared_reserved, device->bandwidth, device->fp32_tflops);
}

static void print_table(Text *out, const Device *const *devices, int count)
{
    text_printf(out, "%-11s %-23s %-6s %4s %4s %5s %5s %5s %9s %7s %7s %7s %6s %7s\n", "", "", "", "", "SPs", "thr.",
                "warps", "blks", "registers", "shared", "shared", "shared", "", "fp32");
    text_printf(out, "%-11s %-23s %-6s %4s %4s %5s %5s %5s %9s %7s %7s %7s %6s %7s\n", "name", "device", "arch", "SMs",
                "/SM", "/blk", "/SM", "/SM", "/SM", "KB/SM", "KB/blk", "B res.", "GB/s", "TFLOPS");
    for (int i = 0; i < count; i++)
        print_row(out, devices[i]);
}

static void write_list(Json *json, const char *key, const int *values, int count)
{
    json_array(json, key);
    for (int i = 0; i < count; i++)
        json_integer(json, NULL, values[i]);
    json_end(json);
}

static void write_device(Json *json, const Device *device)
{
    const struct {
        const char *key;
        int value;
    } integers[] = {
        {"compute_major", device->compute_major},
        {"compute_minor", device->compute_minor},
        {"sms", device->sms},
        {"sps_per_sm", device->sps_per_sm},
        {"max_threads_per_block", device->max_threads_per_block},
        {"max_threads_per_sm", device->max_threads_per_sm},
        {"max_blocks_per_sm", device->max_blocks_per_sm},
        {"max_warps_per_sm", device->max_warps_per_sm},
        {"registers_per_sm", device->registers_per_sm},
        {"registers_per_block", device->registers_per_block},
        {"max_registers_per_thread", device->max_registers_per_thread},
        {"register_granule", device->register_granule},
        {"partitions", device->partitions},
        {"shared_per_sm", device->shared_per_sm},
        {"shared_per_block", device->shared_per_block},
        {"shared_per_block_optin", device->shared_per_block_optin},
        {"shared_granule", device->shared_granule},
        {"shared_reserved", device->shared_reserved},
        {"l2", device->l2},
    };
    json_object(json, NULL);
    json_text(json, "name", device->name);
    json_text(json, "title", device->title);
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        json_integer(json, integers[i].key, integers[i].value);
    json_text(json, "register_unit", device->register_unit == REGISTERS_BY_BLOCK ? "block" : "warp");
    write_list(json, "carveouts", device->carveouts, device->ncarveouts);
    write_list(json, "max_grid", device->max_grid, 3);
    json_real(json, "clock", device->clock);
    json_real(json, "bandwidth", device->bandwidth);
    json_real(json, "fp32_tflops", device->fp32_tflops);
    json_end(json);
}

void device_print(Text *out, const Device *const *devices, int count, bool json)
{
    Json writer = {.out = out, .lines = 1};
    if (!json) {
        print_table(out, devices, count);
        return;
    }
    json_array(&writer, NULL);
    for (int i = 0; i < count; i++)
        write_device(&writer, devices[i]);
    json_end(&writer);
}
