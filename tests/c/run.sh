#!/bin/sh
# Builds libharmonia and its C tests and runs them, plain and under valgrind; compares the exported symbols with the
# header, in both directions.
#
#   HARMONIA_LIB_DIR   a folder that holds the library already; nothing is built then
#   REQUIRE_VALGRIND=1 fail when valgrind is absent (also when CI is set)
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
header=$root/rust/capi/include/harmonia.h
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ -z "${HARMONIA_LIB_DIR:-}" ]; then
    (cd "$root" && cargo build --release -p pagewarden-capi)
    HARMONIA_LIB_DIR=${CARGO_TARGET_DIR:-$root/target}/release
fi
abi=$(sed -n 's/^#define HARMONIA_ABI_VERSION \([0-9]*\)$/\1/p' "$header")

case $(uname -s) in
Darwin)
    cp "$HARMONIA_LIB_DIR/libharmonia.dylib" "$work/libharmonia.$abi.dylib"
    ln -s "libharmonia.$abi.dylib" "$work/libharmonia.dylib"
    exported=$(nm -gU "$work/libharmonia.dylib" | awk '{ sub(/^_/, "", $3); print $3 }')
    name=$(otool -D "$work/libharmonia.dylib" | tail -n 1)
    expected_name=@rpath/libharmonia.$abi.dylib
    ;;
*)
    # Programs look for the name inside of the library, so the test fails when the build did not set it.
    cp "$HARMONIA_LIB_DIR/libharmonia.so" "$work/libharmonia.so.$abi"
    ln -s "libharmonia.so.$abi" "$work/libharmonia.so"
    exported=$(nm -D --defined-only "$work/libharmonia.so" | awk '{ print $NF }')
    name=$(readelf -d "$work/libharmonia.so" | sed -n 's/.*SONAME.*\[\(.*\)\].*/\1/p')
    expected_name=libharmonia.so.$abi
    ;;
esac
if [ "$name" != "$expected_name" ]; then
    echo "FAILED: the library calls itself \"$name\", not \"$expected_name\"" >&2
    exit 1
fi

# The preprocessor removes the comments, so that only declarations are left.
"${CC:-cc}" -E -P "$header" | tr '\n' ' ' | grep -o 'harmonia_[a-z0-9_]* *(' | tr -d ' (' | sort >"$work/declared"
printf '%s\n' "$exported" | sort >"$work/exported"
if ! diff "$work/declared" "$work/exported" >"$work/difference"; then
    echo "FAILED: the header (<) and the exported symbols (>) differ" >&2
    cat "$work/difference" >&2
    exit 1
fi
echo "symbols: $(wc -l <"$work/declared" | tr -d ' ') declared and exported"

flags="-std=c11 -pedantic -Wall -Wextra -Werror -g -O1 -I$root/rust/capi/include"
link="-L$work -Wl,-rpath,$work -lharmonia -lpthread"
# The flags are lists of words.
# shellcheck disable=SC2086
{
    "${CC:-cc}" $flags "$here/vectors.c" "$here/json.c" -o "$work/vectors" $link
    "${CC:-cc}" $flags -D_POSIX_C_SOURCE=200809L "$here/ownership.c" -o "$work/ownership" $link
    "${CC:-cc}" $flags "$here/example.c" -o "$work/example" $link
}
printf '#include "harmonia.h"\nint main() { return harmonia_abi_version() == HARMONIA_ABI_VERSION ? 0 : 1; }\n' \
    >"$work/face.cpp"
if command -v "${CXX:-c++}" >/dev/null; then
    "${CXX:-c++}" -std=c++11 -pedantic -Wall -Wextra -Werror "-I$root/rust/capi/include" "$work/face.cpp" \
        -o "$work/face" "-L$work" "-Wl,-rpath,$work" -lharmonia
    "$work/face"
    echo "header: clean in C11 and C++11"
else
    echo "NOT CHECKED: no C++ compiler, the header was compiled as C only" >&2
fi

text=$root/tests/vectors/text.json
slices=$root/tests/vectors/slices.json
"$work/vectors" "$text" "$slices"
"$work/ownership"
answer=$(printf '<h1>Bread</h1><p>Flour, water, salt.</p>' | "$work/example")
if [ "$answer" != "Bread

Flour, water, salt." ]; then
    echo "FAILED: the example printed: $answer" >&2
    exit 1
fi
# Programmers copy what the README shows, so it must be what was compiled.
sed -n '/^```c$/,/^```$/p' "$root/rust/capi/README.md" | sed '1d;$d' >"$work/shown"
if ! diff "$work/shown" "$here/example.c" >&2; then
    echo "FAILED: the example in rust/capi/README.md (<) is not tests/c/example.c (>)" >&2
    exit 1
fi
echo "example: as expected"

if command -v valgrind >/dev/null; then
    check="valgrind --quiet --num-callers=60 --suppressions=$here/valgrind.supp --leak-check=full --error-exitcode=9 --errors-for-leak-kinds=definite,indirect,possible"
    # shellcheck disable=SC2086
    {
        $check --log-file="$work/valgrind" "$work/vectors" "$text" "$slices" || { cat "$work/valgrind" >&2; exit 1; }
        $check --log-file="$work/valgrind" "$work/ownership" || { cat "$work/valgrind" >&2; exit 1; }
        printf '<p>x' | $check "$work/example" >"$work/answer"
    }
    echo "valgrind: no leaks, no errors"
elif [ -n "${CI:-}" ] || [ "${REQUIRE_VALGRIND:-0}" = 1 ]; then
    echo "FAILED: valgrind is required and absent" >&2
    exit 1
else
    echo "NOT CHECKED: valgrind is absent, so leaks and wrong accesses were not looked for" >&2
fi
