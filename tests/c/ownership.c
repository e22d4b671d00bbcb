/*
 * What a C program can do wrong or in an unusual order: NULL arguments, errors, NUL bytes, several threads, freeing in
 * any order. Run under valgrind, it also shows that nothing leaks and nothing is freed twice.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harmonia.h"

static int failures;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            failures++;                                                                                                \
            fprintf(stderr, "FAILED line %d: %s\n", __LINE__, #condition);                                             \
        }                                                                                                              \
    } while (0)

static int same(const char *left, const char *right) {
    return left != NULL && right != NULL && strcmp(left, right) == 0;
}

static int failed_because(const char *reason, const char *part_of_message) {
    const char *message = harmonia_last_error();
    return same(harmonia_last_reason(), reason) && message != NULL && strstr(message, part_of_message) != NULL &&
           harmonia_last_hint() != NULL && strlen(harmonia_last_hint()) > 0;
}

static int no_error(void) {
    return harmonia_last_error() == NULL && harmonia_last_reason() == NULL && harmonia_last_hint() == NULL;
}

static harmonia_page *page_of(const char *html) {
    return harmonia_release(harmonia_parse(html, strlen(html), NULL), NULL);
}

static void check_versions(void) {
    CHECK(harmonia_abi_version() == HARMONIA_ABI_VERSION);
    CHECK(harmonia_version() != NULL && strchr(harmonia_version(), '.') != NULL);
    CHECK(harmonia_version() == harmonia_version());
}

static void check_null_arguments(void) {
    CHECK(harmonia_parse(NULL, 1, NULL) == NULL && failed_because("invalid_parameter", "html"));
    CHECK(harmonia_parse("x", SIZE_MAX, NULL) == NULL && failed_because("invalid_parameter", "length"));
    CHECK(harmonia_release(NULL, NULL) == NULL && failed_because("invalid_parameter", "raw"));
    CHECK(harmonia_page_text(NULL, NULL) == NULL && failed_because("invalid_parameter", "page"));
    CHECK(harmonia_text_value(NULL) == NULL && failed_because("invalid_parameter", "text"));
    CHECK(harmonia_text_report(NULL) == NULL && failed_because("invalid_parameter", "text"));
    CHECK(harmonia_text_length(NULL) == 0 && failed_because("invalid_parameter", "text"));
    size_t returned = 5;
    size_t next_offset = 5;
    CHECK(harmonia_text_slice(NULL, 0, 1, &returned, &next_offset) == NULL);
    CHECK(failed_because("invalid_parameter", "text"));
    CHECK(returned == 0 && next_offset == SIZE_MAX);
    harmonia_raw_free(NULL);
    harmonia_page_free(NULL);
    harmonia_text_free(NULL);
    harmonia_free_string(NULL);
    CHECK(failed_because("invalid_parameter", "text"));
}

static void check_empty_pages(void) {
    harmonia_raw *raw = harmonia_parse(NULL, 0, NULL);
    CHECK(raw != NULL && no_error());
    harmonia_page *page = harmonia_release(raw, NULL);
    harmonia_text *text = harmonia_page_text(page, NULL);
    CHECK(harmonia_text_length(text) == 0 && no_error());
    char *value = harmonia_text_value(text);
    CHECK(same(value, ""));
    size_t returned = 5;
    size_t next_offset = 5;
    char *piece = harmonia_text_slice(text, 10, 10, &returned, &next_offset);
    CHECK(same(piece, "") && returned == 0 && next_offset == SIZE_MAX);
    harmonia_free_string(piece);
    harmonia_free_string(value);
    harmonia_text_free(text);
    harmonia_page_free(page);
}

static void check_nul_bytes(void) {
    static const char HTML[] = "<p>before\0after</p><svg><title>t</title><text>x\0y</text></svg>";
    harmonia_raw *raw = harmonia_parse(HTML, sizeof HTML - 1, NULL);
    harmonia_page *page = harmonia_release(raw, NULL);
    harmonia_text *text = harmonia_page_text(page, "{\"selector\": \"p\"}");
    char *value = harmonia_text_value(text);
    CHECK(same(value, "beforeafter"));
    harmonia_text *drawing = harmonia_page_text(page, NULL);
    char *whole = harmonia_text_value(drawing);
    CHECK(whole != NULL && strstr(whole, "x\xef\xbf\xbdy") != NULL);
    harmonia_free_string(whole);
    harmonia_free_string(value);
    harmonia_text_free(drawing);
    harmonia_text_free(text);
    harmonia_page_free(page);
}

static void check_encodings(void) {
    static const char LATIN[] = "<meta charset=iso-8859-1><p>caf\xe9";
    harmonia_page *page = harmonia_release(harmonia_parse(LATIN, sizeof LATIN - 1, NULL), NULL);
    harmonia_text *text = harmonia_page_text(page, NULL);
    char *value = harmonia_text_value(text);
    CHECK(same(value, "caf\xc3\xa9") && harmonia_text_length(text) == 4);
    harmonia_free_string(value);
    harmonia_text_free(text);
    harmonia_page_free(page);
}

static void check_refusals(void) {
    CHECK(harmonia_parse("<p>", 3, "https://example.net/\xff") == NULL);
    CHECK(failed_because("invalid_parameter", "url must be valid UTF-8"));

    CHECK(harmonia_release(harmonia_parse("<p>", 3, NULL), "extra_keyz = []") == NULL);
    CHECK(failed_because("invalid_policy", "line 1"));
    CHECK(harmonia_release(harmonia_parse("<p>", 3, NULL), "\xff") == NULL);
    CHECK(failed_because("invalid_parameter", "policy_toml"));

    harmonia_page *page = page_of("<p>private words of the page");
    CHECK(page != NULL && no_error());
    CHECK(harmonia_page_text(page, "\xff") == NULL && failed_because("invalid_parameter", "options_json"));
    CHECK(harmonia_page_text(page, "[]") == NULL && failed_because("invalid_parameter", "options_json"));
    CHECK(harmonia_page_text(page, "{\"max_char\": 5}") == NULL && failed_because("invalid_parameter", "options_json"));
    CHECK(harmonia_page_text(page, "{\"max_chars\": 0}") == NULL && failed_because("invalid_parameter", "max_chars"));
    CHECK(harmonia_page_text(page, "{\"max_chars\": -1}") == NULL && failed_because("invalid_parameter", "max_chars"));
    CHECK(harmonia_page_text(page, "{\"rendering\": 1}") == NULL && failed_because("invalid_parameter", "rendering"));
    CHECK(harmonia_page_text(page, "{\"selector\": \"p[\"}") == NULL && failed_because("invalid_selector", "selector"));
    CHECK(strstr(harmonia_last_error(), "private") == NULL);

    /* Freeing leaves the error, so that a program can clean up and then report it. */
    harmonia_text *text = harmonia_page_text(page, NULL);
    CHECK(text != NULL && no_error());
    CHECK(harmonia_text_slice(text, 0, 0, NULL, NULL) == NULL);
    harmonia_text_free(text);
    harmonia_page_free(page);
    CHECK(failed_because("invalid_parameter", "max_units"));
}

/* The memory is never read, so it costs nothing. */
static void check_too_large(void) {
    size_t length = ((size_t)256 << 20) + 1;
    char *html = calloc(1, length);
    if (html == NULL) {
        exit(2);
    }
    CHECK(harmonia_parse(html, length, NULL) == NULL && failed_because("too_large", "268435456"));
    free(html);
}

static void check_clamped(void) {
    harmonia_page *page = page_of("<p>words");
    harmonia_text *text = harmonia_page_text(page, "{\"timeout_ms\": 999999999999}");
    char *report = harmonia_text_report(text);
    CHECK(report != NULL && strstr(report, "\"clamped\":[\"timeout_ms\"]") != NULL);
    harmonia_free_string(report);
    harmonia_text_free(text);
    harmonia_page_free(page);
}

static void check_any_order(void) {
    char *html = malloc(32);
    char *url = malloc(64);
    if (html == NULL || url == NULL) {
        exit(2);
    }
    strcpy(html, "<p>one two three");
    strcpy(url, "https://example.net/?token=not-a-real-token");
    harmonia_raw *unused = harmonia_parse(html, strlen(html), url);
    harmonia_raw *raw = harmonia_parse(html, strlen(html), url);
    /* Arguments are copied: the page does not need them any more. */
    memset(html, 'x', 31);
    free(html);
    free(url);
    harmonia_page *page = harmonia_release(raw, "extra_keys = [\"badge\"]");
    harmonia_raw_free(unused);
    harmonia_text *first = harmonia_page_text(page, NULL);
    harmonia_text *second = harmonia_page_text(page, "{\"max_chars\": 7}");
    harmonia_page_free(page);
    size_t returned = 0;
    size_t next_offset = 0;
    char *piece = harmonia_text_slice(first, 4, 3, &returned, &next_offset);
    harmonia_text_free(first);
    CHECK(same(piece, "two") && returned == 3 && next_offset == 7);
    char *value = harmonia_text_value(second);
    harmonia_text_free(second);
    CHECK(same(value, "one two"));
    harmonia_free_string(value);
    harmonia_free_string(piece);
}

static void *fail_in_a_thread(void *unused) {
    (void)unused;
    int *wrong = calloc(1, sizeof *wrong);
    if (wrong == NULL) {
        return NULL;
    }
    *wrong += !no_error();
    harmonia_release(NULL, NULL);
    for (int round = 0; round < 100; round++) {
        *wrong += !failed_because("invalid_parameter", "raw");
    }
    return wrong;
}

static void *read_in_a_thread(void *shared) {
    int *wrong = calloc(1, sizeof *wrong);
    if (wrong == NULL) {
        return NULL;
    }
    for (int round = 0; round < 20; round++) {
        harmonia_text *text = harmonia_page_text(shared, "{\"selector\": \"p\"}");
        char *value = harmonia_text_value(text);
        *wrong += !same(value, "shared words");
        *wrong += !no_error();
        harmonia_free_string(value);
        harmonia_text_free(text);
    }
    return wrong;
}

static void check_threads(void) {
    enum { THREADS = 4 };
    harmonia_page *page = page_of("<p>shared words<p hidden>more");
    pthread_t threads[THREADS * 2];
    CHECK(harmonia_text_value(NULL) == NULL);
    for (int index = 0; index < THREADS; index++) {
        CHECK(pthread_create(&threads[index], NULL, fail_in_a_thread, NULL) == 0);
        CHECK(pthread_create(&threads[THREADS + index], NULL, read_in_a_thread, page) == 0);
    }
    for (int index = 0; index < THREADS * 2; index++) {
        void *wrong = NULL;
        CHECK(pthread_join(threads[index], &wrong) == 0);
        CHECK(wrong != NULL && *(int *)wrong == 0);
        free(wrong);
    }
    /* The errors of the other threads are not seen here. */
    CHECK(failed_because("invalid_parameter", "text"));
    harmonia_page_free(page);
}

int main(void) {
    check_versions();
    check_null_arguments();
    check_empty_pages();
    check_nul_bytes();
    check_encodings();
    check_refusals();
    check_too_large();
    check_clamped();
    check_any_order();
    check_threads();
    printf("ownership: %d failed\n", failures);
    return failures == 0 ? 0 : 1;
}
