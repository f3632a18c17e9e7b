#include "sub/base.h"
