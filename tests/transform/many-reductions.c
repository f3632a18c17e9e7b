// Catches reductions that are forgotten once a loop carries more than 64 of them: the 65th was never taken apart, and
// the nest was refused.
// RUN: %curestruct --emit=schedule %s -o - | FileCheck %s

// CHECK-COUNT-70: reduce s{{[0-9]+}} shuffle;
void sums(float *out, const float *a, int n)
{
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0, s8 = 0, s9 = 0, s10 = 0, s11 = 0,
        s12 = 0, s13 = 0, s14 = 0, s15 = 0, s16 = 0, s17 = 0, s18 = 0, s19 = 0, s20 = 0, s21 = 0, s22 = 0, s23 =
        0, s24 = 0, s25 = 0, s26 = 0, s27 = 0, s28 = 0, s29 = 0, s30 = 0, s31 = 0, s32 = 0, s33 = 0, s34 = 0, s35
        = 0, s36 = 0, s37 = 0, s38 = 0, s39 = 0, s40 = 0, s41 = 0, s42 = 0, s43 = 0, s44 = 0, s45 = 0, s46 = 0,
        s47 = 0, s48 = 0, s49 = 0, s50 = 0, s51 = 0, s52 = 0, s53 = 0, s54 = 0, s55 = 0, s56 = 0, s57 = 0, s58 =
        0, s59 = 0, s60 = 0, s61 = 0, s62 = 0, s63 = 0, s64 = 0, s65 = 0, s66 = 0, s67 = 0, s68 = 0, s69 = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s0 += a[0 * n + i];
        s1 += a[1 * n + i];
        s2 += a[2 * n + i];
        s3 += a[3 * n + i];
        s4 += a[4 * n + i];
        s5 += a[5 * n + i];
        s6 += a[6 * n + i];
        s7 += a[7 * n + i];
        s8 += a[8 * n + i];
        s9 += a[9 * n + i];
        s10 += a[10 * n + i];
        s11 += a[11 * n + i];
        s12 += a[12 * n + i];
        s13 += a[13 * n + i];
        s14 += a[14 * n + i];
        s15 += a[15 * n + i];
        s16 += a[16 * n + i];
        s17 += a[17 * n + i];
        s18 += a[18 * n + i];
        s19 += a[19 * n + i];
        s20 += a[20 * n + i];
        s21 += a[21 * n + i];
        s22 += a[22 * n + i];
        s23 += a[23 * n + i];
        s24 += a[24 * n + i];
        s25 += a[25 * n + i];
        s26 += a[26 * n + i];
        s27 += a[27 * n + i];
        s28 += a[28 * n + i];
        s29 += a[29 * n + i];
        s30 += a[30 * n + i];
        s31 += a[31 * n + i];
        s32 += a[32 * n + i];
        s33 += a[33 * n + i];
        s34 += a[34 * n + i];
        s35 += a[35 * n + i];
        s36 += a[36 * n + i];
        s37 += a[37 * n + i];
        s38 += a[38 * n + i];
        s39 += a[39 * n + i];
        s40 += a[40 * n + i];
        s41 += a[41 * n + i];
        s42 += a[42 * n + i];
        s43 += a[43 * n + i];
        s44 += a[44 * n + i];
        s45 += a[45 * n + i];
        s46 += a[46 * n + i];
        s47 += a[47 * n + i];
        s48 += a[48 * n + i];
        s49 += a[49 * n + i];
        s50 += a[50 * n + i];
        s51 += a[51 * n + i];
        s52 += a[52 * n + i];
        s53 += a[53 * n + i];
        s54 += a[54 * n + i];
        s55 += a[55 * n + i];
        s56 += a[56 * n + i];
        s57 += a[57 * n + i];
        s58 += a[58 * n + i];
        s59 += a[59 * n + i];
        s60 += a[60 * n + i];
        s61 += a[61 * n + i];
        s62 += a[62 * n + i];
        s63 += a[63 * n + i];
        s64 += a[64 * n + i];
        s65 += a[65 * n + i];
        s66 += a[66 * n + i];
        s67 += a[67 * n + i];
        s68 += a[68 * n + i];
        s69 += a[69 * n + i];
    }
    out[0] = s0;
    out[1] = s1;
    out[2] = s2;
    out[3] = s3;
    out[4] = s4;
    out[5] = s5;
    out[6] = s6;
    out[7] = s7;
    out[8] = s8;
    out[9] = s9;
    out[10] = s10;
    out[11] = s11;
    out[12] = s12;
    out[13] = s13;
    out[14] = s14;
    out[15] = s15;
    out[16] = s16;
    out[17] = s17;
    out[18] = s18;
    out[19] = s19;
    out[20] = s20;
    out[21] = s21;
    out[22] = s22;
    out[23] = s23;
    out[24] = s24;
    out[25] = s25;
    out[26] = s26;
    out[27] = s27;
    out[28] = s28;
    out[29] = s29;
    out[30] = s30;
    out[31] = s31;
    out[32] = s32;
    out[33] = s33;
    out[34] = s34;
    out[35] = s35;
    out[36] = s36;
    out[37] = s37;
    out[38] = s38;
    out[39] = s39;
    out[40] = s40;
    out[41] = s41;
    out[42] = s42;
    out[43] = s43;
    out[44] = s44;
    out[45] = s45;
    out[46] = s46;
    out[47] = s47;
    out[48] = s48;
    out[49] = s49;
    out[50] = s50;
    out[51] = s51;
    out[52] = s52;
    out[53] = s53;
    out[54] = s54;
    out[55] = s55;
    out[56] = s56;
    out[57] = s57;
    out[58] = s58;
    out[59] = s59;
    out[60] = s60;
    out[61] = s61;
    out[62] = s62;
    out[63] = s63;
    out[64] = s64;
    out[65] = s65;
    out[66] = s66;
    out[67] = s67;
    out[68] = s68;
    out[69] = s69;
}
