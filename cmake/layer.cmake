# add_layer(LAYER [LOWER]): the archive of all folders of a layer, which may use what the layer LOWER has.
function(add_layer layer)
  add_library(${layer} STATIC)
  set_target_properties(${layer} PROPERTIES OUTPUT_NAME curestruct_${layer} LINKER_LANGUAGE C)
  target_link_libraries(${layer} PUBLIC ${ARGN} m ${CMAKE_DL_LIBS})

  # All of the layer with what lies below it, and nothing else: a call of something above is undefined here.
  add_executable(${layer}-alone ${PROJECT_SOURCE_DIR}/cmake/alone.c)
  target_link_libraries(${layer}-alone PRIVATE compiler_options $<LINK_LIBRARY:WHOLE_ARCHIVE,${layer}>)
endfunction()

# add_folder(LAYER SOURCE...): one folder's sources as a target of its own, whose objects go into the archive of LAYER.
# The target is named after the folder: transform-loop for transform/loop, transform-top for transform/ itself.
function(add_folder layer)
  file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  string(REPLACE "/" "-" name ${name})
  if(name STREQUAL layer)
    set(name ${layer}-top)
  endif()
  add_library(${name} OBJECT ${ARGN})
  target_link_libraries(${name} PRIVATE compiler_options)
  target_sources(${layer} PRIVATE $<TARGET_OBJECTS:${name}>)
endfunction()

# folder_uses(FOLDER LAYER LIBRARY): sources of the folder may include the library's headers; no other folder is given
# their path.
function(folder_uses folder layer library)
  target_link_libraries(${folder} PRIVATE ${library})
  target_link_libraries(${layer} PRIVATE ${library})
endfunction()
