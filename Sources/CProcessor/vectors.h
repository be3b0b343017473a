#pragma once

// Vector operations that Swift's standard library spells as a loop over the lanes, which the optimiser does not always
// turn into one instruction again. Each becomes one per register of the instruction set that a target is compiled for.

typedef float facelatch_float4 __attribute__((ext_vector_type(4)));
typedef float facelatch_float8 __attribute__((ext_vector_type(8)));
typedef float facelatch_float16 __attribute__((ext_vector_type(16)));
typedef signed char facelatch_byte16 __attribute__((ext_vector_type(16)));

#define FACELATCH_VECTOR static inline __attribute__((always_inline))

// left · right + sum, rounded once. A library call per lane where the instruction set has no fused multiply-add.
FACELATCH_VECTOR facelatch_float4 facelatch_fused4(facelatch_float4 left, facelatch_float4 right, facelatch_float4 sum) {
  return __builtin_elementwise_fma(left, right, sum);
}
FACELATCH_VECTOR facelatch_float8 facelatch_fused8(facelatch_float8 left, facelatch_float8 right, facelatch_float8 sum) {
  return __builtin_elementwise_fma(left, right, sum);
}
FACELATCH_VECTOR facelatch_float16 facelatch_fused16(
    facelatch_float16 left, facelatch_float16 right, facelatch_float16 sum) {
  return __builtin_elementwise_fma(left, right, sum);
}

FACELATCH_VECTOR facelatch_float16 facelatch_floats16(facelatch_byte16 bytes) {
  return __builtin_convertvector(bytes, facelatch_float16);
}
