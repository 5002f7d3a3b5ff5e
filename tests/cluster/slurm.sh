# shellcheck shell=bash disable=SC2154
# Starts and stops a real Slurm of one node, beside any that the machine may have: its own
# ports on the loopback, its own keys, and all of its files in the folder $state.
# To be sourced by a bash script.

PATH=$PATH:/usr/sbin

install_slurm() {
    type slurmctld slurmd srun munged &>/dev/null ||
        "$(dirname "${BASH_SOURCE[0]}")/../install" slurmctld slurmd slurm-client munge
}

start_slurm() {
    local host controller_port node_port
    host=$(hostname -s)
    controller_port=$(free_port)
    node_port=$(free_port)
    mkdir -p "$state"/{munge,controller,node}
    sed -e "s|@HOST@|$host|; s|@USER@|$(id -un)|; s|@STATE@|$state|g" \
        -e "s|@CONTROLLER_PORT@|$controller_port|; s|@NODE_PORT@|$node_port|" \
        "$(dirname "${BASH_SOURCE[0]}")/slurm.conf" >"$state/slurm.conf"
    export SLURM_CONF=$state/slurm.conf

    head -c 128 /dev/urandom >"$state/munge/key"
    chmod 600 "$state/munge/key"
    chmod 755 "$state" "$state/munge"
    daemons=()
    start_daemon munged --foreground --key-file="$state/munge/key" --socket="$state/munge/socket" \
        --pid-file="$state/munge/pid" --seed-file="$state/munge/seed"
    await 10 test -S "$state/munge/socket"
    start_daemon slurmctld -D
    await 20 node_is unknown down idle
    start_daemon slurmd -D
    await 20 node_is idle
}

stop_slurm() {
    # Jobs first: the node's helpers end with them.
    scancel --user="$(id -un)" 2>/dev/null
    await 10 no_job_left
    kill "${daemons[@]}" 2>/dev/null
    await 10 no_daemon_left || kill -9 "${daemons[@]}"
}

start_daemon() {
    "$@" >"$state/$1.out" 2>&1 &
    daemons+=($!)
}

node_is() {
    local now
    now=$(sinfo --noheader --format=%T 2>/dev/null)
    [[ -n $now && " $* " == *" ${now%[*$~#]} "* ]]
}

no_job_left() {
    [[ -z $(squeue --noheader 2>/dev/null) ]]
}

no_daemon_left() {
    ! kill -0 "${daemons[@]}" 2>/dev/null
}

# A port that nothing listens on.
free_port() {
    local port
    while :; do
        port=$((20000 + RANDOM % 12000))
        (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
    done
    echo "$port"
}

# await SECONDS COMMAND...: tries the command until it succeeds.
await() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        if ((SECONDS >= end)); then
            echo "waited too long for: $*" >&2
            return 1
        fi
        sleep 0.1
    done
}
