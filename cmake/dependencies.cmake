# libclang and isl, as the targets `libclang` and `isl`, and the folders in which tools of LLVM may lie (llvm_prefixes).
#
# Any libclang will do that has clang_getCursorBinaryOperatorKind: LLVM 17 and newer; releases are tested with 19, which
# is taken where it is installed. isl: 0.25 and newer. -DLLVM_ROOT=PREFIX and -DISL_ROOT=PREFIX choose one.
include(CheckSymbolExists)
find_package(PkgConfig QUIET)

set(llvm_versions 19 20 21 22 23 18 17)
set(llvm_prefixes ${LLVM_ROOT})
foreach(version ${llvm_versions})
  list(APPEND llvm_prefixes /usr/lib/llvm-${version} /usr/lib64/llvm${version} /usr/lib/llvm${version}
    /usr/local/llvm${version} /usr/local/opt/llvm@${version} /opt/homebrew/opt/llvm@${version})
endforeach()
list(APPEND llvm_prefixes /opt/homebrew/opt/llvm /usr/local /usr)

# The first prefix that has both the header and the library: those of two versions do not fit together.
foreach(prefix ${llvm_prefixes})
  find_path(LIBCLANG_INCLUDE clang-c/Index.h PATHS ${prefix}/include NO_DEFAULT_PATH)
  find_library(LIBCLANG_LIBRARY NAMES clang PATHS ${prefix}/lib ${prefix}/lib64 NO_DEFAULT_PATH)
  if(LIBCLANG_INCLUDE AND LIBCLANG_LIBRARY)
    break()
  endif()
  unset(LIBCLANG_INCLUDE CACHE)
  unset(LIBCLANG_LIBRARY CACHE)
endforeach()
find_path(LIBCLANG_INCLUDE clang-c/Index.h)
find_library(LIBCLANG_LIBRARY NAMES clang)

if(PKG_CONFIG_FOUND)
  pkg_check_modules(PC_ISL QUIET isl>=0.25)
endif()
find_path(ISL_INCLUDE isl/ctx.h HINTS ${ISL_ROOT}/include ${PC_ISL_INCLUDE_DIRS})
find_library(ISL_LIBRARY isl HINTS ${ISL_ROOT}/lib ${PC_ISL_LIBRARY_DIRS})

foreach(needed LIBCLANG_INCLUDE LIBCLANG_LIBRARY ISL_INCLUDE ISL_LIBRARY)
  if(NOT ${needed})
    message(FATAL_ERROR "${needed} not found. On Debian: apt-get install libclang-19-dev libisl-dev. Elsewhere install "
      "libclang (LLVM 17 or newer) and isl (0.25 or newer); "
      "-DLLVM_ROOT=PREFIX and -DISL_ROOT=PREFIX say where they are")
  endif()
endforeach()

set(CMAKE_REQUIRED_INCLUDES ${LIBCLANG_INCLUDE})
set(CMAKE_REQUIRED_LIBRARIES ${LIBCLANG_LIBRARY})
check_symbol_exists(clang_getCursorBinaryOperatorKind clang-c/Index.h LIBCLANG_IS_NEW_ENOUGH)
unset(CMAKE_REQUIRED_INCLUDES)
unset(CMAKE_REQUIRED_LIBRARIES)
if(NOT LIBCLANG_IS_NEW_ENOUGH)
  message(FATAL_ERROR "${LIBCLANG_LIBRARY} is older than LLVM 17; -DLLVM_ROOT=PREFIX chooses another one")
endif()

add_library(libclang INTERFACE)
target_include_directories(libclang INTERFACE ${LIBCLANG_INCLUDE})
target_link_libraries(libclang INTERFACE ${LIBCLANG_LIBRARY})
add_library(isl INTERFACE)
target_include_directories(isl INTERFACE ${ISL_INCLUDE})
target_link_libraries(isl INTERFACE ${ISL_LIBRARY})
