// What the machine can do at best, as JSON lines: how fast memory is read in one stream per thread, and how many
// multiply-adds on floats a second its registers allow.
//
//   machine-limits                           everything, with one thread and with all processors
//   machine-limits read THREADS ROUNDS       one line, the median of the rounds
//   machine-limits multiply-add THREADS ROUNDS
//
// Bandwidth is read from a buffer far larger than the caches, on large pages where the system grants them.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { most_threads = 64, most_rounds = 1000 };
static const size_t buffer_bytes = (size_t)512 << 20;
static const long steps = 20000000;

typedef void (*work)(const char *start, size_t bytes, void *sink);

typedef struct {
  work body;
  const char *start;
  size_t bytes;
  pthread_barrier_t *barrier;
  char sink[64] __attribute__((aligned(64)));
} job;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void read_plain(const char *start, size_t bytes, void *sink) {
  uint64_t sums[8] = {0};
  for (size_t i = 0; i + 64 <= bytes; i += 64)
    for (int j = 0; j < 8; j++) sums[j] ^= *(const uint64_t *)(start + i + 8 * j);
  memcpy(sink, sums, sizeof sums);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void read_avx2(const char *start, size_t bytes, void *sink) {
  __m256i a = _mm256_setzero_si256(), b = a, c = a, d = a;
  for (size_t i = 0; i + 128 <= bytes; i += 128) {
    a = _mm256_xor_si256(a, _mm256_load_si256((const __m256i *)(start + i)));
    b = _mm256_xor_si256(b, _mm256_load_si256((const __m256i *)(start + i + 32)));
    c = _mm256_xor_si256(c, _mm256_load_si256((const __m256i *)(start + i + 64)));
    d = _mm256_xor_si256(d, _mm256_load_si256((const __m256i *)(start + i + 96)));
  }
  a = _mm256_xor_si256(_mm256_xor_si256(a, b), _mm256_xor_si256(c, d));
  memcpy(sink, &a, sizeof a);
}

__attribute__((target("avx512f"))) static void read_avx512(const char *start, size_t bytes, void *sink) {
  __m512i a = _mm512_setzero_si512(), b = a, c = a, d = a;
  for (size_t i = 0; i + 256 <= bytes; i += 256) {
    a = _mm512_xor_si512(a, _mm512_load_si512(start + i));
    b = _mm512_xor_si512(b, _mm512_load_si512(start + i + 64));
    c = _mm512_xor_si512(c, _mm512_load_si512(start + i + 128));
    d = _mm512_xor_si512(d, _mm512_load_si512(start + i + 192));
  }
  a = _mm512_xor_si512(_mm512_xor_si512(a, b), _mm512_xor_si512(c, d));
  memcpy(sink, &a, sizeof a);
}

// Twelve independent chains hide the latency of a fused multiply-add.
__attribute__((target("avx2,fma"))) static void multiply_avx2(const char *start, size_t bytes, void *sink) {
  (void)start, (void)bytes;
  __m256 sums[12], factor = _mm256_set1_ps(0.999f), term = _mm256_set1_ps(0.001f);
  for (int j = 0; j < 12; j++) sums[j] = _mm256_set1_ps((float)j);
  for (long i = 0; i < steps; i++) {
#pragma GCC unroll 12
    for (int j = 0; j < 12; j++) sums[j] = _mm256_fmadd_ps(sums[j], factor, term);
  }
  for (int j = 1; j < 12; j++) sums[0] = _mm256_add_ps(sums[0], sums[j]);
  memcpy(sink, &sums[0], sizeof sums[0]);
}

__attribute__((target("avx512f"))) static void multiply_avx512(const char *start, size_t bytes, void *sink) {
  (void)start, (void)bytes;
  __m512 sums[12], factor = _mm512_set1_ps(0.999f), term = _mm512_set1_ps(0.001f);
  for (int j = 0; j < 12; j++) sums[j] = _mm512_set1_ps((float)j);
  for (long i = 0; i < steps; i++) {
#pragma GCC unroll 12
    for (int j = 0; j < 12; j++) sums[j] = _mm512_fmadd_ps(sums[j], factor, term);
  }
  for (int j = 1; j < 12; j++) sums[0] = _mm512_add_ps(sums[0], sums[j]);
  memcpy(sink, &sums[0], sizeof sums[0]);
}
#endif

static void *serve(void *argument) {
  job *own = argument;
  pthread_barrier_wait(own->barrier);
  own->body(own->start, own->bytes, own->sink);
  pthread_barrier_wait(own->barrier);
  return NULL;
}

// Seconds from the moment all threads are ready until the last one is done; negative if a thread cannot be started.
static double round_seconds(work body, const char *buffer, int threads) {
  job jobs[most_threads];
  pthread_t handles[most_threads];
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, NULL, (unsigned)threads);
  size_t share = buffer_bytes / (size_t)threads & ~(size_t)4095;
  for (int i = 0; i < threads; i++) {
    jobs[i].body = body;
    jobs[i].start = buffer ? buffer + share * (size_t)i : NULL;
    jobs[i].bytes = share;
    jobs[i].barrier = &barrier;
    if (i > 0 && pthread_create(&handles[i], NULL, serve, &jobs[i]) != 0) {
      fputs("machine-limits: a thread cannot be started\n", stderr);
      exit(1);
    }
  }
  pthread_barrier_wait(&barrier);
  double start = now();
  jobs[0].body(jobs[0].start, jobs[0].bytes, jobs[0].sink);
  pthread_barrier_wait(&barrier);
  double seconds = now() - start;
  for (int i = 1; i < threads; i++) pthread_join(handles[i], NULL);
  pthread_barrier_destroy(&barrier);
  return seconds;
}

static int by_size(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static double median_seconds(work body, const char *buffer, int threads, int rounds) {
  double seconds[most_rounds];
  round_seconds(body, buffer, threads);
  for (int i = 0; i < rounds; i++) seconds[i] = round_seconds(body, buffer, threads);
  qsort(seconds, (size_t)rounds, sizeof *seconds, by_size);
  return seconds[rounds / 2];
}

static void measure_read(int threads, int rounds) {
  void *buffer;
  if (posix_memalign(&buffer, (size_t)2 << 20, buffer_bytes) != 0) {
    fputs("machine-limits: no memory for the buffer\n", stderr);
    exit(1);
  }
  madvise(buffer, buffer_bytes, MADV_HUGEPAGE);
  memset(buffer, 1, buffer_bytes);
  work body = read_plain;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) body = read_avx512;
  else if (__builtin_cpu_supports("avx2")) body = read_avx2;
#endif
  double bytes = (double)((buffer_bytes / (size_t)threads & ~(size_t)4095) * (size_t)threads);
  printf("{\"limit\": \"read\", \"threads\": %d, \"bytes_per_second\": %.4g}\n", threads,
         bytes / median_seconds(body, buffer, threads, rounds));
  free(buffer);
}

static void measure_multiply_add(const char *set, work body, int lanes, int threads, int rounds) {
  printf("{\"limit\": \"multiply-add\", \"instruction_set\": \"%s\", \"threads\": %d, \"per_second\": %.4g}\n", set,
         threads, 12.0 * lanes * (double)steps * threads / median_seconds(body, NULL, threads, rounds));
}

static void measure_multiply_adds(int threads, int rounds) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    measure_multiply_add("avx2", multiply_avx2, 8, threads, rounds);
  if (__builtin_cpu_supports("avx512f")) measure_multiply_add("avx512", multiply_avx512, 16, threads, rounds);
#else
  (void)threads, (void)rounds;
#endif
}

static int number(const char *text, int most) {
  long value = strtol(text, NULL, 10);
  if (value < 1 || value > most) {
    fprintf(stderr, "machine-limits: expected a number from 1 to %d, found %s\n", most, text);
    exit(2);
  }
  return (int)value;
}

int main(int count, char **arguments) {
  if (count == 1) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int all = processors < 1 ? 1 : processors > most_threads ? most_threads : (int)processors;
    for (int threads = 1; threads <= all; threads += threads < all ? all - threads : 1) {
      measure_read(threads, 9);
      measure_multiply_adds(threads, 9);
    }
    return 0;
  }
  if (count == 4) {
    int threads = number(arguments[2], most_threads), rounds = number(arguments[3], most_rounds);
    if (strcmp(arguments[1], "read") == 0) return measure_read(threads, rounds), 0;
    if (strcmp(arguments[1], "multiply-add") == 0) return measure_multiply_adds(threads, rounds), 0;
  }
  fputs("usage: machine-limits [read|multiply-add THREADS ROUNDS]\n", stderr);
  return 2;
}
