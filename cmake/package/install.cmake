# What other build systems need to find and call the installed compiler.
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/curestruct-config-version.cmake COMPATIBILITY SameMajorVersion
  ARCH_INDEPENDENT)
install(FILES cmake/package/curestruct-config.cmake ${PROJECT_BINARY_DIR}/curestruct-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_DATADIR}/cmake/curestruct)
configure_file(cmake/package/curestruct.pc.in curestruct.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/curestruct.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig)
# For translated programs whose own headers include them: -I<prefix>/share/curestruct/include.
install(FILES runtime/headers/omp.h runtime/headers/openacc.h
  DESTINATION ${CMAKE_INSTALL_DATADIR}/curestruct/include)
install(FILES cmake/package/curestruct.mk DESTINATION ${CMAKE_INSTALL_DATADIR}/curestruct)

# Pages for man and completion for shells, as the compiler prints them. A build of the compiler alone has none.
set(pages ${PROJECT_BINARY_DIR}/pages)
file(MAKE_DIRECTORY ${pages})
set(printed)
function(print_page name)
  add_custom_command(OUTPUT ${pages}/${name} COMMAND curestruct ${ARGN} > ${pages}/${name} DEPENDS curestruct VERBATIM)
  set(printed ${printed} ${pages}/${name} PARENT_SCOPE)
endfunction()
print_page(curestruct.1 --manual)
foreach(verb check explain bench ladder tune devices steps)
  print_page(curestruct-${verb}.1 ${verb} --manual)
endforeach()
print_page(curestruct.bash --completion=bash)
print_page(curestruct.fish --completion=fish)
print_page(curestruct.zsh --completion=zsh)
add_custom_target(pages ALL DEPENDS ${printed})
install(DIRECTORY ${pages}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")
install(FILES ${pages}/curestruct.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  RENAME curestruct OPTIONAL)
install(FILES ${pages}/curestruct.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d OPTIONAL)
install(FILES ${pages}/curestruct.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _curestruct
  OPTIONAL)

# cpack in the build folder makes a tarball, and with dpkg-dev and file a Debian package.
set(CPACK_PACKAGE_VENDOR curestruct)
set(CPACK_PACKAGE_CONTACT "the maintainers of curestruct")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "compiler from annotated serial C loops to CUDA")
set(CPACK_PACKAGE_DESCRIPTION "curestruct restructures the loops of C programs that one pragma names into CUDA kernels,
and compares the result with the serial original on a GPU or on the CPU.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR TGZ)
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
find_program(FILE_PROGRAM file) # CPack calls it to find the programs in the package
if(DPKG_SHLIBDEPS AND FILE_PROGRAM)
  list(APPEND CPACK_GENERATOR DEB)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, make")
include(CPack)
