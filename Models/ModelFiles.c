#include "ModelFiles.h"

// PACKAGE_TARGET.resources is the package manager's rule for the name on Linux.
const char *facelatch_model_bundle_name(void) {
  return "Facelatch_ModelFiles.resources";
}
