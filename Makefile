# Everyday commands and the staged batch jobs.
#   make run CONFIG=configs/4x5.toml THREADS=2
CONFIG  ?= configs/4x4.toml
THREADS ?=
METRIC  ?=
FLAGS   := $(if $(THREADS),--threads $(THREADS)) $(if $(METRIC),--metric $(METRIC))
ANTIPODE := target/release/antipode
# How tests are built, and the program as they build it, without what only benchmarks need. Lints
# look at the same profile, so that macros and build scripts are built once.
CARGO_TEST := cargo test --profile checked --locked --workspace --exclude antipode-bench
CHECKED := target/checked/antipode
CLIPPY := cargo clippy --profile checked --locked --all-targets

.PHONY: help build run enumerate search merge export gallery status test test-long test-cluster \
        test-web test-wasm wasm lint audit bench fillboard clean FORCE

help: ## list these commands
	@grep -hE '^[a-z -]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /|/' | \
	  awk -F'|' '{ printf "  make %-37s %s\n", $$1, $$2 }'
	@echo "  CONFIG=FILE, METRIC=NAME and THREADS=N choose the batch, how it counts, and its threads."

build: ## build the program
	cargo build --release --locked -p antipode

run: build ## do a whole batch (the 4x4 grid unless CONFIG says otherwise)
	$(ANTIPODE) run $(CONFIG) $(FLAGS)

enumerate search merge export status: build ## one stage of a batch
	$(ANTIPODE) $@ $(CONFIG) $(FLAGS)

gallery: build ## a page of the hardest puzzles of a batch, to look at and to play
	$(ANTIPODE) $@ $(CONFIG) $(if $(METRIC),--metric $(METRIC))

test: lint ## all quick tests, with lints
	@./tests/timed "tests" $(CARGO_TEST)

test-long: ## the tests that take minutes, and lints of the benchmarks
	@./tests/timed "clippy of benchmarks" $(CLIPPY) -p antipode-bench -- -D warnings
	@./tests/timed "long tests" $(CARGO_TEST) -- --ignored

$(CHECKED): FORCE
	$(CARGO_TEST) --no-run

test-cluster: $(CHECKED) ## batches as job arrays on a real Slurm of one node, started for the test
	@./tests/timed "cluster" ./tests/cluster/run.sh $(CHECKED)

test-web: $(CHECKED) ## pages of the gallery in a real browser; screenshots go to target/web
	@./tests/timed "web" ./tests/web/run.sh $(CHECKED) target/web

# The solvers of the pages. The built file is committed, so that nobody needs the target who does
# not change them; it tells no folder of the machine that built it. A fingerprint of its sources is beside it: lints
# compare that one, as another compiler than the one that built it would make other bytes.
WASM := wasm32-unknown-unknown
SOLVER := crates/gallery/src/page/solver.wasm.gz
SOLVER_SOURCES := crates/gallery/src/page/solver.sources
BUILT_SOLVER := target/$(WASM)/wasm/antipode_web.wasm
SOURCES = $(wildcard $(or $(CARGO_HOME),$(HOME)/.cargo)/registry/src/*)
$(BUILT_SOLVER): FORCE
	@rustup target list --installed | grep -qx $(WASM) || rustup target add $(WASM)
	RUSTFLAGS="$(SOURCES:%=--remap-path-prefix=%=)" cargo rustc --locked --profile wasm \
	  --target $(WASM) -p antipode-web --lib --crate-type cdylib

wasm: $(BUILT_SOLVER) ## build the solvers of the pages, crates/web, into the page's sources
	gzip -9nc $(BUILT_SOLVER) > $(SOLVER)
	./tests/solver-sources > $(SOLVER_SOURCES)

test-wasm: $(BUILT_SOLVER) ## the solvers of the pages are, byte for byte, those that this compiler builds
	gunzip -c $(SOLVER) | cmp - $(BUILT_SOLVER) || \
	  { echo "they are others: make wasm, and commit $(dir $(SOLVER))solver.*"; false; }

lint: ## formatting, imports, solvers, clippy and documentation, warnings denied
	@./tests/timed "format" cargo fmt --all --check
	@./tests/timed "circles" ./tests/circles
	@./tests/solver-sources | cmp -s - $(SOLVER_SOURCES) || \
	  { echo "the solvers of the pages are of other sources: make wasm, and commit $(dir $(SOLVER))solver.*"; false; }
	@./tests/timed "clippy" $(CLIPPY) --workspace --exclude antipode-bench -- -D warnings
	@RUSTDOCFLAGS="-D warnings" ./tests/timed "rustdoc" \
	  cargo doc --profile checked --locked --workspace --exclude antipode-bench --no-deps --document-private-items

audit: ## licences, bans and advisories of the dependencies
	@command -v cargo-deny > /dev/null || cargo install --locked cargo-deny
	cargo deny check licenses bans sources
	@cargo deny check advisories || echo "advisories: not checked (no access to the database?)"

bench: ## benchmarks of the engines
	$(CLIPPY) -p antipode-bench -- -D warnings
	cargo bench --locked -p antipode-bench

fillboard: ## make the 4x4 boards by fillboard and compare them with the packing generator's
	cargo test --profile checked --locked -p antipode-families --test all -- --ignored \
	  facts::fillboard_and_packing_make_the_same_boards_of_4x4

clean: ## remove what was built; results in out/ stay
	cargo clean
