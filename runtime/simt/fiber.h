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

#if defined(SIMT_UCONTEXT) || defined(SIMT_ADDRESS_SANITIZER)
#define SIMT_SLOW_SWITCH 1
#endif

// A place to continue at. The host thread's own context needs no preparation: the first switch away fills it in.
struct Context {
#ifdef SIMT_UCONTEXT
    ucontext_t saved;
#else
    unsigned long long *stack_pointer; // of the registers r15 to r12, rbx, rbp and rax, and the address to go on at
#endif
#ifdef SIMT_ADDRESS_SANITIZER
    const void *stack_low;
    size_t stack_size;
    void *fake_stack;
#endif
#ifdef SIMT_SLOW_SWITCH
    unsigned long long result;
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

// `r` is what the names of registers begin with.
#define SIMT_EXCHANGE_STACKS(r)     \
    "pushq " r "rax\n\t"            \
    "pushq " r "rbp\n\t"            \
    "pushq " r "rbx\n\t"            \
    "pushq " r "r12\n\t"            \
    "pushq " r "r13\n\t"            \
    "pushq " r "r14\n\t"            \
    "pushq " r "r15\n\t"            \
    "movq " r "rsp, (" r "rdi)\n\t" \
    "movq " r "rsi, " r "rsp\n\t"   \
    "popq " r "r15\n\t"             \
    "popq " r "r14\n\t"             \
    "popq " r "r13\n\t"             \
    "popq " r "r12\n\t"             \
    "popq " r "rbx\n\t"             \
    "popq " r "rbp\n\t"             \
    "popq " r "rax\n\t"             \
    "popq " r "rcx\n\t"             \
    "jmpq *" r "rcx\n"

// Exchanges the stacks. It is inlined, so that the processor, which foresees that a return goes to where the last call
// came from, is right: most often both threads wait in the same function. What the function has below its stack is left
// alone.
[[gnu::always_inline]] inline void exchange_stacks(Context &from, Context &to)
{
    void *save = &from.stack_pointer, *load = to.stack_pointer;
    __asm__ volatile("leaq -128(%%rsp), %%rsp\n\t"
                     "leaq 1f(%%rip), %%rax\n\t"
                     "pushq %%rax\n\t" SIMT_EXCHANGE_STACKS("%%") "1:\t"
                                                                  "leaq 128(%%rsp), %%rsp"
                     : "+D"(save), "+S"(load)
                     :
                     : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5",
                       "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "cc",
                       "memory");
}

// The same as the last act of the function that calls it, which is not returned to: the other thread goes on in its
// caller. It goes there by a jump: threads that come from one barrier to another one would return to the wrong place.
extern "C" unsigned long long simt_exchange(void *save, void *load);

#endif

// Of a context that waits: what context_switch_and_return returns in it.
inline unsigned long long &context_result(Context &context)
{
#ifdef SIMT_SLOW_SWITCH
    return context.result;
#else
    return context.stack_pointer[6]; // rax
#endif
}

// Saves where we are in `from` and continues at `to`. With `last`, `from` is never continued. The second is the last
// act of the function that calls it.
#ifdef SIMT_SLOW_SWITCH
void context_switch(Context &from, Context &to, bool last = false);
inline unsigned long long context_switch_and_return(Context &from, Context &to)
{
    context_switch(from, to);
    return context_result(from);
}
#else
[[gnu::always_inline]] inline void context_switch(Context &from, Context &to, bool = false)
{
    exchange_stacks(from, to);
}
[[gnu::always_inline]] inline unsigned long long context_switch_and_return(Context &from, Context &to)
{
    return simt_exchange(&from.stack_pointer, to.stack_pointer);
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
