#include "image_guards.h"
