/*
 * libharmonia: read web pages safely and within bounds.
 *
 * A page goes one way:
 *
 *     bytes -> harmonia_parse -> harmonia_raw -> harmonia_release -> harmonia_page -> harmonia_page_text -> text
 *
 * A harmonia_raw may hold passwords and tokens, and no function reads it. harmonia_release replaces them by
 * "[REDACTED]". Everything that can be read has passed through it.
 *
 * Ownership
 *   - Each handle (harmonia_raw, harmonia_page, harmonia_text) belongs to the caller, who frees it with the function
 *     of its name. harmonia_release takes over its harmonia_raw, also when it fails: never free that one afterwards.
 *   - Handles do not depend on each other: a text stays valid when its page is freed.
 *   - A result of type "char *" belongs to the caller, who frees it with harmonia_free_string and with nothing else.
 *     Do not write into it.
 *   - A result of type "const char *" belongs to the library: never free it.
 *   - Arguments are read during the call and may be freed after it.
 *   - All functions that free accept NULL.
 *
 * Text
 *   - Strings are UTF-8 and end with NUL. A NUL inside of a text becomes U+FFFD, so that it cuts nothing off.
 *   - Offsets and lengths of text are UTF-16 code units, from 0, as JavaScript counts: one for each character of the
 *     basic plane, two for each character beyond it. They are not bytes.
 *
 * Errors
 *   - A function that fails returns NULL (harmonia_text_length: 0) and sets the last error of the thread; one that
 *     succeeds clears it. Functions that free, and harmonia_version and harmonia_abi_version, leave it as it is.
 *   - Errors never hold text of a page.
 *   - A defect of the library is an error with the reason "internal". It does not end the process and prints nothing.
 *
 * Threads
 *   - Every function may be called from any thread. A page or a text may be read by several threads at once; free it
 *     when none of them uses it any more.
 */
#ifndef HARMONIA_H
#define HARMONIA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The ABI that this header describes. It changes when a program must be compiled again. */
#define HARMONIA_ABI_VERSION 1

/* A parsed page before the firewall. It cannot be read. */
typedef struct harmonia_raw harmonia_raw;

/* A page after the firewall. */
typedef struct harmonia_page harmonia_page;

/* The text that one read gave, and its report. */
typedef struct harmonia_text harmonia_text;

/* ---------------------------------------------------------------------------------------------- the library */

/* The version of the library, such as "0.1.0". Static. */
const char *harmonia_version(void);

/* The ABI version of the library; a program that loads it at run time compares it with HARMONIA_ABI_VERSION. */
uint32_t harmonia_abi_version(void);

/* -------------------------------------------------------------------------------------------------- a page */

/*
 * Parses an HTML document. Any bytes give a page; no network is used and no script runs.
 *
 * html    the document; it may hold NUL bytes. NULL only when length is 0.
 * length  its size in bytes, at most 256 MiB ("too_large" beyond).
 * url     the address of the page, or NULL. Secrets in it are redacted too.
 *
 * The encoding is found as browsers find it: byte order mark, then <meta>, then by looking at the bytes.
 * A program that knows that its bytes are UTF-8 puts the mark EF BB BF in front of them.
 *
 * Returns a handle for harmonia_release (or harmonia_raw_free), or NULL.
 */
harmonia_raw *harmonia_parse(const char *html, size_t length, const char *url);

/*
 * Passes a page through the firewall: the values of password fields and the like, and secrets in addresses, are
 * replaced by "[REDACTED]" before anything can be read.
 *
 * raw          taken over, also when the call fails; do not use or free it afterwards.
 * policy_toml  a policy in TOML (keys: allow_hosts, allow_domains, extra_keys), or NULL for the default. A policy can
 *              add secret names and cannot remove any. "invalid_policy" when it has an unknown key.
 *
 * Returns a page, to be freed with harmonia_page_free, or NULL: there is never a page that is not redacted in full.
 */
harmonia_page *harmonia_release(harmonia_raw *raw, const char *policy_toml);

/* Frees a parsed page that was not given to harmonia_release. */
void harmonia_raw_free(harmonia_raw *raw);

/* Frees a page. */
void harmonia_page_free(harmonia_page *page);

/* ---------------------------------------------------------------------------------------------------- text */

/*
 * Reads the text of a page as a person sees it, within a budget.
 *
 * options_json  a JSON object, or NULL for the defaults. A key that is not listed here is an error; null means default.
 *
 *   "selector"      string     CSS selector: read the first element that it matches. Default: the whole page.
 *                              No match is no error: the text is empty and the report says so.
 *   "visible_only"  boolean    true: leave out hidden text and count it in the report. false: add it between
 *                              "[hidden:REASON] " and " [/hidden]". Default true.
 *   "rendering"     string     "person": what a person sees. "innertext": what the innerText of a browser gives.
 *                              Default "person".
 *   "max_chars"     integer    most UTF-16 units of text, 1 to 100,000,000. Default 50,000.
 *   "max_nodes"     integer    most nodes that are visited, 1 to 100,000,000. Default 20,000.
 *   "timeout_ms"    integer    most milliseconds, 1 to 600,000. Default 3,000.
 *
 * A limit that is reached is no error: the text is what was read until then, and the report has "complete": false. A
 * number above its maximum is reduced to it, and the report names it in "clamped".
 *
 * Returns a text, to be freed with harmonia_text_free, or NULL ("invalid_parameter", "invalid_selector").
 */
harmonia_text *harmonia_page_text(const harmonia_page *page, const char *options_json);

/* The whole text. Free it with harmonia_free_string. */
char *harmonia_text_value(const harmonia_text *text);

/*
 * What the reading says about itself, as a JSON object: "complete", the "limits" that fired, how much was "returned",
 * how much text was "hidden" and why, the "frames", which classes of secrets were "withheld", what to do "next" and
 * more. Later versions may add keys. Free it with harmonia_free_string.
 */
char *harmonia_text_report(const harmonia_text *text);

/* The length of the text in UTF-16 units. 0 is an error only when harmonia_last_error() is not NULL. */
size_t harmonia_text_length(const harmonia_text *text);

/*
 * Cuts a piece out of the text. It costs the same at every offset, however long the text is.
 *
 * offset       where the piece begins, in UTF-16 units. In the middle of a surrogate pair it is moved back by one. At or
 *              beyond the end, the piece is empty.
 * max_units    most UTF-16 units of the piece, 1 or more. A pair is never split: the piece has one unit less then, or,
 *              when max_units is 1, the whole pair.
 * returned     when not NULL, gets the number of UTF-16 units of the piece (not of its bytes).
 * next_offset  when not NULL, gets the offset of the next piece, or SIZE_MAX when this one reaches the end.
 *
 * On error, *returned is 0 and *next_offset is SIZE_MAX.
 *
 * Returns the piece, to be freed with harmonia_free_string, or NULL.
 */
char *harmonia_text_slice(const harmonia_text *text, size_t offset, size_t max_units, size_t *returned,
                          size_t *next_offset);

/* Frees a text. */
void harmonia_text_free(harmonia_text *text);

/* -------------------------------------------------------------------------------------------------- errors */

/*
 * The last error of the calling thread in three parts, each NULL when the last call did not fail. They stay valid until
 * the next call of this thread that can fail, and end with the thread.
 *
 * harmonia_last_error   what is wrong, as a sentence in English.
 * harmonia_last_reason  a stable word for programs: "invalid_parameter", "invalid_selector", "invalid_policy",
 *                       "too_large", "internal". Later versions may add words.
 * harmonia_last_hint    what to do next.
 */
const char *harmonia_last_error(void);
const char *harmonia_last_reason(void);
const char *harmonia_last_hint(void);

/* ------------------------------------------------------------------------------------------------- strings */

/* Frees a string that was returned as "char *". */
void harmonia_free_string(char *string);

#ifdef __cplusplus
}
#endif

#endif
