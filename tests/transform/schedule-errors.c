// An error in a schedule that points elsewhere, or a step that is not legal and is carried out all the same.
// RUN: printf 'tile i 8;\nbind i.tile block.w;\n' > %t.word
// RUN: not %curestruct --schedule=%t.word %s -o %t.cu 2>&1 | FileCheck --check-prefix=WORD %s
// WORD: :2:13: error: expected 'block.x', 'block.y', 'block.z', 'thread.x', 'thread.y', 'thread.z' or 'host' in 'bind L WHERE [limit LIMIT]', found 'block.w'; did you mean 'block.x'?
//
// RUN: printf 'tile q 8;' > %t.loop
// RUN: not %curestruct --schedule=%t.loop %s -o %t.cu 2>&1 | FileCheck --check-prefix=LOOP %s
// LOOP: :1:1: error: the nest has no loop 'q' at this step
//
// RUN: printf 'tile i 8; tile j 8; bind j.tile block.x; bind j.elem thread.x;' > %t.order
// RUN: not %curestruct -Werror=refused --schedule=%t.order %s -o %t.cu 2>&1 | FileCheck --check-prefix=ORDER %s
// ORDER: bind j.tile block.x refused: its iterations depend on each other
// ORDER: A[i][j-1]
// ORDER: in this step of the schedule
//
// RUN: printf 'tile i 4096; bind i.elem thread.x' > %t.threads
// RUN: not %curestruct -Werror=refused --schedule=%t.threads %s -o %t.cu 2>&1 | FileCheck --check-prefix=THREADS %s
// THREADS: bind i.elem thread.x refused: a block of {{.*}} has at most 1024 threads
//
// RUN: printf 'interchange j i' > %t.swap
// RUN: not %curestruct -Werror=refused --schedule=%t.swap %s -o %t.cu 2>&1 | FileCheck --check-prefix=SWAP %s
// SWAP: interchange j i refused: the second loop is not all of the first one's body

void rows(int n, int m, float A[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            A[i][j] += A[i][j-1];
}
