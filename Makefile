# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
#
# Names for what Scripts/ and the package manager do; `make help` lists them.

CONFIGURATION ?= debug
PREFIX ?= /usr/local
# Further arguments for every `swift build` and `swift test`, such as --sanitize=thread.
SWIFT_BUILD_FLAGS ?=
# Nobody debugs what CI has built, and nobody changes a file of it: debug information takes a fifth of the
# compilers' time, and a compiler for each half of a module's files another fifth. The index stays: SwiftPM
# finds tests by it. Scripts have the same from common.sh.
ifdef CI
SWIFT_BUILD_FLAGS += -debug-info-format none -Xswiftc -disable-batch-mode \
	-Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc $(shell nproc)
endif

export CONFIGURATION PREFIX DESTDIR
# Tests at once. All of them at once share two threads of Swift's, and their time limits run
# while they wait for one.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 6
# Seconds of fuzzing for each target.
FUZZ_SECONDS ?= 60
# Seconds of new seeds for the simulation of the host.
SIMULATION_SECONDS ?= 60

# Two builds at once would wait for each other's lock.
.NOTPARALLEL:

swift_build = swift build -c $(CONFIGURATION) $(SWIFT_BUILD_FLAGS)
# The SDK is a package of its own: its modules carry Apple's names, which no other package may see.
sdk_build = $(swift_build) --package-path SDK

.PHONY: help
help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: dependencies
dependencies: ## install the Debian packages that are missing, and check the Swift version
	@Scripts/install-dependencies.sh

.PHONY: build
build: ## build the tool, the worker, the symboliser and the Swift SDK (CONFIGURATION=debug|release)
	$(swift_build) --product belfry
	$(swift_build) --product belfry-worker
	$(swift_build) --product belfry-symbolise
	$(sdk_build) --product UserNotifications

.PHONY: daemon
daemon: dependencies build ## also the daemon belfryd, the notification centre over HTTP
	$(swift_build) --product belfryd

.PHONY: center
center: daemon ## start the daemon with sample apps, send one notification of each kind, show what became of them
	@CONFIGURATION=$(CONFIGURATION) Scripts/center.sh

.PHONY: sdk
sdk: dependencies build sdk-archive ## also what fewer need: CryptoKit, Combine, and the parts of `belfry build --static`
	Scripts/build-modules.sh SDK/.build/$(CONFIGURATION)

.PHONY: sdk-archive
sdk-archive: build
	Scripts/archive-library.sh SDK/.build/$(CONFIGURATION) UserNotifications

.PHONY: run
run: dependencies build ## see one notification go through one extension
	@Scripts/demo.sh

.PHONY: test-dependencies
test-dependencies: ## the same, with what the tests' own programs need
	@Scripts/install-dependencies.sh --tests

.PHONY: test
test: test-dependencies lint check sdk-archive pages ## everything that must hold; ends with the test runner's summary
	Scripts/check-orders.sh
	Scripts/check-products.sh $(SWIFT_BUILD_FLAGS)
	Scripts/check-install.sh
	Scripts/center.sh --once
	Scripts/docs.sh
	$(swift_build) --product center-probe
	Scripts/center-power-loss.sh
	BELFRY_FUZZ_SECONDS=4 BELFRY_SIMULATION_SECONDS=$(SIMULATION_SECONDS) BELFRY_CENTER_SECONDS=$(SIMULATION_SECONDS) Scripts/test.sh -c $(CONFIGURATION) $(SWIFT_BUILD_FLAGS)

.PHONY: simulate
simulate: dependencies ## simulate whole hosts, a minute after a release build (SIMULATION_SECONDS=N), or one of them (SEED=N)
	Scripts/simulate.sh $(if $(SEED),--seed $(SEED),--seconds $(SIMULATION_SECONDS))

.PHONY: fuzz
fuzz: test-dependencies ## attack the readers of untrusted bytes, a minute each (FUZZ_SECONDS=N)
	Scripts/fuzz.sh --seconds $(FUZZ_SECONDS)

.PHONY: sanitize
sanitize: test-dependencies ## the tests with AddressSanitizer, then with ThreadSanitizer
	Scripts/sanitize.sh

.PHONY: check-workflow
check-workflow: test-dependencies build ## do what the workflow for authors does, step by step
	Scripts/check-workflow.sh

.PHONY: check-package
check-package: test-dependencies build ## test, bundle and run an extension in a package of its own; minutes the first time
	Scripts/check-package.sh

.PHONY: check-embedding
check-embedding: test-dependencies build ## host extensions in programs of their own, by the library Belfry; minutes the first time
	Scripts/check-embedding.sh

.PHONY: check-clone
check-clone: test-dependencies ## build, test and run in fresh clones, in orders in which each step comes first once; hours
	Scripts/check-clone.sh

.PHONY: check-api
check-api: daemon ## have schemathesis ask belfryd for all that its description has, a minute (BELFRY_API_SECONDS)
	Scripts/check-api.sh

.PHONY: check-page
check-page: daemon ## look at the daemon's page in Chromium with axe-core, and do its jobs, at three widths, with 10,000 notifications (BELFRY_PAGE_COUNT)
	Scripts/check-web-page.sh

.PHONY: check-install
check-install: sdk daemon pages ## install into a directory, look at the units and the completions, remove all
	@Scripts/install-dependencies.sh --install
	Scripts/check-install.sh

.PHONY: docs
docs: dependencies pages ## write the documentation as a site that needs no server, .build/site
	@Scripts/install-dependencies.sh --docs
	Scripts/docs.sh

.PHONY: check-documentation
check-documentation: dependencies ## make the reference of the library Belfry, warnings as errors
	Scripts/check-documentation.sh

.PHONY: hostile
hostile: test-dependencies build ## everything an extension may try, as this user and as an ordinary one
	$(swift_build) --build-tests
	Scripts/hostile.sh

.PHONY: hostile-without-namespaces
hostile-without-namespaces: test-dependencies build ## the same where the kernel refuses to make a namespace
	$(swift_build) --build-tests
	Scripts/hostile.sh --without-namespaces

.PHONY: hostile-vm
hostile-vm: test-dependencies build ## the same in a virtual machine: with a cgroup v2, and without user namespaces; an hour
	$(swift_build) --build-tests
	Scripts/hostile-vm.sh

.PHONY: soak
soak: test-dependencies build ## good and hostile extensions mixed, 20,000 runs (BELFRY_SOAK_RUNS, BELFRY_SOAK_SEED)
	$(swift_build) --build-tests
	Scripts/soak.sh

.PHONY: kill-apns
kill-apns: test-dependencies build ## kill the daemon while 10,000 pushes arrive, minutes (BELFRY_APNS_PUSHES=N)
	$(swift_build) --build-tests
	Scripts/kill-apns.sh

.PHONY: power-loss
power-loss: test-dependencies ## cut the power under the notification centre at each acknowledgement and sync; root
	$(swift_build) --product center-probe
	Scripts/center-power-loss.sh

.PHONY: prove-center
prove-center: test-dependencies build ## end the centre at every write and sync, each recovery too, and 10,000 pushes at once with crashing extensions, two hours (BELFRY_CENTER_PART=3/8 takes an eighth of the recoveries)
	$(swift_build) --build-tests
	BELFRY_CENTER_CRASH=all BELFRY_CENTER_BURST=10000 swift test --skip-build --disable-xctest \
		-c $(CONFIGURATION) $(SWIFT_BUILD_FLAGS) --filter '(CrashTests|EndedProcessTests)/'

.PHONY: check-desktop
check-desktop: test-dependencies build ## show notifications by dunst and xfce4-notifyd on a screen of the tests' own, click there, and flood an intercepted server for 10 s (BELFRY_INTERCEPT_SECONDS)
	$(swift_build) --build-tests
	CI=1 BELFRY_INTERCEPT_SECONDS=$${BELFRY_INTERCEPT_SECONDS:-10} swift test --skip-build --disable-xctest \
		-c $(CONFIGURATION) $(SWIFT_BUILD_FLAGS) \
		--filter '(DesktopScreenTests|InterceptTests.*(thousand|flood))'

.PHONY: cross-bundle
cross-bundle: test-dependencies ## hostile and honest bundles in one host, 20 minutes after a release build (BELFRY_CROSS_SECONDS, BELFRY_CROSS_SEED)
	Scripts/cross-bundle.sh

.PHONY: bench
bench: dependencies ## measure against this machine's own limits, a minute after a release build
	Scripts/bench.sh

.PHONY: bench-peers
bench-peers: dependencies ## install what bench compares Belfry with besides: Debian packages, and wheels from PyPI
	Scripts/bench-peers.sh --install

.PHONY: bench-budgets
bench-budgets: dependencies ## measure how far past each budget an extension gets, fifteen minutes after a release build
	Scripts/bench-budgets.sh

.PHONY: bench-bundles
bench-bundles: dependencies ## measure what more bundles in one host do to each, with a page of curves
	Scripts/bench-bundles.sh

.PHONY: bench-center
bench-center: dependencies ## measure the notification centre beside bare SQLite, three minutes after a release build
	CONFIGURATION=release Scripts/bench-center.sh

.PHONY: bench-apns
bench-apns: dependencies ## measure the push endpoint beside nghttpd and Go's net/http, two minutes after a release build
	@Scripts/install-dependencies.sh --tests --peers
	CONFIGURATION=release Scripts/bench-apns.sh

.PHONY: bench-meter
bench-meter: dependencies ## hold what is measured of known work against other meters, two minutes after a release build
	Scripts/bench-meter.sh

.PHONY: pages
pages: build ## write the pages that are built from the code, .build/pages: verdicts, the SDK's symbols
	$(swift_build) --product sdk-reference
	CONFIGURATION=$(CONFIGURATION) Scripts/pages.sh

.PHONY: lint
lint: ## check formats, scripts and stray paths
	Scripts/lint.sh

.PHONY: check
check: ## check what needs no build: what rooms may know, comments, pages, the kits for C, C++ and Rust, and what names them
	Scripts/check-rooms.sh
	Scripts/check-comments.py
	Scripts/check-pages.py
	Scripts/check-messages.py
	python3 Scripts/host-mutants.py --check
	python3 Scripts/center-mutants.py --check
	Scripts/check-headers.sh
	Scripts/check-rust.sh
	Scripts/check-layout.sh
	Scripts/check-views.sh
	Scripts/check-release.sh

.PHONY: format
format: ## format Swift, C and Go sources in place
	Scripts/format.sh

.PHONY: install
install: dependencies ## build for release and install under PREFIX (and DESTDIR)
	@Scripts/install-dependencies.sh --install
	$(MAKE) sdk daemon pages CONFIGURATION=release
	CONFIGURATION=release Scripts/install.sh

.PHONY: uninstall
uninstall: ## remove what install put under PREFIX
	Scripts/install.sh --uninstall

.PHONY: package
package: dependencies ## build for release and make packages for Debian and a tarball, in .build/packages
	@Scripts/install-dependencies.sh --install --packages
	$(MAKE) sdk daemon pages CONFIGURATION=release
	Scripts/package.sh

.PHONY: release
release: ## write the changelog's heading, make the packages and the text of the tag (VERSION=1.2.3)
	@Scripts/release.sh "$(VERSION)"

.PHONY: check-packages
check-packages: package ## install, use and remove the packages in a Debian made for it; root, minutes
	@Scripts/install-dependencies.sh --fresh
	Scripts/check-packages.sh

.PHONY: clean
clean: ## remove what was built; fetched packages stay
	swift package clean
	swift package --package-path SDK clean
	rm -rf .build/demo .build/fuzz .build/asan .build/tsan SDK/.build/asan SDK/.build/tsan
