// The whole test framework: EXPECT and EXPECT_TEXT report and count, `test_status()` is main's result.
// Not assert: release builds switch that off.
#ifndef CURESTRUCT_TESTS_UNIT_TEST_H
#define CURESTRUCT_TESTS_UNIT_TEST_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int test_count, test_failures;

static inline void expect(bool holds, const char *what, const char *file, int line)
{
    test_count++;
    if (holds)
        return;
    test_failures++;
    fprintf(stderr, "%s:%d: failed: %s\n", file, line, what);
}

static inline void expect_text(const char *actual, const char *expected, const char *file, int line)
{
    test_count++;
    if (!strcmp(actual, expected))
        return;
    test_failures++;
    fprintf(stderr, "%s:%d: failed\n--- expected\n%s\n--- got\n%s\n", file, line, expected, actual);
}

#define EXPECT(condition) expect((condition), #condition, __FILE__, __LINE__)
#define EXPECT_TEXT(actual, expected) expect_text((actual), (expected), __FILE__, __LINE__)

static inline int test_status(void)
{
    printf("%d checks, %d failed\n", test_count, test_failures);
    return test_failures ? 1 : 0;
}

#endif
