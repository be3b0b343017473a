// What the processor and the operating system allow, read by `cpuid` and `xgetbv`, and two hints to the processor: header
// only, no C file to build.
#ifndef FACELATCH_PROCESSOR_H
#define FACELATCH_PROCESSOR_H

#include <stdbool.h>

#if defined(__x86_64__)
#include <cpuid.h>

// The register sets that the operating system saves on a context switch (XCR0); zero without OSXSAVE.
static inline unsigned facelatch_saved_register_sets(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & (1u << 27))) return 0;
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

static inline bool facelatch_has_avx2_and_fma(void) {
  unsigned a, b, c, d;
  if ((facelatch_saved_register_sets() & 0x6u) != 0x6u) return false;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & (1u << 12))) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & (1u << 5));
}

// F, BW, DQ and VL: what every AVX-512 server and desktop processor since Skylake-X has.
static inline bool facelatch_has_avx512(void) {
  unsigned a, b, c, d;
  const unsigned wanted = (1u << 16) | (1u << 17) | (1u << 30) | (1u << 31);
  if ((facelatch_saved_register_sets() & 0xe6u) != 0xe6u) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & wanted) == wanted;
}
// Tells the processor that this is a waiting loop.
static inline void facelatch_spin_hint(void) { __asm__ volatile("pause"); }
#else
static inline void facelatch_spin_hint(void) {
#if defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}
static inline bool facelatch_has_avx2_and_fma(void) { return false; }
static inline bool facelatch_has_avx512(void) { return false; }
#endif

// Asks for the cache line at an address, which need not be valid, to be brought into the second cache.
static inline void facelatch_prefetch(const void *address) { __builtin_prefetch(address, 0, 2); }

#endif
