#!/bin/sh
# Fuzzing must not need nightly Rust, or nobody runs it: the coverage passes of the stable compiler are all libFuzzer
# asks for. Usage: run.sh SECONDS [TARGET...]; a crash, a hang or a leak of memory is a failure.
set -eu
cd "$(dirname "$0")"
seconds=${1:?usage: run.sh SECONDS [TARGET...]}
shift
[ $# -gt 0 ] || set -- html wire collector text pattern selector style url firewall

# Coverage goes into our crates and their dependencies alike: the HTML parser is where most branches are.
export RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cdebug-assertions=on -Coverflow-checks=on"
# A named target keeps these flags from build scripts and procedural macros, which have no fuzzer to link with.
host=$(rustc -vV | sed -n 's/^host: //p')
cargo build --release --locked --target "$host"

for target in "$@"; do
    mkdir -p "corpus/$target" "artifacts/$target"
    dictionary=
    [ ! -f "dictionaries/$target.dict" ] || dictionary="-dict=dictionaries/$target.dict"
    echo "== $target, $seconds seconds"
    "target/$host/release/$target" "corpus/$target" "seeds/$target" $dictionary \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=8192 \
        -print_final_stats=1 -artifact_prefix="artifacts/$target/"
done
