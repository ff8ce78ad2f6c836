/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Writes a JPEG of 4,000 by 3,000 pixels, 48 MB when decoded: photograph FILE */
#include <stdio.h>

#include <jpeglib.h>

enum { width = 4000, height = 3000 };

/* Draws a row: red on the left, and more green the lower it is. */
static void draw(JSAMPLE *row, unsigned y) {
    for (unsigned x = 0; x < width; x++) {
        row[3 * x] = x < width / 2 ? 200 : 20;
        row[3 * x + 1] = (JSAMPLE)(y * 255 / height);
        row[3 * x + 2] = 90;
    }
}

int main(int count, char **arguments) {
    FILE *file = count == 2 ? fopen(arguments[1], "wb") : NULL;
    if (!file) return 1;
    struct jpeg_compress_struct picture;
    struct jpeg_error_mgr errors; /* its functions end the program at an error */
    picture.err = jpeg_std_error(&errors);
    jpeg_create_compress(&picture);
    jpeg_stdio_dest(&picture, file);
    picture.image_width = width;
    picture.image_height = height;
    picture.input_components = 3;
    picture.in_color_space = JCS_RGB;
    jpeg_set_defaults(&picture);
    jpeg_set_quality(&picture, 80, TRUE);
    jpeg_start_compress(&picture, TRUE);
    static JSAMPLE row[3 * width];
    JSAMPROW rows[] = {row};
    while (picture.next_scanline < height) {
        draw(row, picture.next_scanline);
        jpeg_write_scanlines(&picture, rows, 1);
    }
    jpeg_finish_compress(&picture);
    jpeg_destroy_compress(&picture);
    return fclose(file) == 0 ? 0 : 1;
}
