# What the tests need of LLVM, in any version from 17 on: LIT_COMMAND, FILECHECK, and its companions `not`, `count` and
# `split-file` (FILECHECK_NOT, ..). Also SIMT_CLANG, a clang++ to compile CUDA on the CPU with.
#
# -DLIT=FILE and -DFILECHECK=FILE come first, then what LLVM's folders have (llvm_prefixes of dependencies.cmake), then
# what is on the PATH; lit also as a module of Python (`pip install lit`).
set(lit_folders)
set(tool_folders)
foreach(prefix ${llvm_prefixes})
  list(APPEND lit_folders ${prefix}/build/utils/lit ${prefix}/utils/lit)
  list(APPEND tool_folders ${prefix}/bin ${prefix}/libexec/llvm)
endforeach()

# find_tool(VARIABLE NAME): NAME-19 and so on, then NAME, in the folders of LLVM and on the PATH.
function(find_tool variable name)
  set(names ${name})
  foreach(version ${llvm_versions})
    list(APPEND names ${name}-${version})
  endforeach()
  find_program(${variable} NAMES ${names} NAMES_PER_DIR PATHS ${tool_folders} NO_DEFAULT_PATH)
  list(REMOVE_AT names 0)
  find_program(${variable} NAMES ${names} ${name})
endfunction()

find_tool(FILECHECK FileCheck)
find_tool(FILECHECK_NOT not)
find_tool(FILECHECK_COUNT count)
find_tool(FILECHECK_SPLIT split-file)
find_tool(SIMT_CLANG clang++)

find_file(LIT lit.py PATHS ${lit_folders} NO_DEFAULT_PATH)
find_tool(LIT lit)
find_program(LIT NAMES llvm-lit)
set(LIT_COMMAND)
if(LIT MATCHES "\\.py$")
  set(LIT_COMMAND ${Python3_EXECUTABLE} ${LIT})
elseif(LIT)
  set(LIT_COMMAND ${LIT})
elseif(Python3_EXECUTABLE)
  execute_process(COMMAND ${Python3_EXECUTABLE} -c "import lit.main" RESULT_VARIABLE no_module OUTPUT_QUIET ERROR_QUIET)
  if(no_module EQUAL 0)
    set(LIT_COMMAND ${Python3_EXECUTABLE} -c "import lit.main; lit.main.main()")
  endif()
endif()
