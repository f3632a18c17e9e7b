// The GPU of this machine, as its driver describes it. The driver is opened on request: the compiler itself does not
// need one.
#include "analysis/model/device.h"

#include <dlfcn.h>
#include <string.h>

// The driver's interface (cuda.h), as far as it is used here. Numbers are part of its binary interface.
enum {
    ATTRIBUTE_THREADS_PER_BLOCK = 1,
    ATTRIBUTE_GRID_X = 5,
    ATTRIBUTE_SHARED_PER_BLOCK = 8,
    ATTRIBUTE_REGISTERS_PER_BLOCK = 12,
    ATTRIBUTE_CLOCK = 13, // kHz
    ATTRIBUTE_SMS = 16,
    ATTRIBUTE_MEMORY_CLOCK = 36, // kHz
    ATTRIBUTE_BUS_WIDTH = 37,    // bits
    ATTRIBUTE_L2 = 38,
    ATTRIBUTE_THREADS_PER_SM = 39,
    ATTRIBUTE_MAJOR = 75,
    ATTRIBUTE_MINOR = 76,
    ATTRIBUTE_SHARED_PER_SM = 81,
    ATTRIBUTE_REGISTERS_PER_SM = 82,
    ATTRIBUTE_SHARED_OPTIN = 97,
    ATTRIBUTE_BLOCKS_PER_SM = 106,
    ATTRIBUTE_SHARED_RESERVED = 111,
};

typedef struct Driver {
    int (*init)(unsigned flags);
    int (*get_device)(int *device, int ordinal);
    int (*get_attribute)(int *value, int attribute, int device);
    int (*get_name)(char *name, int length, int device);
    int (*error_name)(int error, const char **name);
} Driver;

static bool load(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static bool open_driver(Driver *driver)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    return library && load(library, "cuInit", &driver->init) && load(library, "cuDeviceGet", &driver->get_device) &&
           load(library, "cuDeviceGetAttribute", &driver->get_attribute) &&
           load(library, "cuDeviceGetName", &driver->get_name) && load(library, "cuGetErrorName", &driver->error_name);
}

static bool succeeds(Arena *arena, const Driver *driver, int error, const char **why)
{
    const char *name = NULL;
    if (!error)
        return true;
    if (driver->error_name(error, &name) || !name)
        name = arena_printf(arena, "error %d", error);
    *why = arena_printf(arena, "there is no GPU to ask for device 'native': the driver says %s", name);
    return false;
}

// The closest board of the table: of the same compute capability and number of SMs, of the same compute capability,
// otherwise the newest of the older ones.
static const Device *closest(int major, int minor, int sms)
{
    const Device *found = NULL;
    for (int i = 0; i < device_count(); i++) {
        const Device *device = device_at(i);
        bool same = device->compute_major == major && device->compute_minor == minor;
        bool older = device->compute_major < major || (device->compute_major == major && device->compute_minor < minor);
        bool fits = found && found->compute_major == major && found->compute_minor == minor;
        if ((same && (!fits || device->sms == sms)) || (older && !fits))
            found = device;
    }
    return found ? found : device_default();
}

static int attribute(const Driver *driver, int number, int device, int otherwise)
{
    int value = 0;
    return !driver->get_attribute(&value, number, device) && value > 0 ? value : otherwise;
}

static void set_carveouts(Device *device)
{
    int fitting = 0;
    while (fitting < device->ncarveouts && device->carveouts[fitting] < device->shared_per_sm)
        fitting++;
    if (fitting == MAX_CARVEOUTS)
        fitting--;
    device->carveouts[fitting] = device->shared_per_sm;
    device->ncarveouts = fitting + 1;
}

static void read_limits(const Driver *driver, int number, Device *device)
{
    const struct {
        int *field, attribute;
    } limits[] = {
        {&device->max_threads_per_block, ATTRIBUTE_THREADS_PER_BLOCK},
        {&device->max_threads_per_sm, ATTRIBUTE_THREADS_PER_SM},
        {&device->max_blocks_per_sm, ATTRIBUTE_BLOCKS_PER_SM},
        {&device->registers_per_sm, ATTRIBUTE_REGISTERS_PER_SM},
        {&device->registers_per_block, ATTRIBUTE_REGISTERS_PER_BLOCK},
        {&device->shared_per_sm, ATTRIBUTE_SHARED_PER_SM},
        {&device->shared_per_block, ATTRIBUTE_SHARED_PER_BLOCK},
        {&device->shared_per_block_optin, ATTRIBUTE_SHARED_OPTIN},
        {&device->max_grid[0], ATTRIBUTE_GRID_X},
        {&device->max_grid[1], ATTRIBUTE_GRID_X + 1},
        {&device->max_grid[2], ATTRIBUTE_GRID_X + 2},
        {&device->l2, ATTRIBUTE_L2},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        *limits[i].field = attribute(driver, limits[i].attribute, number, *limits[i].field);
    device->shared_reserved = attribute(driver, ATTRIBUTE_SHARED_RESERVED, number, 0);
    device->max_warps_per_sm = device->max_threads_per_sm / WARP_SIZE;
    set_carveouts(device);
}

// The values of the data sheet if the table has the board; otherwise values that follow from the clocks.
static void read_speed(const Driver *driver, int number, Device *device, bool in_table)
{
    device->clock = attribute(driver, ATTRIBUTE_CLOCK, number, (int)(device->clock * 1e6)) / 1e6;
    if (in_table)
        return;
    int clock = attribute(driver, ATTRIBUTE_MEMORY_CLOCK, number, 0),
        bits = attribute(driver, ATTRIBUTE_BUS_WIDTH, number, 0);
    if (clock && bits)
        device->bandwidth = 2.0 * clock * 1e3 * bits / 8 / 1e9;
    device->fp32_tflops = 2.0 * device->sms * device->sps_per_sm * device->clock / 1e3;
}

const Device *device_native(Arena *arena, const char **why)
{
    Driver driver = {0};
    int number = 0;
    char title[128] = "";
    if (!open_driver(&driver)) {
        *why = "there is no GPU to ask for device 'native': the driver's libcuda.so.1 cannot be loaded";
        return NULL;
    }
    if (!succeeds(arena, &driver, driver.init(0), why) ||
        !succeeds(arena, &driver, driver.get_device(&number, 0), why) ||
        !succeeds(arena, &driver, driver.get_name(title, sizeof title, number), why))
        return NULL;
    int major = attribute(&driver, ATTRIBUTE_MAJOR, number, 0), minor = attribute(&driver, ATTRIBUTE_MINOR, number, 0);
    int sms = attribute(&driver, ATTRIBUTE_SMS, number, 1);
    const Device *model = closest(major, minor, sms);
    Device *device = arena_copy(arena, model, sizeof *model);
    device->name = "native";
    device->title = arena_strndup(arena, title, strnlen(title, sizeof title));
    device->compute_major = major;
    device->compute_minor = minor;
    device->sms = sms;
    read_limits(&driver, number, device);
    read_speed(&driver, number, device,
               model->compute_major == major && model->compute_minor == minor && model->sms == sms);
    return device;
}
