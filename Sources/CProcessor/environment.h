// Variables of the environment as far as they can be trusted; the C library shows the function to GNU sources alone.
#ifndef FACELATCH_ENVIRONMENT_H
#define FACELATCH_ENVIRONMENT_H

extern char *secure_getenv(const char *name);

/// The value of a variable; NULL where it is not set, and where the program runs with rights that whoever started it
/// does not have (set-user-ID, set-group-ID, capabilities of the file).
static inline const char *facelatch_trusted_variable(const char *name) { return secure_getenv(name); }

#endif
