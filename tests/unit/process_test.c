// Catches a program that outlives the time it was given, one whose exit status is lost because there was a limit, and
// one that is ended though its time is not over.
#include "codegen/output/process.h"
#include "test.h"

#include <signal.h>

static int status_of(const char *script, double seconds)
{
    const char *words[] = {"sh", "-c", script, NULL};
    return process_wait_until(process_start(words, NULL), process_now() + seconds);
}

int main(void)
{
    enum { SOON = 0, NEVER = 1000000 };
    EXPECT(status_of("exec tail -f /dev/null", SOON) == 128 + SIGTERM);
    EXPECT(status_of("exit 3", NEVER) == 3);
    EXPECT(status_of("exit 0", NEVER) == 0);
    EXPECT(process_wait_until(-1, process_now()) == -1);
    return test_status();
}
