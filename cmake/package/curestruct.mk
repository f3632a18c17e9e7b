# include curestruct.mk in a makefile: its C compiler becomes `curestruct cc`, and the one that it had compiles what is
# not a kernel. CURESTRUCT names the program, CURESTRUCT_NVCC nvcc with options for it.
CURESTRUCT ?= curestruct
ifeq ($(filter %curestruct,$(firstword $(CC))),)
export CURESTRUCT_CC := $(CC)
CC := $(CURESTRUCT) cc
endif
