/*
 * See json.h for why the tests read JSON themselves. The text becomes a tree of values in one pass; whatever is not
 * valid gives NULL and no explanation.
 */
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const char *at;
    const char *end;
    int depth;
} reader;

/* Our vectors are shallow; a limit keeps a damaged file from using up the stack. */
enum { DEEPEST = 64 };

static json *read_value(reader *input);

static void *reserve(size_t size) {
    void *memory = calloc(1, size);
    if (memory == NULL) {
        fputs("out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

static void skip_space(reader *input) {
    while (input->at < input->end && strchr(" \t\r\n", *input->at) != NULL && *input->at != '\0') {
        input->at++;
    }
}

static int take(reader *input, char expected) {
    skip_space(input);
    if (input->at < input->end && *input->at == expected) {
        input->at++;
        return 1;
    }
    return 0;
}

static int take_word(reader *input, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(input->end - input->at) < length || memcmp(input->at, word, length) != 0) {
        return 0;
    }
    input->at += length;
    return 1;
}

/* Four hexadecimal digits, or -1. */
static long read_unit(reader *input) {
    long unit = 0;
    for (int digit = 0; digit < 4; digit++) {
        if (input->at >= input->end) {
            return -1;
        }
        char character = *input->at++;
        int value;
        if (character >= '0' && character <= '9') {
            value = character - '0';
        } else if (character >= 'a' && character <= 'f') {
            value = character - 'a' + 10;
        } else if (character >= 'A' && character <= 'F') {
            value = character - 'A' + 10;
        } else {
            return -1;
        }
        unit = unit * 16 + value;
    }
    return unit;
}

/* What follows \u: one unit or a surrogate pair; half a pair is not valid in a vector file. */
static long read_code_point(reader *input) {
    long unit = read_unit(input);
    if (unit < 0xd800 || unit > 0xdfff) {
        return unit;
    }
    if (unit > 0xdbff || !take_word(input, "\\u")) {
        return -1;
    }
    long second = read_unit(input);
    if (second < 0xdc00 || second > 0xdfff) {
        return -1;
    }
    return 0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00);
}

static size_t write_utf8(char *output, long code_point) {
    unsigned char *bytes = (unsigned char *)output;
    if (code_point < 0x80) {
        bytes[0] = (unsigned char)code_point;
        return 1;
    }
    if (code_point < 0x800) {
        bytes[0] = (unsigned char)(0xc0 | (code_point >> 6));
        bytes[1] = (unsigned char)(0x80 | (code_point & 0x3f));
        return 2;
    }
    if (code_point < 0x10000) {
        bytes[0] = (unsigned char)(0xe0 | (code_point >> 12));
        bytes[1] = (unsigned char)(0x80 | ((code_point >> 6) & 0x3f));
        bytes[2] = (unsigned char)(0x80 | (code_point & 0x3f));
        return 3;
    }
    bytes[0] = (unsigned char)(0xf0 | (code_point >> 18));
    bytes[1] = (unsigned char)(0x80 | ((code_point >> 12) & 0x3f));
    bytes[2] = (unsigned char)(0x80 | ((code_point >> 6) & 0x3f));
    bytes[3] = (unsigned char)(0x80 | (code_point & 0x3f));
    return 4;
}

/* The rest of a string after its first quote; NULL when it is not valid. */
static char *read_string(reader *input, size_t *length) {
    /* No escape is shorter than what it stands for, so the rest of the text up to the quote bounds the result. */
    const char *close = input->at;
    while (close < input->end && *close != '"') {
        close += *close == '\\' ? 2 : 1;
    }
    if (close >= input->end) {
        return NULL;
    }
    char *text = reserve((size_t)(close - input->at) + 1);
    size_t used = 0;
    while (input->at < close) {
        char character = *input->at++;
        if ((unsigned char)character < 0x20) {
            free(text);
            return NULL;
        }
        if (character != '\\') {
            text[used++] = character;
            continue;
        }
        static const char ESCAPES[] = "\"\\/bfnrt";
        static const char MEANINGS[] = "\"\\/\b\f\n\r\t";
        char escape = *input->at++;
        const char *found = escape == '\0' ? NULL : strchr(ESCAPES, escape);
        if (found != NULL) {
            text[used++] = MEANINGS[found - ESCAPES];
            continue;
        }
        long code_point = escape == 'u' ? read_code_point(input) : -1;
        if (code_point < 0) {
            free(text);
            return NULL;
        }
        used += write_utf8(text + used, code_point);
    }
    input->at = close + 1;
    *length = used;
    return text;
}

/* The rest of an array or object after its bracket; 0 when it is not valid. */
static int read_children(reader *input, json *parent) {
    char bracket = parent->kind == JSON_OBJECT ? '}' : ']';
    json **slot = &parent->first_child;
    if (take(input, bracket)) {
        return 1;
    }
    do {
        char *key = NULL;
        if (parent->kind == JSON_OBJECT) {
            size_t length = 0;
            if (!take(input, '"') || (key = read_string(input, &length)) == NULL || !take(input, ':')) {
                free(key);
                return 0;
            }
        }
        json *child = read_value(input);
        if (child == NULL) {
            free(key);
            return 0;
        }
        child->key = key;
        *slot = child;
        slot = &child->next;
    } while (take(input, ','));
    return take(input, bracket);
}

static int read_number(reader *input, json *value) {
    char digits[40] = {0};
    size_t used = 0;
    while (input->at < input->end && used + 1 < sizeof digits && *input->at != '\0' &&
           strchr("+-.0123456789eE", *input->at) != NULL) {
        digits[used++] = *input->at++;
    }
    char *rest = NULL;
    value->kind = JSON_NUMBER;
    value->number = strtod(digits, &rest);
    return used > 0 && *rest == '\0';
}

static int fill(reader *input, json *value) {
    if (take(input, '{')) {
        value->kind = JSON_OBJECT;
        return read_children(input, value);
    }
    if (take(input, '[')) {
        value->kind = JSON_ARRAY;
        return read_children(input, value);
    }
    if (take(input, '"')) {
        value->kind = JSON_STRING;
        value->string = read_string(input, &value->length);
        return value->string != NULL;
    }
    if (take_word(input, "true")) {
        value->kind = JSON_TRUE;
        return 1;
    }
    if (take_word(input, "false")) {
        value->kind = JSON_FALSE;
        return 1;
    }
    if (take_word(input, "null")) {
        value->kind = JSON_NULL;
        return 1;
    }
    return read_number(input, value);
}

static json *read_value(reader *input) {
    json *value = reserve(sizeof *value);
    input->depth++;
    int valid = input->depth <= DEEPEST && fill(input, value);
    input->depth--;
    if (!valid) {
        json_free(value);
        return NULL;
    }
    return value;
}

json *json_parse(const char *text, size_t length) {
    reader input = {text, text + length, 0};
    json *value = read_value(&input);
    skip_space(&input);
    if (value != NULL && input.at != input.end) {
        json_free(value);
        return NULL;
    }
    return value;
}

const json *json_get(const json *object, const char *key) {
    if (object == NULL || object->kind != JSON_OBJECT) {
        return NULL;
    }
    for (const json *member = object->first_child; member != NULL; member = member->next) {
        if (strcmp(member->key, key) == 0) {
            return member;
        }
    }
    return NULL;
}

double json_number_or(const json *object, const char *key, double otherwise) {
    const json *member = json_get(object, key);
    return member != NULL && member->kind == JSON_NUMBER ? member->number : otherwise;
}

static size_t count(const json *value) {
    size_t children = 0;
    for (const json *child = value->first_child; child != NULL; child = child->next) {
        children++;
    }
    return children;
}

int json_equal(const json *left, const json *right) {
    if (left == NULL || right == NULL || left->kind != right->kind || count(left) != count(right)) {
        return 0;
    }
    if (left->kind == JSON_NUMBER) {
        return left->number == right->number;
    }
    if (left->kind == JSON_STRING) {
        return left->length == right->length && memcmp(left->string, right->string, left->length) == 0;
    }
    const json *other = right->first_child;
    for (const json *child = left->first_child; child != NULL; child = child->next) {
        const json *partner = left->kind == JSON_OBJECT ? json_get(right, child->key) : other;
        if (!json_equal(child, partner)) {
            return 0;
        }
        other = other == NULL ? NULL : other->next;
    }
    return 1;
}

/* Text that grows. */
typedef struct printer {
    char *text;
    size_t used;
    size_t room;
} printer;

static void print(printer *output, const char *text, size_t length) {
    if (output->used + length + 1 > output->room) {
        size_t room = (output->used + length + 1) * 2;
        char *larger = reserve(room);
        if (output->text != NULL) {
            memcpy(larger, output->text, output->used);
        }
        free(output->text);
        output->text = larger;
        output->room = room;
    }
    memcpy(output->text + output->used, text, length);
    output->used += length;
    output->text[output->used] = '\0';
}

static void print_string(printer *output, const char *text, size_t length) {
    print(output, "\"", 1);
    for (size_t index = 0; index < length; index++) {
        unsigned char byte = (unsigned char)text[index];
        if (byte < 0x20 || byte == '"' || byte == '\\') {
            char escape[8];
            int size = snprintf(escape, sizeof escape, "\\u%04x", (unsigned)byte);
            print(output, escape, (size_t)size);
        } else {
            print(output, text + index, 1);
        }
    }
    print(output, "\"", 1);
}

static void print_value(printer *output, const json *value) {
    static const char *const WORDS[] = {"null", "false", "true"};
    char digits[40];
    switch (value->kind) {
    case JSON_NULL:
    case JSON_FALSE:
    case JSON_TRUE:
        print(output, WORDS[value->kind], strlen(WORDS[value->kind]));
        break;
    case JSON_NUMBER:
        print(output, digits, (size_t)snprintf(digits, sizeof digits, "%.17g", value->number));
        break;
    case JSON_STRING:
        print_string(output, value->string, value->length);
        break;
    case JSON_ARRAY:
    case JSON_OBJECT:
        print(output, value->kind == JSON_OBJECT ? "{" : "[", 1);
        for (const json *child = value->first_child; child != NULL; child = child->next) {
            if (value->kind == JSON_OBJECT) {
                print_string(output, child->key, strlen(child->key));
                print(output, ":", 1);
            }
            print_value(output, child);
            if (child->next != NULL) {
                print(output, ",", 1);
            }
        }
        print(output, value->kind == JSON_OBJECT ? "}" : "]", 1);
        break;
    }
}

char *json_print(const json *value) {
    printer output = {NULL, 0, 0};
    print_value(&output, value);
    return output.text;
}

void json_free(json *value) {
    while (value != NULL) {
        json *next = value->next;
        json_free(value->first_child);
        free(value->string);
        free(value->key);
        free(value);
        value = next;
    }
}
