// Catches arithmetic that C does otherwise: every integer width and its wrap-around, promotions, mixed signedness,
// shifts, division and remainder of negative numbers, conversions between float and integer, bool.
// RUN: %same %s %t
#include "Inputs/checksum.h"

#include <stdbool.h>
#include <stdint.h>

enum { N = 700 };
static int8_t i8[N];
static uint8_t u8[N];
static int16_t i16[N];
static uint16_t u16[N];
static int32_t i32[N];
static uint32_t u32[N];
static int64_t i64[N];
static uint64_t u64[N];
static float f32[N];
static double f64[N];
static bool flags[N];

static void mix(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        i8[i] += (int8_t)(i * 3);
        u8[i] = (uint8_t)(u8[i] - i);
        i16[i] = (int16_t)(i8[i] * u8[i]);
        u16[i] += u16[i] * 3 + 1;
        i32[i] = i8[i] / 7 + i8[i] % 7 - (i16[i] >> 2) + (u8[i] << 3);
        u32[i] = u32[i] * 2654435761u + (uint32_t)i32[i];
        i64[i] = (int64_t)i32[i] * i16[i] - u16[i];
        u64[i] = (u64[i] ^ u32[i]) * 6364136223846793005ull >> 1;
        flags[i] = i32[i] & 6;
        f32[i] = (float)i32[i] / 3 + i;
        f64[i] = f32[i] * 0.1 + (double)i64[i];
        i32[i] += -i8[i] < u8[i] ? ~i16[i] : !u16[i];
        i32[i] += (uint32_t)i32[i] < u32[i];
        i16[i] += (int16_t)f32[i];
        i64[i] += (int64_t)f64[i] + (flags[i] ? 'x' : L'y');
        u8[i]++;
        --i16[i];
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        i8[i] = (int8_t)(i % 200 - 100);
        u16[i] = (uint16_t)(i * 100);
        u64[i] = (uint64_t)i << 40;
    }
    mix(N);
    SHOW(i8), SHOW(u8), SHOW(i16), SHOW(u16), SHOW(i32), SHOW(u32), SHOW(i64), SHOW(u64), SHOW(f32), SHOW(f64),
        SHOW(flags);
    return 0;
}
