# find_package(curestruct): annotated C sources in CMake projects. It enables the language CUDA, so it belongs to the
# project's top level. CMAKE_CUDA_ARCHITECTURES chooses what the kernels are compiled for, as for other CUDA sources.
#
#   curestruct_target_sources(TARGET SOURCE... [OPTIONS OPTION...])
#   curestruct_add_library(NAME [STATIC | SHARED | MODULE | OBJECT] SOURCE... [OPTIONS OPTION...])
#
# Each C source is translated into a C and a CUDA source, which become sources of the target. The translation sees the
# target's include directories, definitions and C standard, and runs again when a header changes. OPTIONS are options of
# the compiler: --schedule=FILE, --device=NAME, -Werror=refused. The program is the target curestruct::curestruct.
cmake_minimum_required(VERSION 3.20...3.31) # outputs whose names depend on the configuration

get_filename_component(_curestruct_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(CURESTRUCT_EXECUTABLE curestruct HINTS "${_curestruct_prefix}/bin")
unset(_curestruct_prefix)
if(NOT CURESTRUCT_EXECUTABLE)
  set(curestruct_FOUND FALSE)
  set(curestruct_NOT_FOUND_MESSAGE "the program curestruct was not found; name it in CURESTRUCT_EXECUTABLE")
  return()
endif()
if(NOT TARGET curestruct::curestruct)
  add_executable(curestruct::curestruct IMPORTED GLOBAL)
  set_target_properties(curestruct::curestruct PROPERTIES IMPORTED_LOCATION "${CURESTRUCT_EXECUTABLE}")
endif()
enable_language(CUDA)

# The options of one property of the target, each after the prefix: -Ia;-Ib. Nothing where the property is empty.
function(_curestruct_property_options result target property prefix)
  set(values "$<TARGET_PROPERTY:${target},${property}>")
  set(${result} "$<$<BOOL:${values}>:${prefix}$<JOIN:${values},;${prefix}>>" PARENT_SCOPE)
endfunction()

function(_curestruct_translate target source)
  get_filename_component(path "${source}" ABSOLUTE)
  file(RELATIVE_PATH name "${CMAKE_CURRENT_SOURCE_DIR}" "${path}")
  string(REGEX REPLACE "\\.c$" "" name "${name}")
  string(REPLACE ".." "up" name "${name}")
  string(MAKE_C_IDENTIFIER "${target}" folder)
  get_property(is_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(stem "${CMAKE_CURRENT_BINARY_DIR}/curestruct/${folder}/${name}")
  if(is_multi)
    set(stem "${CMAKE_CURRENT_BINARY_DIR}/curestruct/${folder}/$<CONFIG>/${name}")
  endif()
  get_filename_component(parent "${stem}" DIRECTORY)
  _curestruct_property_options(includes ${target} INCLUDE_DIRECTORIES -I)
  _curestruct_property_options(definitions ${target} COMPILE_DEFINITIONS -D)
  set(standard "$<TARGET_PROPERTY:${target},C_STANDARD>")
  set(standard_option "$<$<BOOL:${standard}>:-std=gnu${standard}>")
  add_custom_command(
    OUTPUT "${stem}.cu" "${stem}.host.c"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${parent}"
    COMMAND curestruct::curestruct "${path}" -o "${stem}.cu" "--host=${stem}.host.c" --line
      -MD -MF "${stem}.d" -MQ "${stem}.cu" "${standard_option}" "${includes}" "${definitions}" ${ARGN}
    DEPENDS "${path}" curestruct::curestruct
    DEPFILE "${stem}.d"
    COMMENT "Restructuring ${name}.c"
    COMMAND_EXPAND_LISTS VERBATIM)
  target_sources(${target} PRIVATE "${stem}.cu" "${stem}.host.c")
endfunction()

function(curestruct_target_sources target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS")
  if(NOT arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "curestruct_target_sources: no source for the target ${target}")
  endif()
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    if(NOT source MATCHES "\\.c$")
      message(FATAL_ERROR "curestruct_target_sources: '${source}' is not a C source")
    endif()
    _curestruct_translate(${target} "${source}" ${arg_OPTIONS})
  endforeach()
endfunction()

function(curestruct_add_library name)
  set(kind)
  set(arguments ${ARGN})
  if(ARGV1 MATCHES "^(STATIC|SHARED|MODULE|OBJECT)$")
    set(kind ${ARGV1})
    list(REMOVE_AT arguments 0)
  endif()
  add_library(${name} ${kind})
  curestruct_target_sources(${name} ${arguments})
endfunction()
