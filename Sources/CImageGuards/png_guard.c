#include "image_guards.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

// State shared with the library's callbacks. It lives outside the functions that call setjmp, so that no
// variable of theirs changes until a longjmp.
typedef struct {
  image_guard_outcome outcome;
  png_structp library;
  png_infop info;
  // Reading: what is left of the caller's bytes.
  const uint8_t *next;
  size_t remaining;
  bool source_ended;
  // Reading: all rows have been delivered; what follows cannot spoil the picture any more.
  bool pixels_complete;
  // Writing: the growing result.
  uint8_t *encoded;
  size_t encoded_count;
  size_t encoded_capacity;
} png_guard;

static void on_error(png_structp library, png_const_charp message) {
  png_guard *guard = png_get_error_ptr(library);
  if (guard->outcome.status == image_guard_complete) {
    bool cut = guard->source_ended || strcmp(message, "Not enough image data") == 0;
    guard->outcome.status = cut ? image_guard_truncated : image_guard_damaged;
    snprintf(guard->outcome.message, sizeof guard->outcome.message, "%s", message);
  }
  png_longjmp(library, 1);
}

static void on_warning(png_structp library, png_const_charp message) {
  (void)library;
  (void)message;
}

static void leave(png_guard *guard, image_guard_status status, const char *message) {
  guard->outcome.status = status;
  snprintf(guard->outcome.message, sizeof guard->outcome.message, "%s", message);
  png_longjmp(guard->library, 1);
}

// --- Reading ---

static void read_bytes(png_structp library, png_bytep target, size_t count) {
  png_guard *guard = png_get_io_ptr(library);
  if (count > guard->remaining) {
    guard->source_ended = true;
    png_error(library, "the data ends early");
  }
  memcpy(target, guard->next, count);
  guard->next += count;
  guard->remaining -= count;
}

// Chunks that say nothing about the pixels. Skipping them spares the work of inflating texts and profiles.
static void skip_needless_chunks(png_structp library) {
  static const png_byte names[] = "bKGD\0cHRM\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0"
                                  "pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0sTER\0tEXt\0tIME\0zTXt";
  png_set_keep_unknown_chunks(library, PNG_HANDLE_CHUNK_NEVER, names, (int)(sizeof names / 5));
}

// Turns one row of RGBA into RGB over black, in place. The library's own compositing works on 16 bits where
// the file has them and would round differently from other readers, which cut to 8 bits first.
static void lay_over_black(png_structp library, png_row_infop row, png_bytep values) {
  (void)library;
  for (png_uint_32 x = 0; x < row->width; x += 1) {
    const unsigned alpha = values[4 * x + 3];
    for (int channel = 0; channel < 3; channel += 1) {
      const unsigned product = values[4 * x + channel] * alpha + 128;
      values[3 * x + channel] = (png_byte)((product + (product >> 8)) >> 8);
    }
  }
}

// Asks for 8-bit RGB: palettes and small depths expanded, 16 bits cut to the high byte, transparency laid
// over black. No gamma is set, so values are taken as sRGB whatever gAMA says.
static void request_rgb(png_structp library, png_infop info) {
  const int color_type = png_get_color_type(library, info);
  png_set_expand(library);
  png_set_strip_16(library);
  if ((color_type & PNG_COLOR_MASK_COLOR) == 0) { png_set_gray_to_rgb(library); }
  if ((color_type & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(library, info, PNG_INFO_tRNS) != 0) {
    png_set_read_user_transform_fn(library, lay_over_black);
    png_set_user_transform_info(library, NULL, 8, 3);
  }
}

static void read_picture(
    png_guard *guard, image_guard_png_request request, uint8_t *pixels, size_t pixel_byte_count) {
  png_structp library = guard->library;
  png_set_read_fn(library, guard, read_bytes);
  png_set_user_limits(library, IMAGE_GUARD_PNG_MAXIMUM_SIDE, IMAGE_GUARD_PNG_MAXIMUM_SIDE);
  png_set_chunk_malloc_max(library, request.chunk_memory_limit);
  png_set_chunk_cache_max(library, 128);
  skip_needless_chunks(library);

  png_read_info(library, guard->info);
  const png_uint_32 width = png_get_image_width(library, guard->info);
  const png_uint_32 height = png_get_image_height(library, guard->info);
  if (width != request.width || height != request.height) {
    leave(guard, image_guard_damaged, "contradicting sizes");
  }

  request_rgb(library, guard->info);
  const int passes = png_set_interlace_handling(library);
  png_read_update_info(library, guard->info);
  const size_t row_bytes = png_get_rowbytes(library, guard->info);
  if (row_bytes != (size_t)width * 3 || row_bytes * height != pixel_byte_count) {
    leave(guard, image_guard_damaged, "contradicting sizes");
  }
  for (int pass = 0; pass < passes; pass += 1) {
    for (png_uint_32 row = 0; row < height; row += 1) {
      png_read_row(library, pixels + row * row_bytes, NULL);
    }
  }
  guard->pixels_complete = true;
  png_read_end(library, guard->info);
}

static void read_guarded(
    png_guard *guard, image_guard_png_request request, uint8_t *pixels, size_t pixel_byte_count) {
  if (setjmp(png_jmpbuf(guard->library)) != 0) { return; }
  read_picture(guard, request, pixels, pixel_byte_count);
}

static void copy_exif(png_guard *guard, uint8_t *exif, size_t capacity, size_t *byte_count) {
  *byte_count = 0;
#ifdef PNG_eXIf_SUPPORTED
  png_uint_32 count = 0;
  png_bytep content = NULL;
  if (png_get_eXIf_1(guard->library, guard->info, &count, &content) == 0 || content == NULL) { return; }
  if (count > capacity) { return; }
  memcpy(exif, content, count);
  *byte_count = count;
#else
  (void)guard;
  (void)exif;
  (void)capacity;
#endif
}

image_guard_outcome image_guard_decode_png(
    const uint8_t *bytes, size_t byte_count, image_guard_png_request request, uint8_t *pixels,
    size_t pixel_byte_count, uint8_t *exif, size_t exif_capacity, size_t *exif_byte_count) {
  png_guard guard = {.next = bytes, .remaining = byte_count};
  *exif_byte_count = 0;
  guard.library = png_create_read_struct(PNG_LIBPNG_VER_STRING, &guard, on_error, on_warning);
  if (guard.library != NULL) { guard.info = png_create_info_struct(guard.library); }
  if (guard.info == NULL) {
    png_destroy_read_struct(&guard.library, NULL, NULL);
    guard.outcome.status = image_guard_too_expensive;
    snprintf(guard.outcome.message, sizeof guard.outcome.message, "out of memory");
    return guard.outcome;
  }
  read_guarded(&guard, request, pixels, pixel_byte_count);
  if (guard.pixels_complete) {
    guard.outcome = (image_guard_outcome){.status = image_guard_complete};
    copy_exif(&guard, exif, exif_capacity, exif_byte_count);
  }
  png_destroy_read_struct(&guard.library, &guard.info, NULL);
  return guard.outcome;
}

// --- Writing ---

static void append_bytes(png_structp library, png_bytep bytes, size_t count) {
  png_guard *guard = png_get_io_ptr(library);
  if (count > guard->encoded_capacity - guard->encoded_count) {
    size_t capacity = guard->encoded_capacity * 2;
    if (capacity < guard->encoded_count + count) { capacity = guard->encoded_count + count; }
    uint8_t *grown = realloc(guard->encoded, capacity);
    if (grown == NULL) { png_error(library, "out of memory"); }
    guard->encoded = grown;
    guard->encoded_capacity = capacity;
  }
  memcpy(guard->encoded + guard->encoded_count, bytes, count);
  guard->encoded_count += count;
}

static void flush_bytes(png_structp library) {
  (void)library;
}

static void write_picture(
    png_guard *guard, const uint8_t *pixels, uint32_t width, uint32_t height, int compression_level) {
  png_structp library = guard->library;
  png_set_write_fn(library, guard, append_bytes, flush_bytes);
  png_set_compression_level(library, compression_level);
  png_set_IHDR(
      library, guard->info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(library, guard->info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_write_info(library, guard->info);
  for (uint32_t row = 0; row < height; row += 1) { png_write_row(library, pixels + (size_t)row * width * 3); }
  png_write_end(library, guard->info);
}

static void write_guarded(
    png_guard *guard, const uint8_t *pixels, uint32_t width, uint32_t height, int compression_level) {
  if (setjmp(png_jmpbuf(guard->library)) != 0) { return; }
  write_picture(guard, pixels, width, height, compression_level);
}

image_guard_outcome image_guard_encode_png(
    const uint8_t *pixels, uint32_t width, uint32_t height, int compression_level, uint8_t **encoded,
    size_t *encoded_byte_count) {
  png_guard guard = {0};
  *encoded = NULL;
  *encoded_byte_count = 0;
  guard.library = png_create_write_struct(PNG_LIBPNG_VER_STRING, &guard, on_error, on_warning);
  if (guard.library != NULL) { guard.info = png_create_info_struct(guard.library); }
  if (guard.info == NULL) {
    png_destroy_write_struct(&guard.library, NULL);
    guard.outcome.status = image_guard_too_expensive;
    snprintf(guard.outcome.message, sizeof guard.outcome.message, "out of memory");
    return guard.outcome;
  }
  write_guarded(&guard, pixels, width, height, compression_level);
  png_destroy_write_struct(&guard.library, &guard.info);
  if (guard.outcome.status == image_guard_complete) {
    *encoded = guard.encoded;
    *encoded_byte_count = guard.encoded_count;
  } else {
    free(guard.encoded);
  }
  return guard.outcome;
}

void image_guard_free(uint8_t *encoded) {
  free(encoded);
}
