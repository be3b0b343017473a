#include "image_guards.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

// Most rows that are handed to the library at once; it never gives more than one block row's worth.
enum { row_batch = 16 };

typedef struct {
  struct jpeg_decompress_struct decoder;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf exit;
  image_guard_outcome outcome;
  uint32_t scan_limit;
  // The bytes ran out and a made-up end marker stands in their place.
  bool source_ended;
  // Block row being decoded when the bytes ran out.
  JDIMENSION ended_in_block_row;
} jpeg_guard;

static jpeg_guard *guard_of(j_common_ptr library) {
  return (jpeg_guard *)library->client_data;
}

static void leave(jpeg_guard *guard, image_guard_status status, const char *message) {
  guard->outcome.status = status;
  snprintf(guard->outcome.message, sizeof guard->outcome.message, "%s", message);
  longjmp(guard->exit, 1);
}

// Leaves with the text of the message that the library has prepared.
static void leave_with_library_message(jpeg_guard *guard, image_guard_status status) {
  char message[JMSG_LENGTH_MAX];
  guard->errors.format_message((j_common_ptr)&guard->decoder, message);
  leave(guard, status, message);
}

// --- Errors and warnings ---

static void on_error(j_common_ptr library) {
  jpeg_guard *guard = guard_of(library);
  image_guard_status status = guard->source_ended ? image_guard_truncated : image_guard_damaged;
  switch (guard->errors.msg_code) {
  case JERR_OUT_OF_MEMORY:
  case JERR_NO_BACKING_STORE:
    status = image_guard_too_expensive;
    break;
  case JERR_ARITH_NOTIMPL:
  case JERR_BAD_PRECISION:
  case JERR_CCIR601_NOTIMPL:
  case JERR_COMPONENT_COUNT:
  case JERR_CONVERSION_NOTIMPL:
  case JERR_FRACT_SAMPLE_NOTIMPL:
  case JERR_IMAGE_TOO_BIG:
  case JERR_SOF_UNSUPPORTED:
    status = image_guard_unsupported;
    break;
  default:
    break;
  }
  leave_with_library_message(guard, status);
}

// Whether the current scan only sharpens a progressive picture whose rows are all there already, and another
// segment follows it. Some encoders end such scans early.
static bool is_dispensable_scan(const jpeg_guard *guard) {
  return guard->decoder.progressive_mode && guard->decoder.Ss > 0 && !guard->source_ended
      && guard->decoder.unread_marker != JPEG_EOI;
}

// The library goes on after a warning and paints grey where data is missing. A picture that is partly
// invented must not be judged, so warnings about its entropy-coded data end the decoding. Others (an odd
// version number, stray bytes between segments, a missing end marker) leave the picture whole.
static void on_message(j_common_ptr library, int level) {
  if (level >= 0) { return; }
  jpeg_guard *guard = guard_of(library);
  guard->errors.num_warnings += 1;
  switch (guard->errors.msg_code) {
  case JWRN_HIT_MARKER:
    if (is_dispensable_scan(guard)) { return; }
    leave_with_library_message(
        guard, guard->decoder.unread_marker == JPEG_EOI ? image_guard_truncated : image_guard_damaged);
    break;
  case JWRN_ARITH_BAD_CODE:
  case JWRN_HUFF_BAD_CODE:
  case JWRN_MUST_RESYNC:
    leave_with_library_message(guard, guard->source_ended ? image_guard_truncated : image_guard_damaged);
    break;
  default:
    break;
  }
}

static void discard_message(j_common_ptr library) {
  (void)library;
}

// --- Source: the caller's bytes, then a made-up end marker ---

static const JOCTET end_marker[2] = {0xFF, JPEG_EOI};

static void start_source(j_decompress_ptr decoder) {
  (void)decoder;
}

static boolean refill_source(j_decompress_ptr decoder) {
  jpeg_guard *guard = guard_of((j_common_ptr)decoder);
  if (!guard->source_ended) {
    guard->source_ended = true;
    guard->ended_in_block_row = decoder->input_iMCU_row;
  }
  decoder->src->next_input_byte = end_marker;
  decoder->src->bytes_in_buffer = sizeof end_marker;
  return TRUE;
}

static void skip_source(j_decompress_ptr decoder, long count) {
  if (count <= 0) { return; }
  if ((size_t)count < decoder->src->bytes_in_buffer) {
    decoder->src->next_input_byte += count;
    decoder->src->bytes_in_buffer -= (size_t)count;
  } else {
    refill_source(decoder);
  }
}

static void end_source(j_decompress_ptr decoder) {
  (void)decoder;
}

// --- Limits ---

// The library calls this at least once per block row. A progressive picture can repeat cheap scans without
// end, each of which walks the whole picture.
static void check_scan_count(j_common_ptr library) {
  jpeg_guard *guard = guard_of(library);
  if (guard->decoder.input_scan_number > (int)guard->scan_limit) {
    char message[64];
    snprintf(message, sizeof message, "more than %u scans", (unsigned)guard->scan_limit);
    leave(guard, image_guard_too_expensive, message);
  }
}

// --- Completeness ---

// Every component must have arrived, and, where the file has no end of its own, with all its bits. A file
// that ends as it should may leave coefficients out: they are zero.
static void check_all_scans_arrived(jpeg_guard *guard) {
  const struct jpeg_decompress_struct *decoder = &guard->decoder;
  for (int component = 0; component < decoder->num_components; component += 1) {
    bool missing = decoder->comp_info[component].quant_table == NULL;
    if (decoder->progressive_mode && guard->source_ended) {
      const int *unknown_bits = decoder->coef_bits[component];
      for (int index = 0; index < DCTSIZE2; index += 1) { missing = missing || unknown_bits[index] != 0; }
    }
    if (missing) {
      const image_guard_status status = guard->source_ended ? image_guard_truncated : image_guard_damaged;
      leave(guard, status, "a colour component is missing");
    }
  }
}

// An arithmetic decoder may rightly run on zeros past the end of its data, but only within the last block row
// when the file has no end of its own.
static void check_arithmetic_data_arrived(jpeg_guard *guard) {
  if (guard->decoder.arith_code && guard->source_ended
      && guard->ended_in_block_row + 1 < guard->decoder.total_iMCU_rows) {
    leave(guard, image_guard_truncated, "the arithmetic-coded data ends early");
  }
}

// --- Colour ---

static uint8_t scaled(unsigned value, unsigned factor) {
  unsigned product = value * factor + 128;
  return (uint8_t)((product + (product >> 8)) >> 8);
}

// Turns one row of inks into light: red = (255 − cyan) · (255 − black) / 255 and so on. Adobe's writers store
// the inks inverted; their marker tells.
static void convert_inks(const uint8_t *inks, uint8_t *rgb, JDIMENSION width, bool inverted) {
  const uint8_t flip = inverted ? 0 : 255;
  for (JDIMENSION x = 0; x < width; x += 1) {
    const unsigned light = inks[4 * x + 3] ^ flip;
    for (int channel = 0; channel < 3; channel += 1) {
      const unsigned ink = (unsigned)(inks[4 * x + channel] ^ flip) ^ 255u;
      rgb[3 * x + channel] = (uint8_t)(light - scaled(ink, light));
    }
  }
}

// --- Decoding ---

static void read_rows(jpeg_guard *guard, uint8_t *pixels) {
  struct jpeg_decompress_struct *decoder = &guard->decoder;
  const size_t row_bytes = (size_t)decoder->output_width * 3;
  const bool from_inks = decoder->out_color_space == JCS_CMYK;
  JSAMPARRAY ink_rows = NULL;
  if (from_inks) {
    ink_rows = decoder->mem->alloc_sarray(
        (j_common_ptr)decoder, JPOOL_IMAGE, decoder->output_width * 4, row_batch);
  }
  while (decoder->output_scanline < decoder->output_height) {
    const JDIMENSION first = decoder->output_scanline;
    if (from_inks) {
      const JDIMENSION count = jpeg_read_scanlines(decoder, ink_rows, row_batch);
      for (JDIMENSION row = 0; row < count; row += 1) {
        convert_inks(
            ink_rows[row], pixels + (first + row) * row_bytes, decoder->output_width,
            decoder->saw_Adobe_marker);
      }
    } else {
      JSAMPROW rows[row_batch];
      JDIMENSION count = decoder->output_height - first;
      if (count > row_batch) { count = row_batch; }
      for (JDIMENSION row = 0; row < count; row += 1) { rows[row] = pixels + (first + row) * row_bytes; }
      jpeg_read_scanlines(decoder, rows, count);
    }
  }
}

static void decode(
    jpeg_guard *guard, const uint8_t *bytes, size_t byte_count, image_guard_jpeg_request request,
    uint8_t *pixels, size_t pixel_byte_count) {
  struct jpeg_decompress_struct *decoder = &guard->decoder;
  decoder->mem->max_memory_to_use = (long)request.memory_limit;

  guard->source.next_input_byte = bytes;
  guard->source.bytes_in_buffer = byte_count;
  guard->source.init_source = start_source;
  guard->source.fill_input_buffer = refill_source;
  guard->source.skip_input_data = skip_source;
  guard->source.resync_to_restart = jpeg_resync_to_restart;
  guard->source.term_source = end_source;
  decoder->src = &guard->source;

  guard->scan_limit = request.scan_limit;
  guard->progress.progress_monitor = check_scan_count;
  decoder->progress = &guard->progress;

  jpeg_read_header(decoder, TRUE);
  if (decoder->image_width != request.width || decoder->image_height != request.height) {
    leave(guard, image_guard_damaged, "contradicting sizes");
  }
  if (decoder->data_precision != 8) { leave(guard, image_guard_unsupported, "other than 8 bits"); }

  switch (decoder->jpeg_color_space) {
  case JCS_GRAYSCALE:
  case JCS_RGB:
  case JCS_YCbCr:
    decoder->out_color_space = JCS_RGB;
    break;
  case JCS_CMYK:
  case JCS_YCCK:
    decoder->out_color_space = JCS_CMYK;
    break;
  default:
    leave(guard, image_guard_unsupported, "an unknown colour space");
  }
  decoder->scale_num = 1;
  decoder->scale_denom = request.reduction;

  jpeg_start_decompress(decoder);
  check_all_scans_arrived(guard);
  if ((size_t)decoder->output_width * decoder->output_height * 3 != pixel_byte_count) {
    leave(guard, image_guard_damaged, "contradicting sizes");
  }
  read_rows(guard, pixels);
  check_arithmetic_data_arrived(guard);
}

// Calls setjmp and has no variables of its own: whatever changes until a longjmp belongs to the caller.
static void decode_guarded(
    jpeg_guard *guard, const uint8_t *bytes, size_t byte_count, image_guard_jpeg_request request,
    uint8_t *pixels, size_t pixel_byte_count) {
  if (setjmp(guard->exit) != 0) { return; }
  jpeg_create_decompress(&guard->decoder);
  decode(guard, bytes, byte_count, request, pixels, pixel_byte_count);
}

image_guard_outcome image_guard_decode_jpeg(
    const uint8_t *bytes, size_t byte_count, image_guard_jpeg_request request, uint8_t *pixels,
    size_t pixel_byte_count) {
  jpeg_guard guard;
  memset(&guard, 0, sizeof guard);
  guard.decoder.err = jpeg_std_error(&guard.errors);
  guard.errors.error_exit = on_error;
  guard.errors.emit_message = on_message;
  guard.errors.output_message = discard_message;
  guard.decoder.client_data = &guard;
  decode_guarded(&guard, bytes, byte_count, request, pixels, pixel_byte_count);
  // Safe even when creating the decoder has failed, because it started zeroed.
  jpeg_destroy_decompress(&guard.decoder);
  return guard.outcome;
}
