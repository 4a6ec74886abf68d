# Mends two things about ROS packages that come as Python wheels; changes nothing about a native ROS.
# Named by CMAKE_PROJECT_INCLUDE, so it runs within project().

# Inside an isolated wheel build nobody has sourced a ROS prefix: it lies around ament_cmake_core.
if("$ENV{AMENT_PREFIX_PATH}" STREQUAL "")
  find_package(ament_cmake_core REQUIRED)
  cmake_path(SET ros_prefix NORMALIZE "${ament_cmake_core_DIR}/../../..")
  set(ENV{AMENT_PREFIX_PATH} "${ros_prefix}")
endif()

# Keeps of each imported target the include folders that exist: the wheels' targets also name
# folders of the machine that built them, and CMake refuses those.
function(keep_existing_include_directories)
  get_property(targets DIRECTORY PROPERTY IMPORTED_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(directories ${target} INTERFACE_INCLUDE_DIRECTORIES)
    if(directories)
      set(existing)
      foreach(directory IN LISTS directories)
        if(directory MATCHES "\\$<" OR EXISTS "${directory}")
          list(APPEND existing "${directory}")
        endif()
      endforeach()
      set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${existing}")
    endif()
  endforeach()
endfunction()
cmake_language(DEFER CALL keep_existing_include_directories)

# Compiles the generated C++ files of a library together: the same headers are read once.
function(compile_cpp_sources_together)
  get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(sources ${target} SOURCES)
    if(type MATCHES "_LIBRARY$" AND sources MATCHES "\\.cpp" AND NOT sources MATCHES "\\.c(;|$)")
      set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
    endif()
  endforeach()
endfunction()
cmake_language(DEFER CALL compile_cpp_sources_together)
