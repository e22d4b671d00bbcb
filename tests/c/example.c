/* Reads HTML from the standard input and prints its text in pieces of 600 units. */
#include <stdio.h>
#include "harmonia.h"

int main(void) {
    static char html[1 << 20];
    size_t length = fread(html, 1, sizeof html, stdin);
    harmonia_raw *raw = harmonia_parse(html, length, "https://example.net/");
    harmonia_page *page = harmonia_release(raw, NULL); /* raw is gone now, whatever happened */
    harmonia_text *text = harmonia_page_text(page, "{\"max_chars\": 20000}");
    harmonia_page_free(page);
    if (text == NULL) {
        fprintf(stderr, "%s (%s)\n", harmonia_last_error(), harmonia_last_hint());
        return 1;
    }
    size_t offset = 0;
    while (offset != SIZE_MAX) {
        char *piece = harmonia_text_slice(text, offset, 600, NULL, &offset);
        fputs(piece, stdout);
        harmonia_free_string(piece);
    }
    harmonia_text_free(text);
    return 0;
}
