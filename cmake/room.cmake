# add_room(ROOM [LOWER]): the archive of all folders of a room, which may use what the room LOWER has.
function(add_room room)
  add_library(${room} STATIC)
  set_target_properties(${room} PROPERTIES OUTPUT_NAME curestruct_${room} LINKER_LANGUAGE C)
  target_link_libraries(${room} PUBLIC ${ARGN} m ${CMAKE_DL_LIBS})

  # All of the room with what lies below it, and nothing else: a call of something above is an undefined reference here.
  add_executable(${room}-alone ${PROJECT_SOURCE_DIR}/cmake/alone.c)
  target_link_libraries(${room}-alone PRIVATE compiler_options $<LINK_LIBRARY:WHOLE_ARCHIVE,${room}>)
endfunction()

# add_folder(ROOM SOURCE...): one folder's sources as a target of its own, whose objects go into the archive of ROOM.
# The target is named after the folder: transform-loop for transform/loop, transform-top for transform/ itself.
function(add_folder room)
  file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  string(REPLACE "/" "-" name ${name})
  if(name STREQUAL room)
    set(name ${room}-top)
  endif()
  add_library(${name} OBJECT ${ARGN})
  target_link_libraries(${name} PRIVATE compiler_options)
  target_sources(${room} PRIVATE $<TARGET_OBJECTS:${name}>)
endfunction()

# folder_uses(FOLDER ROOM LIBRARY): sources of the folder may include the library's headers; no other folder is given
# their path.
function(folder_uses folder room library)
  target_link_libraries(${folder} PRIVATE ${library})
  target_link_libraries(${room} PRIVATE ${library})
endfunction()
