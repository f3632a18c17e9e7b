// Catches a test set-up in which every test passes because FileCheck or the shell was never run.
// RUN: echo one two | FileCheck %s
// RUN: not FileCheck %s < /dev/null
// CHECK: one two
