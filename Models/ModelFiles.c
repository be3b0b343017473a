#include "ModelFiles.h"

// PACKAGE_TARGET.resources is the package manager's rule for the name on Linux.
const char *facegate_model_bundle_name(void) {
  return "FaceGate_ModelFiles.resources";
}
