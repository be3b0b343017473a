#!/bin/sh
# Makes the files of this folder with ffmpeg (5.1 of Debian 12): a picture of smooth colours as raw YUYV and NV12, in
# both ranges of BT.601, and what ffmpeg makes of each in RGB. Sizes are in the names, one of them odd.
set -eu
cd "$(dirname "$0")"

convert() { ffmpeg -hide_banner -loglevel error -nostdin -y "$@"; }

# A small part of a long gradient: neighbours differ by so little that it hardly matters how chroma is interpolated.
gradient="gradients=s=160x120:c0=0xE03020:c1=0x2050F0:c2=0x30D040:nb_colors=3:x0=0:y0=0:x1=159:y1=119:seed=7"

for size in 32x24 33x19; do
  source="$gradient,crop=${size%x*}:${size#*x}:70:40"
  for range in limited full; do
    for format in yuyv422 nv12; do
      name="$format-$range-$size"
      flags="bilinear+accurate_rnd+full_chroma_inp+full_chroma_int"
      convert -f lavfi -i "$source" -frames:v 1 \
        -vf "scale=in_range=full:out_color_matrix=bt601:out_range=$range:out_h_chr_pos=0:out_v_chr_pos=128:flags=$flags,format=$format" \
        -f rawvideo "$name.raw"
      convert -f rawvideo -pixel_format "$format" -video_size "$size" -i "$name.raw" \
        -vf "scale=in_color_matrix=bt601:in_range=$range:out_range=full:in_h_chr_pos=0:in_v_chr_pos=128:flags=$flags,format=rgb24" \
        -f rawvideo "$name.rgb"
    done
  done
done
