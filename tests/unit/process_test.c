// Catches a program that outlives the time it was given or the process that started it, one whose exit status is lost
// because there was a limit, and one that is ended though its time is not over.
#include "codegen/output/process.h"
#include "test.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int status_of(const char *script, double seconds)
{
    const char *words[] = {"sh", "-c", script, NULL};
    return process_wait_until(process_start(words, NULL), process_now() + seconds);
}

// Whether a program that never ends by itself ends when the process that started it is killed: the pipe then has no
// writer any more. (The alarm ends the test otherwise.)
static bool ends_with_its_parent(void)
{
    static const char *const words[] = {"tail", "-f", "/dev/null", NULL};
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    pid_t parent = fork();
    if (parent == 0) {
        process_start(words, NULL);
        raise(SIGKILL);
    }
    close(ends[1]);
    waitpid(parent, NULL, 0);
    alarm(60);
    char byte;
    bool ended = read(ends[0], &byte, 1) == 0;
    alarm(0);
    close(ends[0]);
    return ended;
}

int main(void)
{
    enum { SOON = 0, NEVER = 1000000 };
    EXPECT(status_of("exec tail -f /dev/null", SOON) == 128 + SIGTERM);
    EXPECT(status_of("exit 3", NEVER) == 3);
    EXPECT(status_of("exit 0", NEVER) == 0);
    EXPECT(process_wait_until(-1, process_now()) == -1);
    EXPECT(ends_with_its_parent());
    return test_status();
}
