#include "image_guards.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

typedef struct {
  struct jpeg_compress_struct encoder;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr destination;
  jmp_buf exit;
  image_guard_outcome outcome;
  // The growing result; the library writes into what is not yet used of it.
  uint8_t *encoded;
  size_t encoded_count;
  size_t encoded_capacity;
} jpeg_writer;

static jpeg_writer *writer_of(j_common_ptr library) {
  return (jpeg_writer *)library->client_data;
}

// --- Errors and warnings ---

static void on_error(j_common_ptr library) {
  jpeg_writer *writer = writer_of(library);
  char message[JMSG_LENGTH_MAX];
  writer->errors.format_message(library, message);
  writer->outcome.status =
      writer->errors.msg_code == JERR_OUT_OF_MEMORY ? image_guard_too_expensive : image_guard_unsupported;
  snprintf(writer->outcome.message, sizeof writer->outcome.message, "%s", message);
  longjmp(writer->exit, 1);
}

static void discard_message(j_common_ptr library) {
  (void)library;
}

static void discard_level(j_common_ptr library, int level) {
  (void)library;
  (void)level;
}

// --- Destination: memory that grows ---

enum { first_capacity = 1 << 16 };

static void grow(jpeg_writer *writer) {
  const size_t capacity = writer->encoded_capacity == 0 ? first_capacity : writer->encoded_capacity * 2;
  uint8_t *grown = realloc(writer->encoded, capacity);
  if (grown == NULL) { ERREXIT1(&writer->encoder, JERR_OUT_OF_MEMORY, 0); }
  writer->encoded = grown;
  writer->encoded_capacity = capacity;
  writer->destination.next_output_byte = grown + writer->encoded_count;
  writer->destination.free_in_buffer = capacity - writer->encoded_count;
}

static void start_destination(j_compress_ptr encoder) {
  grow(writer_of((j_common_ptr)encoder));
}

// The library calls this when the room is used up entirely, whatever `free_in_buffer` says.
static boolean empty_destination(j_compress_ptr encoder) {
  jpeg_writer *writer = writer_of((j_common_ptr)encoder);
  writer->encoded_count = writer->encoded_capacity;
  grow(writer);
  return TRUE;
}

static void end_destination(j_compress_ptr encoder) {
  jpeg_writer *writer = writer_of((j_common_ptr)encoder);
  writer->encoded_count = writer->encoded_capacity - writer->destination.free_in_buffer;
}

// --- Encoding ---

static void encode(jpeg_writer *writer, const uint8_t *pixels, uint32_t width, uint32_t height, int quality) {
  struct jpeg_compress_struct *encoder = &writer->encoder;
  writer->destination.init_destination = start_destination;
  writer->destination.empty_output_buffer = empty_destination;
  writer->destination.term_destination = end_destination;
  encoder->dest = &writer->destination;
  encoder->image_width = width;
  encoder->image_height = height;
  encoder->input_components = 3;
  encoder->in_color_space = JCS_RGB;
  jpeg_set_defaults(encoder);
  jpeg_set_quality(encoder, quality, TRUE);
  encoder->optimize_coding = TRUE;
  // Chroma in full: thin coloured lines would fade otherwise.
  for (int component = 0; component < encoder->num_components; component += 1) {
    encoder->comp_info[component].h_samp_factor = 1;
    encoder->comp_info[component].v_samp_factor = 1;
  }
  jpeg_start_compress(encoder, TRUE);
  while (encoder->next_scanline < height) {
    // The library only reads from the row, though its type says otherwise.
    JSAMPROW row = (JSAMPROW)(pixels + (size_t)encoder->next_scanline * width * 3);
    jpeg_write_scanlines(encoder, &row, 1);
  }
  jpeg_finish_compress(encoder);
}

// Calls setjmp and has no variables of its own: whatever changes until a longjmp belongs to the caller.
static void encode_guarded(
    jpeg_writer *writer, const uint8_t *pixels, uint32_t width, uint32_t height, int quality) {
  if (setjmp(writer->exit) != 0) { return; }
  jpeg_create_compress(&writer->encoder);
  encode(writer, pixels, width, height, quality);
}

image_guard_outcome image_guard_encode_jpeg(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t **encoded,
    size_t *encoded_byte_count) {
  jpeg_writer writer;
  memset(&writer, 0, sizeof writer);
  *encoded = NULL;
  *encoded_byte_count = 0;
  writer.encoder.err = jpeg_std_error(&writer.errors);
  writer.errors.error_exit = on_error;
  writer.errors.emit_message = discard_level;
  writer.errors.output_message = discard_message;
  writer.encoder.client_data = &writer;
  encode_guarded(&writer, pixels, width, height, quality);
  // Safe even when creating the encoder has failed, because it started zeroed.
  jpeg_destroy_compress(&writer.encoder);
  if (writer.outcome.status == image_guard_complete) {
    *encoded = writer.encoded;
    *encoded_byte_count = writer.encoded_count;
  } else {
    free(writer.encoded);
  }
  return writer.outcome;
}
