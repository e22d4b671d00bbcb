/*
 * Runs the shared vectors of text and slices through libharmonia. The same files are run in Rust and in Python: the
 * three faces must give the same answers. The format of each file is described by its "note".
 *
 *     vectors TEXT_JSON SLICES_JSON
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harmonia.h"
#include "json.h"

static int failures;
static int checks;

static void check(int holds, const char *name, const char *what, const char *expected, const char *found) {
    checks++;
    if (!holds) {
        failures++;
        fprintf(stderr, "FAILED %s: %s\n    expected %s\n    found    %s\n", name, what, expected, found);
    }
}

static void check_number(const char *name, const char *what, double expected, double found) {
    char left[40];
    char right[40];
    snprintf(left, sizeof left, "%.0f", expected);
    snprintf(right, sizeof right, "%.0f", found);
    check(expected == found, name, what, left, right);
}

static json *load(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    size_t used = 0;
    size_t room = 1 << 20;
    char *content = malloc(room);
    while (content != NULL) {
        size_t read = fread(content + used, 1, room - used, file);
        used += read;
        if (read == 0) {
            break;
        }
        if (used == room) {
            room *= 2;
            char *larger = realloc(content, room);
            if (larger == NULL) {
                free(content);
            }
            content = larger;
        }
    }
    fclose(file);
    json *value = content == NULL ? NULL : json_parse(content, used);
    free(content);
    if (value == NULL) {
        fprintf(stderr, "%s: not valid JSON\n", path);
        exit(2);
    }
    return value;
}

static const char *text_or_null(const json *object, const char *key) {
    const json *member = json_get(object, key);
    return member == NULL ? NULL : member->string;
}

/* Reads a page. Vectors are text, so the bytes begin with the mark that says that they are UTF-8. */
static harmonia_text *read_page(const char *html, size_t length, const char *url, const char *policy,
                                const char *options) {
    static const char MARK[] = "\xef\xbb\xbf";
    char *bytes = malloc(length + 3);
    if (bytes == NULL) {
        exit(2);
    }
    memcpy(bytes, MARK, 3);
    memcpy(bytes + 3, html, length);
    harmonia_raw *raw = harmonia_parse(bytes, length + 3, url);
    free(bytes);
    harmonia_page *page = harmonia_release(raw, policy);
    harmonia_text *text = harmonia_page_text(page, options);
    if (text == NULL) {
        fprintf(stderr, "%s: %s\n", harmonia_last_reason(), harmonia_last_error());
    }
    harmonia_page_free(page);
    return text;
}

static void check_members(const char *name, const json *expected, const json *report) {
    for (const json *member = expected->first_child; member != NULL; member = member->next) {
        const json *found = json_get(report, member->key);
        char *left = json_print(member);
        char *right = found == NULL ? NULL : json_print(found);
        check(json_equal(member, found), name, member->key, left, right == NULL ? "nothing" : right);
        free(left);
        free(right);
    }
}

static void run_text_case(const json *item) {
    const char *name = text_or_null(item, "name");
    const json *html = json_get(item, "html");
    const json *expected = json_get(item, "text");
    const json *options = json_get(item, "options");
    char *options_text = options == NULL ? NULL : json_print(options);
    harmonia_text *text =
        read_page(html->string, html->length, text_or_null(item, "url"), text_or_null(item, "policy"), options_text);
    free(options_text);
    char *value = harmonia_text_value(text);
    char *report_text = harmonia_text_report(text);
    if (value == NULL || report_text == NULL) {
        check(0, name, "read", "a text", "an error");
        return;
    }
    check(strcmp(value, expected->string) == 0, name, "text", expected->string, value);
    json *report = json_parse(report_text, strlen(report_text));
    const json *returned = json_get(report, "returned");
    check_number(name, "length", json_number_or(returned, "chars", -1), (double)harmonia_text_length(text));
    const json *truncated = json_get(item, "truncated");
    if (truncated != NULL) {
        const json *complete = json_get(report, "complete");
        int cut = complete != NULL && complete->kind == JSON_FALSE;
        check(cut == (truncated->kind == JSON_TRUE), name, "truncated", "as in the case", "the opposite");
    }
    const json *hidden = json_get(item, "hidden");
    if (hidden != NULL) {
        char *left = json_print(hidden);
        char *right = json_print(json_get(report, "hidden"));
        check(json_equal(hidden, json_get(report, "hidden")), name, "hidden", left, right);
        free(left);
        free(right);
    }
    const json *members = json_get(item, "report");
    if (members != NULL) {
        check_members(name, members, report);
    }
    json_free(report);
    harmonia_free_string(report_text);
    harmonia_free_string(value);
    harmonia_text_free(text);
}

/* The text of a slice case as a page that shows exactly this text. */
static harmonia_text *page_of(const json *item) {
    static const char BEFORE[] = "<!DOCTYPE html><pre>\n";
    const json *piece = json_get(item, "text");
    size_t repeat = (size_t)json_number_or(item, "repeat", 1);
    size_t begin = sizeof BEFORE - 1;
    size_t length = begin + piece->length * repeat;
    char *html = malloc(length);
    if (html == NULL) {
        exit(2);
    }
    memcpy(html, BEFORE, begin);
    for (size_t index = 0; index < repeat; index++) {
        memcpy(html + begin + index * piece->length, piece->string, piece->length);
    }
    harmonia_text *text = read_page(html, length, NULL, NULL, "{\"max_chars\": 10000000, \"timeout_ms\": 60000}");
    free(html);
    return text;
}

static void run_slice_case(const json *item) {
    const char *name = text_or_null(item, "name");
    harmonia_text *text = page_of(item);
    size_t returned = 0;
    size_t next_offset = 0;
    size_t offset = (size_t)json_number_or(item, "offset", 0);
    size_t max_units = (size_t)json_number_or(item, "max_units", 0);
    char *piece = harmonia_text_slice(text, offset, max_units, &returned, &next_offset);
    const char *expected = text_or_null(item, "piece");
    check(piece != NULL && strcmp(piece, expected) == 0, name, "piece", expected, piece == NULL ? "an error" : piece);
    check_number(name, "returned", json_number_or(item, "returned", -1), (double)returned);
    check_number(name, "total", json_number_or(item, "total", -1), (double)harmonia_text_length(text));
    const json *next = json_get(item, "next_offset");
    if (next != NULL && next->kind == JSON_NUMBER) {
        check_number(name, "next_offset", next->number, (double)next_offset);
    } else {
        check(next_offset == SIZE_MAX, name, "next_offset", "the end", "an offset");
    }
    harmonia_free_string(piece);
    harmonia_text_free(text);
}

static int run(const char *path, void (*run_case)(const json *)) {
    json *file = load(path);
    const json *cases = json_get(file, "cases");
    int count = 0;
    for (const json *item = cases == NULL ? NULL : cases->first_child; item != NULL; item = item->next) {
        run_case(item);
        count++;
    }
    json_free(file);
    if (count == 0) {
        fprintf(stderr, "%s: no cases\n", path);
        failures++;
    }
    return count;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fputs("usage: vectors TEXT_JSON SLICES_JSON\n", stderr);
        return 2;
    }
    int texts = run(argv[1], run_text_case);
    int slices = run(argv[2], run_slice_case);
    printf("vectors: %d texts, %d slices, %d checks, %d failed\n", texts, slices, checks, failures);
    return failures == 0 ? 0 : 1;
}
