/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#include <webp/decode.h>

#include "CPictures.h"

bool pictures_decode_webp(pictures_source source, uint32_t width, uint32_t height,
                          pictures_target target) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config) ||
        WebPGetFeatures(source.bytes, source.byte_count, &config.input) != VP8_STATUS_OK ||
        config.input.width != (int)width || config.input.height != (int)height) {
        return false;
    }
    config.options.use_scaling = target.width != width || target.height != height;
    config.options.scaled_width = (int)target.width;
    config.options.scaled_height = (int)target.height;
    config.output.colorspace = MODE_rgbA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = target.pixels;
    config.output.u.RGBA.stride = (int)target.width * 4;
    config.output.u.RGBA.size = (size_t)target.width * target.height * 4;
    bool is_decoded = WebPDecode(source.bytes, source.byte_count, &config) == VP8_STATUS_OK;
    WebPFreeDecBuffer(&config.output);
    return is_decoded;
}
