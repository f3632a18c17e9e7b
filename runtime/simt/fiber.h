// Switching between stacks: the contexts that CUDA threads run on.
#pragma once

#include <stddef.h>

#if !defined(__x86_64__) && !defined(SIMT_UCONTEXT)
#define SIMT_UCONTEXT 1
#endif
#ifdef SIMT_UCONTEXT
#include <ucontext.h>
#endif

#if defined(__SANITIZE_ADDRESS__)
#define SIMT_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SIMT_ADDRESS_SANITIZER 1
#endif
#endif

namespace simt
{

// A place to continue at. The host thread's own context needs no preparation: the first switch away fills it in.
struct Context {
#ifdef SIMT_UCONTEXT
    ucontext_t saved;
#else
    void *stack_pointer, *frame_pointer;
    const void *next; // the instruction to go on at
#endif
#ifdef SIMT_ADDRESS_SANITIZER
    const void *stack_low;
    size_t stack_size;
    void *fake_stack;
#endif
};

// Makes `context` begin at entry() on the stack [low, low + size), `offset` bytes below its top. entry never returns.
// It has to call context_entered() first.
void context_prepare(Context &context, char *low, size_t size, size_t offset, void (*entry)());
#if defined(SIMT_ADDRESS_SANITIZER)
void context_entered();
#else
inline void context_entered() {}
#endif

#ifndef SIMT_UCONTEXT

// Exchanges the stacks. It is inlined: the compiler saves the registers of the function that waits, in its own frame.
// So a switch touches one line of the cache in each of the two stacks, and the jump is nearly always to where the last
// one went.
[[gnu::always_inline]] inline void exchange_stacks(Context &from, Context &to)
{
    void *save = &from.stack_pointer, *load = &to.stack_pointer;
    __asm__ volatile("leaq 1f(%%rip), %%rax\n\t"
                     "movq %%rsp, (%0)\n\t"
                     "movq %%rbp, 8(%0)\n\t"
                     "movq %%rax, 16(%0)\n\t"
                     "movq (%1), %%rsp\n\t"
                     "movq 8(%1), %%rbp\n\t"
                     "jmpq *16(%1)\n"
                     "1:"
                     : "+D"(save), "+S"(load)
                     :
                     : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1",
                       "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12",
                       "xmm13", "xmm14", "xmm15", "cc", "memory");
}

#endif

// Saves where we are in `from` and continues at `to`. With `last`, `from` is never continued.
#if defined(SIMT_UCONTEXT) || defined(SIMT_ADDRESS_SANITIZER)
void context_switch(Context &from, Context &to, bool last = false);
#else
[[gnu::always_inline]] inline void context_switch(Context &from, Context &to, bool = false)
{
    exchange_stacks(from, to);
}
#endif

// Stacks of equal size, each with a guard page below it. One pool belongs to one host thread.
class StackPool
{
  public:
    StackPool() = default;
    StackPool(const StackPool &) = delete;
    ~StackPool();

    void reserve(unsigned count, size_t size); // keeps what is there when it is enough
    char *low(unsigned index) const { return memory_ + index * stride_ + guard_; }
    size_t size() const { return stride_ - guard_; }
    unsigned count() const { return count_; }
    char *begin() const { return memory_; }
    size_t bytes() const { return count_ * stride_; }
    bool contains(const void *address) const { return (size_t)((const char *)address - memory_) < count_ * stride_; }
    static size_t colour(unsigned index); // how far below its top a stack begins, so that tops spread over cache sets
    int guard_at(const void *address) const; // which stack's guard page that is; -1: none

  private:
    char *memory_ = nullptr;
    size_t stride_ = 0, guard_ = 0;
    unsigned count_ = 0;
};

} // namespace simt
