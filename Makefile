# make demo         what Facelatch does, shown on the sample pictures
# make test         all tests
# make install      the program, its models and the licences under PREFIX; make uninstall removes them
# make docs         pages of the libraries in .build/docs, from their doc comments
# make format       formats the sources; make format-check only looks

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

sources = Package.swift Sources Tests Models
installed = $(DESTDIR)$(PREFIX)

.PHONY: demo build test docs install uninstall format format-check packages clean
.DEFAULT_GOAL := build

demo: build
	@.build/release/facelatch demo

build: packages
	@$(SWIFT) build --configuration release --product facelatch

test: packages
	@$(SWIFT) test --disable-xctest

# One archive for the libraries that the package offers and those whose types stand in their interfaces.
documented = Facelatch LocalAuthentication Policy Store Findings FaceAnalysis Imaging Capture Liveness Matching \
  ErrorRates Inference Platform
tools = $(dir $(realpath $(shell command -v $(SWIFT))))
triple = $(shell $(SWIFT) -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -n 1)

# The package manager's own dump-symbol-graph ends with an error, since it also wants graphs of the runners of tests.
docs: packages
	@$(SWIFT) build
	@rm -rf .build/symbol-graphs .build/docs && mkdir -p .build/symbol-graphs
	@for module in $(documented); do \
	  $(tools)swift-symbolgraph-extract -module-name $$module -target $(triple) -minimum-access-level public \
	    -skip-synthesized-members -I .build/debug/Modules $$(pkg-config --cflags-only-I libpng libjpeg libsodium sqlite3) \
	    $$(printf -- '-Xcc -fmodule-map-file=%s ' Sources/C*/module.modulemap .build/debug/*.build/module.modulemap) \
	    -Xcc -ISources/CImageGuards/include -Xcc -IModels/include -output-dir .build/symbol-graphs || exit 1; \
	done
	@$(tools)docc convert Documentation/Facelatch.docc --additional-symbol-graph-dir .build/symbol-graphs \
	  --output-path .build/docs --transform-for-static-hosting
	@echo "The pages are in .build/docs; serve that folder, for instance with python3 -m http.server --directory .build/docs"

# Linked statically, so that the installed program needs no Swift on the machine.
install: packages
	@$(SWIFT) build --configuration release --product facelatch --static-swift-stdlib --scratch-path .build/static
	install -D -m 755 -s .build/static/release/facelatch $(installed)/bin/facelatch
	install -d $(installed)/share/facelatch/Models $(installed)/share/facelatch/SampleImages
	install -m 644 Models/*.onnx Models/model-pack.json Models/README.md $(installed)/share/facelatch/Models
	install -m 644 SampleImages/*.jpg SampleImages/*.png SampleImages/README.md $(installed)/share/facelatch/SampleImages
	install -D -m 644 -t $(installed)/share/facelatch LICENSE
	install -D -m 644 -t $(installed)/share/facelatch/Models/LICENSES Models/LICENSES/*.txt

uninstall:
	rm -rf $(installed)/bin/facelatch $(installed)/share/facelatch

format:
	$(SWIFT) format --in-place --parallel --recursive $(sources)

format-check:
	$(SWIFT) format lint --strict --parallel --recursive $(sources)

packages:
	@.ci/install-packages

clean:
	rm -rf .build
