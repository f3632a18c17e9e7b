// Catches a clause that says what is not so and is believed, and an error that names another reason, in other words or
// at another place. A name of more than 60 characters leaves no room to say which element is outside.
// RUN: %fails 1 %curestruct %s -o %t.cu | FileCheck %s --match-full-lines
void copied_in(int n, float *restrict a)
{
// CHECK: {{.*}}clauses-untrue.c:[[#@LINE+1]]:27: error: 'a' is written in the nest: write copy(...) instead of copyin(...)
#pragma curestruct copyin(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
}

void wanted_after(int n, float *restrict a, const float *restrict b, float *last)
{
    float t = 0;
// CHECK: {{.*}}clauses-untrue.c:[[#@LINE+1]]:28: error: 't' is not private: its value is wanted after the nest
#pragma curestruct private(t)
    for (int i = 0; i < n; i++) {
        if (b[i] > 2)
            t = b[i];
        a[i] = b[i];
    }
    *last = t;
}

void partly(int a_size_whose_name_has_more_characters_than_a_message_has_room_for, float *restrict a)
{
// CHECK: {{.*}}clauses-untrue.c:[[#@LINE+2]]:25: error: 'copy(a[0:a_size_whose_name_has_more_characters_than_a_message_has_room_for])' is smaller than what the nest touches: 'a[a_size_whose_name_has_more_characters_than_a_message_has_room_for + i]' is partly outside
// CHECK: {{.*}}clauses-untrue.c:[[#@LINE+3]]:9: note: touched here
#pragma curestruct copy(a[0:a_size_whose_name_has_more_characters_than_a_message_has_room_for])
    for (int i = 0; i < a_size_whose_name_has_more_characters_than_a_message_has_room_for; i++)
        a[a_size_whose_name_has_more_characters_than_a_message_has_room_for + i] = 1;
}
