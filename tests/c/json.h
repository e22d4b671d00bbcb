/*
 * A reader of JSON for the test programs: the shared vectors are JSON, and the tests of a C library should need nothing
 * but a C compiler. It reads whole documents into a tree and reports no positions; a vector file that is not valid JSON
 * is a mistake of ours.
 */
#ifndef PAGEWARDEN_TESTS_JSON_H
#define PAGEWARDEN_TESTS_JSON_H

#include <stddef.h>

enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

typedef struct json {
    enum json_kind kind;
    double number;
    /* Of a string: UTF-8, which may hold NUL, and a NUL at the end that length does not count. */
    char *string;
    size_t length;
    /* Of a member of an object: its name. */
    char *key;
    struct json *first_child;
    struct json *next;
} json;

/* Reads a document. NULL when it is not valid. */
json *json_parse(const char *text, size_t length);

/* The member with this name, or NULL: also when the value is no object. */
const json *json_get(const json *object, const char *key);

/* A member that is a number, or the other value. */
double json_number_or(const json *object, const char *key, double otherwise);

/* Whether two values are equal; the order of members does not count. */
int json_equal(const json *left, const json *right);

/* The value as text, to be freed with free. */
char *json_print(const json *value);

void json_free(json *value);

#endif
