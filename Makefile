# The two commands of the README are `make run` and `make test`; both do all their own set-up.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

export SWIFT ?= swift
PYTHON ?= python3
PREFIX ?= /usr/local
DESTDIR ?=

comma := ,

BINARY := .build/release/anicca
# The standard library inside, so that a board needs no Swift; debug information kept beside (see `stripped`).
# lld and packed relocations save 2 MB of file and of memory written at start (glibc 2.36, Debian 12, or newer).
# What a conversation needs is loaded when one is near (Sources/CLateLibraries): to the linker it is not there.
LATE := nice gio-2.0 gobject-2.0 glib-2.0 ssl crypto srtp2 usrsctp opus curl websockets cap
LINKED := $(SWIFT_SDK:%=--swift-sdk %) -c release --static-swift-stdlib -Xswiftc -use-ld=lld \
	-Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs \
	$(LATE:%=-Xlinker --remap-inputs=*/lib%.so=/dev/null)
export RELEASE := $(LINKED) --product anicca
export STRIP := strip
BENCH_TOOL := $(BINARY)-bench
FORMATTED := Package.swift Sources Tests gateway/Package.swift gateway/Sources gateway/Tests \
	gateway/Fleet/Package.swift gateway/Fleet/Sources
# The gateway is a package of its own, so that the speaker never resolves a server framework.
GATEWAY := $(SWIFT) build --package-path gateway
DOCUMENTED := Bedside Sleepers System Sound Board Store PeerConnection Realtime Recording Cloud Appliance

# For another kind of machine than this: SWIFT_SDK, a name of `swift sdk list` (deploy/swift-sdk-arm64.sh makes one).
# Its folder has the other machine's libraries, for pkg-config, the linker, dpkg-shlibdeps and the emulator.
ifdef SWIFT_SDK
CROSS := aarch64-linux-gnu
export SYSROOT := $(shell $(SWIFT) sdk configure --show-configuration $(SWIFT_SDK) aarch64-unknown-linux-gnu | \
	sed -n 's/^sdkRootPath: //p')
export PKG_CONFIG_SYSROOT_DIR := $(SYSROOT)
export PKG_CONFIG_PATH := $(SYSROOT)/usr/lib/$(CROSS)/pkgconfig:$(SYSROOT)/usr/share/pkgconfig
export DEB_HOST_ARCH := arm64
export CC := $(dir $(realpath $(shell command -v $(SWIFT))))clang --target=$(CROSS) --sysroot=$(SYSROOT) -fuse-ld=lld
export STRIP := $(CROSS)-strip
export EMULATOR := qemu-aarch64
export QEMU_LD_PREFIX := $(SYSROOT)
TO_ROOT := --preserve-env=SYSROOT,DEB_HOST_ARCH,CC,STRIP,EMULATOR,QEMU_LD_PREFIX
endif

.PHONY: help run test test-conversations test-deploy test-system test-debian13 build stripped bench bench-peers bench-memory board
.PHONY: gateway test-gateway test-gateway-package deb-gateway test-account bench-gateway bench-fleet test-board torture soak fuzz peer lint format docs requirements coverage install uninstall deb package clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' Makefile

run: ## set up, build, and start the speaker in this terminal
	@deploy/setup-debian.sh --for build,run
	@$(SWIFT) build $(RELEASE)
	@exec $(BINARY) run --board terminal

test: ## set up, then every test but what `make soak` has; ends with `N passed, N failed` (40 min; CONTRIBUTING.md)
	@deploy/setup-debian.sh --for test$(if $(PARTS),,$(comma)browser)$(if $(filter-out no,$(WITH_BOARD) $(WITH_SYSTEM)),$(comma)board)$(if $(filter-out no,$(WITH_GATEWAY)),$(comma)gateway)
	@WITH_BOARD=$(or $(WITH_BOARD),no) WITH_SYSTEM=$(or $(WITH_SYSTEM),no) WITH_GATEWAY=$(or $(WITH_GATEWAY),no) \
		WITH_FUZZ=$(or $(WITH_FUZZ),yes) .ci/test

build: ## set up, then the release binary: .build/release/anicca (SWIFT_SDK: for arm64, on another machine)
	@deploy/setup-debian.sh --for $(if $(SWIFT_SDK),cross,build)
	@$(SWIFT) build $(RELEASE)
	@$(MAKE) stripped

stripped: # what would be shipped, and its size
	@$(STRIP) -o $(BINARY).stripped $(BINARY)
	@stat -L --format='$(BINARY): %s bytes' $(BINARY)
	@stat --format='$(BINARY).stripped: %s bytes' $(BINARY).stripped

bench: ## measure; a table, and bench.json
	@deploy/setup-debian.sh --for test
	@$(SWIFT) build $(RELEASE)
	@$(SWIFT) build $(LINKED) --product anicca-bench
	@$(PYTHON) Tests/Bench/bench.py --binary $(BINARY) --output bench.json

bench-peers: ## CPU and memory of a conversation beside aiortc's and GStreamer's
	@deploy/setup-debian.sh --for test,bench-peers
	@$(SWIFT) build $(LINKED) --product anicca-bench
	@$(PYTHON) Tests/Bench/peers_cpu.py --peers-python "$$(Tests/Peers/make_venv.sh)" \
		--ours '$(BENCH_TOOL) converse --base {base} --key {key} --seconds {seconds}'

bench-memory: ## score the memory's dialogues, and measure it on the real program: kill -9, forgetting, ends of talks
	@deploy/setup-debian.sh --for test
	@$(SWIFT) build --build-tests
	@$(SWIFT) build $(RELEASE)
	@exec "$$(Tests/Peers/make_venv.sh)" Tests/Memory/bench.py --binary $(BINARY) $(MEMORY)

# What protects an alarm for longer than a change waits: `make test` has some of each.
soak: ## 1,000 rounds of torture, 200 power cuts, 30 nights, every scenario, fuzzing 10 min each (3 h)
	@$(MAKE) torture
	@$(MAKE) test-board BOARD='random_power_cuts --cuts 200'
	@$(MAKE) test-board BOARD='nights_ --nights 30'
	@$(MAKE) test-board
	@$(MAKE) test-system
	@$(MAKE) test-conversations
	@$(MAKE) test-account
	@$(MAKE) fuzz

torture: ## kill the release binary at 1,000 random instants (5 min; TORTURE_ROUNDS, TORTURE_SEED)
	@deploy/setup-debian.sh --for test
	@$(SWIFT) build $(RELEASE)
	@$(PYTHON) Tests/Torture/torture.py --binary $(BINARY)

board: ## the virtual board (QEMU, real ALSA and GPIO) with its panel in this terminal
	@deploy/setup-debian.sh --for test,board
	@$(SWIFT) build $(RELEASE)
	@exec "$$(Tests/Peers/make_venv.sh)" Tests/VirtualBoard/panel.py --binary $(BINARY)

test-board: ## every scenario on the virtual board: power cuts, speakers, clocks, disks, a gateway (25 min; BOARD_CUTS, BOARD_SEED)
	@deploy/setup-debian.sh --for test,board,gateway
	@$(SWIFT) build $(RELEASE)
	@$(GATEWAY)
	@exec "$$(Tests/Peers/make_venv.sh)" Tests/VirtualBoard/run.py --binary $(BINARY) \
		--gateway "$$($(GATEWAY) --show-bin-path)/anicca-gateway" $(BOARD)

test-conversations: ## every live conversation with the stand-in for the service (13 min)
	@deploy/setup-debian.sh --for test
	@$(SWIFT) build $(RELEASE)
	@exec "$$(Tests/Peers/make_venv.sh)" Tests/Conversation/run.py --binary $(BINARY) $(CONVERSATION)

test-deploy: ## the package: built, installed in a bare Debian, set up over SSH, upgraded, purged (5 min; root; SWIFT_SDK)
	@deploy/setup-debian.sh --for test$(if $(SWIFT_SDK),$(comma)cross)
	@[ "$$(id -u)" = 0 ] || sudo='sudo $(TO_ROOT)'; $${sudo-} $(PYTHON) Tests/Deploy/run.py --binary $(BINARY)

test-debian13: ## build, unit tests and package in a Debian 13, on Debian 12 or 13 (root; PARTS, as in .ci/test)
	@deploy/setup-debian.sh --for test
	@$(SWIFT) package resolve
	@[ "$$(id -u)" = 0 ] || sudo=sudo; $${sudo-} $(PYTHON) Tests/Deploy/debian13.py \
		--swift "$$(command -v $(SWIFT))" --peers-python "$$(Tests/Peers/make_venv.sh)" $(PARTS)

test-system: ## both packages on a whole Debian with systemd on the virtual board: boot, sandbox, SSH, hangs, power (9 min after building; root)
	@deploy/setup-debian.sh --for test,board,gateway
	@$(SWIFT) build $(RELEASE)
	@$(GATEWAY) -c release --static-swift-stdlib --product anicca-gateway
	@[ "$$(id -u)" = 0 ] || sudo=sudo; python="$$(Tests/Peers/make_venv.sh)"; \
		gateway="$$($(GATEWAY) -c release --show-bin-path)/anicca-gateway"; \
		$${sudo-} "$$python" Tests/System/run.py --binary $(BINARY) --gateway "$$gateway" $(SYSTEM)

fuzz: ## libFuzzer on everything that is read from outside, 10 min each (1 h 30 min; FUZZ_SECONDS)
	@deploy/setup-debian.sh --for test
	@$(PYTHON) Tests/Fuzz/run.py

peer: ## the stand-in for the online service, by hand; prints the line to start the speaker with
	@deploy/setup-debian.sh --for test
	@exec "$$(Tests/Peers/make_venv.sh)" Tests/Peers/realtime_service $(PEER)

lint: ## swift-format, strict; shell and Python must parse
	@$(SWIFT) format lint --strict --parallel --recursive --configuration .swift-format $(FORMATTED)
	@for script in .ci/run .ci/test deploy/*.sh Tests/VirtualBoard/*.sh; do bash -n "$$script"; done
	@for script in deploy/keep-state deploy/ssh-provision deploy/debian/p* Tests/System/guest/{init,board-agent}; do \
		sh -n "$$script"; done
	@$(PYTHON) -c 'import ast, pathlib, sys; [ast.parse(pathlib.Path(p).read_text(), p) for p in sys.argv[1:]]' \
		$$(find Sources Tests board docs Prompts deploy gateway -name '*.py' -not -path '*/.build/*')

gateway: ## the gateway of a household: set up, built, started on SQLite on loopback (GATEWAY_STATE)
	@deploy/setup-debian.sh --for gateway
	@$(GATEWAY) -c release --static-swift-stdlib --product anicca-gateway
	@exec gateway/household.sh "$$($(GATEWAY) -c release --show-bin-path)/anicca-gateway"

test-gateway: ## every test of the gateway, on SQLite and on a PostgreSQL of its own; ends with `N passed, N failed` (10 min)
	@deploy/setup-debian.sh --for gateway,browser
	@gateway/Tests/run

test-gateway-package: ## the gateway's package, installed in a bare Debian; nginx and Caddy; backup (root; 3 min after building)
	@deploy/setup-debian.sh --for gateway-package
	@$(GATEWAY) --product anicca-gateway
	@[ "$$(id -u)" = 0 ] || sudo=sudo; $${sudo-} gateway/Tests/with-postgres gateway/Tests/package.py \
		--binary "$$($(GATEWAY) --show-bin-path)/anicca-gateway" $(PARTS)

deb-gateway: ## the gateway's Debian package: .build/deb/
	@deploy/setup-debian.sh --for gateway
	@$(GATEWAY) -c release --static-swift-stdlib --product anicca-gateway
	@gateway/deploy/deb.sh "$$($(GATEWAY) -c release --show-bin-path)/anicca-gateway" .build/deb $(DEB_VERSION)

test-account: ## a speaker and its gateway, end to end: sign-in, talks, no minute left, a gateway that dies, a voice (5 min after building)
	@deploy/setup-debian.sh --for test,gateway
	@$(SWIFT) build $(RELEASE)
	@$(GATEWAY)
	@"$$(Tests/Peers/make_venv.sh)" Tests/Account/run.py --binary $(BINARY) --gateway "$$($(GATEWAY) --show-bin-path)/anicca-gateway" $(ACCOUNT)

bench-gateway: ## measure the gateway on both databases, beside FastAPI and Go, and what it adds to a talk; a table, and gateway/bench.json (45 min; QUICK=yes, LONG=yes)
	@deploy/setup-debian.sh --for test,gateway-bench
	@$(GATEWAY) -c release --static-swift-stdlib --product anicca-gateway
	@FSYNC=on gateway/Tests/with-postgres gateway/Tests/bench.py \
		--binary "$$($(GATEWAY) -c release --show-bin-path)/anicca-gateway" --output gateway/bench.json \
		$(if $(filter-out no,$(QUICK)),--quick) $(if $(filter-out no,$(LONG)),--long)
	@$(SWIFT) build $(RELEASE)
	@"$$(Tests/Peers/make_venv.sh)" Tests/Bench/gateway.py --binary $(BINARY) \
		--gateway "$$($(GATEWAY) -c release --show-bin-path)/anicca-gateway" $(if $(filter-out no,$(QUICK)),--quick)

bench-fleet: ## 06:00 of a whole fleet, three times: alone, with a provider's limit, with a gateway that is killed (FLEET_SPEAKERS)
	@deploy/setup-debian.sh --for gateway
	@# Not with Swift's library inside: the virtual clock is for the gateway's own code alone.
	@$(GATEWAY) -c release --product anicca-gateway
	@$(SWIFT) build --package-path gateway/Fleet -c release
	@code=0; for scenario in morning limit outage; do \
		"$$($(SWIFT) build --package-path gateway/Fleet -c release --show-bin-path)/gateway-fleet" \
			--gateway "$$($(GATEWAY) -c release --show-bin-path)/anicca-gateway" --speakers $(or $(FLEET_SPEAKERS),100000) \
			--sign-ins 100 --scenario $$scenario --svg gateway/fleet-$$scenario.svg || code=1; \
	done; exit $$code

docs: ## every target's article and symbols as web pages: .build/documentation
	@deploy/setup-debian.sh --for build
	@# The plugin is resolved for this alone, so Package.resolved stays as it was.
	@cp Package.resolved .build/Package.resolved.kept; \
	trap 'mv .build/Package.resolved.kept Package.resolved' EXIT; \
	ANICCA_DOCUMENTATION=yes $(SWIFT) package --scratch-path .build/docs \
		--allow-writing-to-directory .build/documentation generate-documentation \
		$(DOCUMENTED:%=--target %) --enable-experimental-combined-documentation \
		--output-path .build/documentation
	@echo 'to read it: $(PYTHON) -m http.server -d .build/documentation'

requirements: ## write the tests into the last column of REQUIREMENTS.md, and check it
	@$(PYTHON) Tests/Docs/requirements.py --write

format: ## rewrite the Swift files as the linter wants them
	@$(SWIFT) format --in-place --parallel --recursive --configuration .swift-format $(FORMATTED)

coverage: ## line coverage of the core; fails under 97 %
	@deploy/setup-debian.sh --for test
	@$(SWIFT) test --scratch-path .build/coverage --enable-code-coverage --filter BedsideTests
	@$(PYTHON) Tests/Bench/coverage.py --under Sources/Bedside --at-least 97 \
		"$$($(SWIFT) test --scratch-path .build/coverage --show-codecov-path)"

install: ## copy what `make build` made to PREFIX (default /usr/local; DESTDIR honoured)
	@[ -x $(BINARY) ] || { echo 'install: no $(BINARY) yet: type "make build" first, without sudo' >&2; exit 69; }
	@deploy/install.sh '$(BINARY)' '$(DESTDIR)' '$(PREFIX)'

uninstall: ## remove what `make install` copied; state in /var/lib/anicca and /etc/anicca stays
	@deploy/install.sh --remove '$(DESTDIR)' '$(PREFIX)'

deb: build ## the Debian package: .build/deb/ (SWIFT_SDK: for arm64, on another machine)
	@$(MAKE) package

package: # of what `make build` made; DEB_VERSION where it shall not be the program's own
	@# The one before is what an owner may want to go back to.
	@mkdir -p .build/deb/earlier
	@find .build/deb -maxdepth 1 -name '*.deb' -exec mv -t .build/deb/earlier {} +
	@LATE='$(LATE)' deploy/deb.sh $(BINARY) .build/deb $(DEB_VERSION)

clean: ## remove everything built
	rm -rf .build bench.json
