// A driver of a machine with one board, as far as the compiler asks it. As the real one does, it calls functions of the
// C library by names that a program may have for functions of its own.
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int cuInit(unsigned flags)
{
    struct sockaddr address = {.sa_family = AF_UNIX};
    (void)bind((int)flags - 1, &address, sizeof address); // no socket: it fails
    return 0;
}

int cuDeviceGet(int *device, int ordinal)
{
    *device = ordinal;
    return 0;
}

int cuDeviceGetName(char *name, int length, int device)
{
    (void)device;
    strncpy(name, "Made-up board", (size_t)length);
    return 0;
}

int cuGetErrorName(int error, const char **name)
{
    (void)error;
    *name = "CUDA_ERROR_INVALID_VALUE";
    return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    static const struct {
        int attribute, value;
    } known[] = {{16, 44}, {75, 9}, {76, 0}}; // multiprocessors and compute capability
    (void)device;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].attribute == attribute) {
            *value = known[i].value;
            return 0;
        }
    return 1; // what the driver does not tell is taken from the closest board of the table
}
