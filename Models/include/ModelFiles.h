// The target that the networks belong to as resources. It is in C because the package manager generates an accessor for
// the resources of Swift targets, and that accessor loads all of Foundation.
#ifndef FACELATCH_MODEL_FILES_H
#define FACELATCH_MODEL_FILES_H

// The name of the folder that a build leaves beside the executable with this target's resources in it.
const char *facelatch_model_bundle_name(void);

#endif
