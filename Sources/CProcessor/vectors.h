#pragma once

// Vector operations that Swift's standard library spells as a loop over the lanes, which the optimiser does not always
// turn into one instruction again. Each becomes one per register of the instruction set that a target is compiled for.

typedef float facegate_float4 __attribute__((ext_vector_type(4)));
typedef float facegate_float8 __attribute__((ext_vector_type(8)));
typedef float facegate_float16 __attribute__((ext_vector_type(16)));
typedef signed char facegate_byte16 __attribute__((ext_vector_type(16)));

#define FACEGATE_VECTOR static inline __attribute__((always_inline))

// left · right + sum, rounded once. A library call per lane where the instruction set has no fused multiply-add.
FACEGATE_VECTOR facegate_float4 facegate_fused4(facegate_float4 left, facegate_float4 right, facegate_float4 sum) {
  return __builtin_elementwise_fma(left, right, sum);
}
FACEGATE_VECTOR facegate_float8 facegate_fused8(facegate_float8 left, facegate_float8 right, facegate_float8 sum) {
  return __builtin_elementwise_fma(left, right, sum);
}
FACEGATE_VECTOR facegate_float16 facegate_fused16(
    facegate_float16 left, facegate_float16 right, facegate_float16 sum) {
  return __builtin_elementwise_fma(left, right, sum);
}

FACEGATE_VECTOR facegate_float16 facegate_floats16(facegate_byte16 bytes) {
  return __builtin_convertvector(bytes, facegate_float16);
}
