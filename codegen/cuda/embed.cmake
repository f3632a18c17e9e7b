# Makes embedded.c: the bytes of the runtime files, of a page of the documents and of what a page of `explain` has, as
# embedded_files[] of codegen/cuda/embedded.h.
file(GLOB_RECURSE embedded_inputs CONFIGURE_DEPENDS
  ${CMAKE_SOURCE_DIR}/runtime/*.h ${CMAKE_SOURCE_DIR}/runtime/*.cpp ${CMAKE_SOURCE_DIR}/runtime/*.c
  ${CMAKE_SOURCE_DIR}/runtime/*.cuh ${CMAKE_SOURCE_DIR}/runtime/*.def)
list(APPEND embedded_inputs ${CMAKE_SOURCE_DIR}/docs/warnings.md) # for `explain -WNAME`
list(APPEND embedded_inputs ${CMAKE_SOURCE_DIR}/codegen/html/style.css ${CMAKE_SOURCE_DIR}/codegen/html/page.js)
list(SORT embedded_inputs)
set(embedded_source ${generated}/embedded.c)
add_custom_command(OUTPUT ${embedded_source}
  COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR}/runtime -DOUTPUT=${embedded_source}
          "-DINPUTS=${embedded_inputs}" -P ${CMAKE_SOURCE_DIR}/codegen/cuda/write_embedded.cmake
  DEPENDS ${embedded_inputs} ${CMAKE_SOURCE_DIR}/codegen/cuda/write_embedded.cmake
  VERBATIM)
