#!/usr/bin/env bash
# Runs batches as job arrays on a throwaway Slurm, stops and kills tasks, and compares every file
# with that of a run on one machine. Usage: run.sh [ANTIPODE]
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
antipode=$(realpath "${1:-$here/../../target/release/antipode}") || exit
configs=$(cd "$here/../../configs" && pwd)
state=$(mktemp -d "${TMPDIR:-/tmp}/antipode-cluster-XXXXXX") || exit
# A name that shows whether every word is quoted.
out="$state/100% of it's"
. "$here/slurm.sh"

daemons=()
passed=0
failed=0
finish() {
    (($? == 0 || failed > 0)) || failed=1
    trap - EXIT
    stop_slurm
    rm -rf "$state"
    echo "seconds=$SECONDS"
    echo "cluster: $passed passed, $failed failed"
    exit $((failed > 0))
}
trap finish EXIT
trap 'failed=$((failed + 1)); finish' INT TERM

# check WHAT COMMAND...: counts whether the command succeeds; the rest may rely on what failed.
check() {
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        echo "ok: $what"
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        tail -n 20 "$state"/*.log "$out"/*/slurm/*.log
        exit 1
    fi
}

# value KEY: the value of a line `KEY=value` of standard input.
value() {
    sed -n "s/^$1=//p"
}

# job FIELD JOB: a field of what Slurm knows about a job.
job() {
    scontrol --oneliner show job "$2" | grep -o "\b$1=[^ ]*" | cut -d= -f2
}

job_is() {
    [[ $(job JobState "$2") == "$1" ]]
}

job_is_over() {
    [[ $(job JobState "$1") =~ COMPLETED|FAILED|CANCELLED|TIMEOUT|NODE_FAIL ]]
}

# Whether a part, such as 2/4, is being searched; tells by which process in $searcher.
is_searched() {
    searcher=$(pgrep --full --oldest -- "^$antipode search .*--out=$out .*--shard=$1 ")
}

# The same files, byte for byte; times differ, and a run on one machine writes no job logs.
# Which puzzles a shard tells depends on which shards were done before it; there are the same ones.
same_files() {
    diff --recursive --brief --exclude=timing.json --exclude=slurm --exclude=shards "$state/one/$1" "$out/$1" &&
        diff <(ls "$state/one/$1/shards") <(ls "$out/$1/shards")
}

check "Slurm is there" install_slurm
check "Slurm starts" start_slurm

# The whole 3x4 grid, a task having the node for itself.
threexfour=("$configs/3x4.toml" --quiet)
"$antipode" run "${threexfour[@]}" --out "$state/one" >/dev/null
submitted=$("$antipode" submit "${threexfour[@]}" --out "$out" \
    --engine slurm --time 10 --nodes 1)
check "3x4 is submitted" test -n "$submitted"
merge=$(value merge_job <<<"$submitted")
check "3x4 ends" await 60 job_is_over "$merge"
check "3x4 is merged" job_is COMPLETED "$merge"
check "3x4 has the files of one machine" same_files 3x4

# A part of the 4x4 grid, two tasks of one thread side by side, four in all.
fourxfour=("$configs/4x4.toml" --pieces 6-9 --quiet)
"$antipode" run "${fourxfour[@]}" --out "$state/one" >/dev/null
submitted=$("$antipode" submit "${fourxfour[@]}" --out "$out" --threads 1 \
    --engine slurm --time 10 --nodes 2 --tasks 4)
check "4x4 is submitted" test -n "$submitted"
array=$(value array_job <<<"$submitted")
merge=$(value merge_job <<<"$submitted")
shards=$(value shards <<<"$submitted")

check "task 1 searches" await 30 is_searched 1/4
check "task 1 is cancelled" scancel "${array}_1"
check "task 2 searches" await 30 is_searched 2/4
check "task 2 is killed" kill -9 "$searcher"
check "task 3 searches" await 30 is_searched 3/4
check "task 3 is told TERM" scancel --signal=TERM "${array}_3"
check "task 4 searches" await 30 is_searched 4/4
check "task 4 is told USR1" scancel --signal=USR1 "${array}_4"

check "the merge comes after them" await 90 job_is_over "$merge"
check "task 1 stayed cancelled" job_is CANCELLED "${array}_1"
check "task 2 failed" job_is FAILED "${array}_2"
for task in 3 4; do
    check "task $task went on by itself" test "$(job Restarts "${array}_$task")" = 1
    check "task $task is complete" job_is COMPLETED "${array}_$task"
done

# How many shards of a task have no result.
missing_of() {
    local count=0 shard
    for ((shard = $1; shard <= shards; shard += 4)); do
        [[ -e $(printf '%s/4x4-pieces-6-9/shards/%04d.json' "$out" "$shard") ]] || count=$((count + 1))
    done
    echo "$count"
}
first=$(missing_of 1)
second=$(missing_of 2)
check "task 1 left shards" test "$first" -gt 0
check "task 2 left shards" test "$second" -gt 0
refusal="cannot merge $((first + second)) of $shards shards.*json is missing"
check "the merge refuses" job_is FAILED "$merge"
check "the merge tells what is missing" grep -q "$refusal" "$out/4x4-pieces-6-9/slurm/merge-$merge.log"

check "tasks 1 and 2 are requeued" scontrol requeue "${array}_1,${array}_2"
check "task 1 is complete" await 60 job_is COMPLETED "${array}_1"
check "task 2 is complete" await 60 job_is COMPLETED "${array}_2"
check "the merge is requeued" scontrol requeue "$merge"
check "the merge succeeds" await 60 job_is COMPLETED "$merge"
check "4x4 has the files of one machine" same_files 4x4-pieces-6-9

# With everything there, submitting again changes nothing.
submitted=$("$antipode" submit "${fourxfour[@]}" --out "$out" --threads 1 --engine slurm)
merge=$(value merge_job <<<"$submitted")
check "4x4 is submitted again" test -n "$merge"
check "it is merged again" await 60 job_is COMPLETED "$merge"
check "its files are the same" same_files 4x4-pieces-6-9

# Tables that take some seconds, whose job is told to stop meanwhile.
printf '%s\n' 'width = 3' 'height = 4' 'top = 2000' 'boards = false' >"$state/tables.toml"
tables=("$state/tables.toml" --quiet)
"$antipode" run "${tables[@]}" --out "$state/one" >/dev/null
submitted=$("$antipode" submit "${tables[@]}" --out "$out" --threads 1 --engine slurm --time 10 --nodes 1)
merge=$(value merge_job <<<"$submitted")
is_exported() {
    pgrep --full -- "^$antipode export .*--out=$out" >/dev/null
}
check "tables are exported" await 60 is_exported
check "their job is told USR1" scancel --signal=USR1 "$merge"
check "it is complete" await 90 job_is COMPLETED "$merge"
check "it went on by itself" test "$(job Restarts "$merge")" = 1
check "its tables are those of one machine" same_files tables
