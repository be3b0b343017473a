# make demo         what Facelatch does, shown on the sample pictures
# make test         all tests
# make install      the program and its models under PREFIX
# make format       formats the sources; make format-check only looks

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

sources = Package.swift Sources Tests Models
installed = $(DESTDIR)$(PREFIX)

.PHONY: demo build test install uninstall format format-check packages clean
.DEFAULT_GOAL := build

demo: build
	@.build/release/facelatch demo

build: packages
	@$(SWIFT) build --configuration release --product facelatch

test: packages
	@$(SWIFT) test --disable-xctest

# Linked statically, so that the installed program needs no Swift on the machine.
install: packages
	@$(SWIFT) build --configuration release --product facelatch --static-swift-stdlib --scratch-path .build/static
	install -D -m 755 -s .build/static/release/facelatch $(installed)/bin/facelatch
	install -d $(installed)/share/facelatch/Models $(installed)/share/facelatch/SampleImages
	install -m 644 Models/*.onnx Models/model-pack.json Models/README.md $(installed)/share/facelatch/Models
	install -m 644 SampleImages/*.jpg SampleImages/*.png SampleImages/README.md $(installed)/share/facelatch/SampleImages

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
