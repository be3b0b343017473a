// A guarded way into libjpeg and libpng.
//
// Both libraries leave a failed call through longjmp. Every setjmp and the whole work between it and a
// possible longjmp happens inside one C function here, so the caller sees ordinary returns only: a status,
// one line of text, and its own buffer filled or not. Nothing is printed and nothing outlives a call except
// where stated.

#ifndef IMAGE_GUARDS_H
#define IMAGE_GUARDS_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
  image_guard_complete = 0,
  // The data ends before the picture is complete.
  image_guard_truncated,
  // The data contradicts the rules of its format.
  image_guard_damaged,
  // The library does not know this variant of the format.
  image_guard_unsupported,
  // The data asks for more scans or memory than its request allows.
  image_guard_too_expensive,
} image_guard_status;

typedef struct {
  image_guard_status status;
  // The library's own words, terminated by zero; empty after success.
  char message[200];
} image_guard_outcome;

typedef struct {
  // Size that the caller found in the header; another size in the library's eyes is damage.
  uint32_t width;
  uint32_t height;
  // 1, 2, 4 or 8: decode each side at 1/1 to 1/8, rounded up.
  uint32_t reduction;
  // Most scans that a picture may be split into.
  uint32_t scan_limit;
  // Most bytes that the library may take for itself, without the caller's buffer.
  size_t memory_limit;
} image_guard_jpeg_request;

// Decodes a JPEG into interleaved 8-bit RGB without padding. `pixels` must hold exactly the bytes of the
// reduced picture. Its content is undefined unless the outcome is complete.
image_guard_outcome image_guard_decode_jpeg(
    const uint8_t *bytes, size_t byte_count, image_guard_jpeg_request request, uint8_t *pixels,
    size_t pixel_byte_count);

// Longest side of a JPEG in pixels that the library writes.
#define IMAGE_GUARD_JPEG_MAXIMUM_SIDE 65500

// Encodes interleaved 8-bit RGB without padding as JPEG, chroma in full resolution, at a quality of 1 to 100. After
// success `*encoded` holds `*encoded_byte_count` bytes and belongs to the caller, who passes it to image_guard_free.
image_guard_outcome image_guard_encode_jpeg(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t **encoded,
    size_t *encoded_byte_count);

// Longest side of a PNG in pixels, read or written: the library holds two whole rows.
#define IMAGE_GUARD_PNG_MAXIMUM_SIDE 1000000

typedef struct {
  // Size that the caller found in the header; another size in the library's eyes is damage.
  uint32_t width;
  uint32_t height;
  // Most bytes that the library may take for one chunk.
  size_t chunk_memory_limit;
} image_guard_png_request;

// Decodes a PNG into interleaved 8-bit RGB without padding, composited on black. `pixels` must hold exactly
// the bytes of the picture. The Exif chunk is copied to `exif` when it fits; `exif_byte_count` becomes its
// size, or 0.
image_guard_outcome image_guard_decode_png(
    const uint8_t *bytes, size_t byte_count, image_guard_png_request request, uint8_t *pixels,
    size_t pixel_byte_count, uint8_t *exif, size_t exif_capacity, size_t *exif_byte_count);

// Encodes interleaved 8-bit RGB without padding as PNG. After success `*encoded` holds `*encoded_byte_count`
// bytes and belongs to the caller, who passes it to image_guard_free.
image_guard_outcome image_guard_encode_png(
    const uint8_t *pixels, uint32_t width, uint32_t height, int compression_level, uint8_t **encoded,
    size_t *encoded_byte_count);

void image_guard_free(uint8_t *encoded);

#endif
