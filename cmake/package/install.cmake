# What other build systems need to find and call the installed compiler.
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/curestruct-config-version.cmake COMPATIBILITY SameMajorVersion
  ARCH_INDEPENDENT)
install(FILES cmake/package/curestruct-config.cmake ${PROJECT_BINARY_DIR}/curestruct-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_DATADIR}/cmake/curestruct)
configure_file(cmake/package/curestruct.pc.in curestruct.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/curestruct.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig)
install(FILES cmake/package/curestruct.mk DESTINATION ${CMAKE_INSTALL_DATADIR}/curestruct)
