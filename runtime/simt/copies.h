// Copies to shared memory that a thread asked for and did not wait for yet.
#pragma once

namespace simt
{

void copies_drop(unsigned thread); // it has left the kernel

} // namespace simt
