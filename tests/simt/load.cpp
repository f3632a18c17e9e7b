// Opens the library named by the argument, twice; calls it also from a forked child.
#include <dlfcn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int use(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    auto reverse = (int (*)(int, int *))dlsym(library, "reverse_on_device");
    int wrong = !reverse;
    for (int run = 0; run < 2 && !wrong; run++) {
        pid_t child = run ? fork() : -1;
        int x[200];
        for (int i = 0; i < 200; i++)
            x[i] = i;
        wrong |= reverse(200, x);
        for (int i = 0; i < 200; i++)
            wrong |= x[i] != 199 - i;
        if (child == 0)
            _exit(wrong);
        int status = 0;
        if (child > 0)
            waitpid(child, &status, 0);
        wrong |= status;
    }
    dlclose(library);
    return wrong;
}

int main(int, char **argv) { return use(argv[1]) || use(argv[1]); }
