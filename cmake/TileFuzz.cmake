# The wrappers that every folder uses. One library per folder; link lists are
# the allowed include graph (docs/architecture.md), so a wrong include does not
# link.

# Flags of our own code. LLVM style: no RTTI, no exceptions, warnings are errors.
add_library(tile_flags INTERFACE)
target_include_directories(tile_flags INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
target_include_directories(tile_flags SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
target_compile_definitions(tile_flags INTERFACE TILEFUZZ_VERSION="${PROJECT_VERSION}")
separate_arguments(_tile_llvm_defs NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(tile_flags INTERFACE ${_tile_llvm_defs}
  # The AFL++ mutator is a shared object, and one precompiled header serves all.
  -fPIC -Wall -Wextra $<$<BOOL:${TILEFUZZ_WERROR}>:-Werror> -Wno-unused-parameter -fno-rtti -fvisibility-inlines-hidden
  $<$<NOT:$<BOOL:$<TARGET_PROPERTY:TILE_EXCEPTIONS>>>:-fno-exceptions>)
target_link_options(tile_flags INTERFACE -fuse-ld=lld)
if(NOT TILEFUZZ_IS_CLANG)
  # It looks for ld.lld by that name, which Debian keeps beside the other tools.
  target_link_options(tile_flags INTERFACE -B${LLVM_TOOLS_BINARY_DIR})
  # LLVM builds without these, too: an Error that is moved into an Expected is its idiom, and the others are often wrong.
  target_compile_options(tile_flags INTERFACE -Wno-redundant-move -Wno-pessimizing-move -Wno-maybe-uninitialized
    -Wno-class-memaccess)
endif()
if(TILEFUZZ_SANITIZE)
  target_compile_options(tile_flags INTERFACE -fsanitize=${TILEFUZZ_SANITIZE} -fno-sanitize=vptr -fno-omit-frame-pointer -g1)
  target_link_options(tile_flags INTERFACE -fsanitize=${TILEFUZZ_SANITIZE})
endif()

# Coverage for a fuzzing engine: each instruments in its own way.
if(TILEFUZZ_FUZZERS STREQUAL "libfuzzer")
  target_compile_options(tile_flags INTERFACE -fsanitize=fuzzer-no-link)
elseif(TILEFUZZ_FUZZERS STREQUAL "afl")
  target_compile_options(tile_flags INTERFACE -fsanitize-coverage=trace-pc-guard)
endif()

# What our libraries use of MLIR and LLVM: the shared libraries, or, in a program
# with TILE_STATIC, the archives. Loading and relocating libMLIR and libLLVM is
# most of what a short run of a tool costs (docs/startup.md); an archive's
# objects that nothing uses are not linked at all.
# The archives are named as files, since the packages' CMake targets of MLIR's
# archives ask for the shared libLLVM.
file(GLOB _tile_mlir_archives ${LLVM_LIBRARY_DIR}/libMLIR*.a)
list(FILTER _tile_mlir_archives EXCLUDE REGEX "Main\\.a$|libMLIRMlir")
file(GLOB _tile_llvm_archives ${LLVM_LIBRARY_DIR}/libLLVM*.a)
list(APPEND _tile_llvm_archives z zstd dl m rt pthread)
add_library(tile_llvm INTERFACE)
target_link_libraries(tile_llvm INTERFACE
  "$<IF:$<BOOL:$<TARGET_PROPERTY:TILE_STATIC>>,${_tile_llvm_archives},LLVM>")
add_library(tile_mlir INTERFACE)
target_link_libraries(tile_mlir INTERFACE
  "$<IF:$<BOOL:$<TARGET_PROPERTY:TILE_STATIC>>,${_tile_mlir_archives},MLIR>" tile_llvm)

function(_tile_pch_options target)
  if(TILEFUZZ_IS_CLANG)
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

# tile_precompile(<name> <header>... [DEPENDS ...]): a precompiled header. What is
# defined after it and includes MLIR uses it. The front end is most of what a file
# costs: with the dialects in it a file takes a third of its time.
function(tile_precompile name)
  if(NOT TILEFUZZ_PCH)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  # Not written again at each configuring: everything would be built again.
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${name}.cpp
    CONTENT "// Owner of the shared precompiled header ${name}.\n")
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE tile_flags)
  _tile_pch_options(${name})
  target_precompile_headers(${name} PRIVATE ${ARG_UNPARSED_ARGUMENTS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  set_property(GLOBAL PROPERTY TILE_PCH ${name})
endfunction()
tile_precompile(tile_pch
  <mlir/IR/Builders.h> <mlir/IR/BuiltinOps.h> <mlir/IR/BuiltinTypes.h>
  <mlir/IR/Dialect.h> <mlir/IR/OpImplementation.h> <mlir/IR/PatternMatch.h>
  <mlir/Pass/Pass.h> <mlir/Transforms/DialectConversion.h>)
function(_tile_use_pch target)
  if(TILEFUZZ_PCH)
    get_property(_pch GLOBAL PROPERTY TILE_PCH)
    _tile_pch_options(${target})
    target_precompile_headers(${target} REUSE_FROM ${_pch})
  endif()
endfunction()

# tile_tablegen(<target> <file.td> <output> <generator args...> [<output> ...])
# One `OUTPUT file args...` group per generated file, in the build tree beside
# the sources' path, so that "compiler/X/XOps.h.inc" is how it is included.
function(tile_tablegen target td)
  set(LLVM_TARGET_DEFINITIONS ${td})
  set(_groups ${ARGN})
  set(_out "")
  set(_args "")
  foreach(_item IN LISTS _groups ITEMS OUTPUT)
    if(_item STREQUAL "OUTPUT")
      if(_out)
        mlir_tablegen(${_out} ${_args} -I${PROJECT_SOURCE_DIR} -I${MLIR_INCLUDE_DIRS})
      endif()
      set(_out "")
      set(_args "")
    elseif(NOT _out)
      set(_out ${_item})
    else()
      list(APPEND _args ${_item})
    endif()
  endforeach()
  add_public_tablegen_target(${target})
endfunction()

# tile_list_operations(<target> <file.td> <dialect> <output> [-docs])
# What ODS says about the dialect's operations, as rows (compiler/TableGen).
function(tile_list_operations target td dialect output)
  set(LLVM_TARGET_DEFINITIONS ${td})
  set(TILE_TABLEGEN_EXE $<TARGET_FILE:tile-list-operations>)
  set(TILE_TABLEGEN_TARGET tile-list-operations)
  tablegen(TILE ${output} -dialect=${dialect} ${ARGN} -I${PROJECT_SOURCE_DIR} -I${MLIR_INCLUDE_DIRS})
  add_public_tablegen_target(${target})
endfunction()

# Of the sources that `list` names, those that are mutated stand elsewhere.
function(_tile_use_mutants list mutated)
  file(RELATIVE_PATH _folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  set(_sources "")
  set(_any OFF)
  foreach(_source IN LISTS ${list})
    if(EXISTS ${TILEFUZZ_MUTANTS}/${_folder}/${_source})
      set(_source ${TILEFUZZ_MUTANTS}/${_folder}/${_source})
      # Most of the code is mutants, which a run has no use for.
      set_source_files_properties(${_source} PROPERTIES COMPILE_OPTIONS
        "-O1;-Xclang;-fno-validate-pch;-w;-Wno-c++11-narrowing;-I${CMAKE_CURRENT_SOURCE_DIR}")
      set(_any ON)
    endif()
    list(APPEND _sources ${_source})
  endforeach()
  set(${list} ${_sources} PARENT_SCOPE)
  set(${mutated} ${_any} PARENT_SCOPE)
endfunction()

# tile_library(<name> [NOMLIR] [EXCEPTIONS] SOURCES ... [LINK ...] [DEPENDS ...])
# NOMLIR: the library must stay free of MLIR and LLVM IR headers (no shared
# precompiled header, no libMLIR); it may use LLVM's ADT and Support.
function(tile_library name)
  cmake_parse_arguments(ARG "NOMLIR;EXCEPTIONS" "" "SOURCES;LINK;DEPENDS" ${ARGN})
  set(_mutated OFF)
  if(TILEFUZZ_MUTANTS)
    _tile_use_mutants(ARG_SOURCES _mutated)
  endif()
  add_library(${name} STATIC ${ARG_SOURCES})
  if(_mutated)
    target_link_libraries(${name} PUBLIC TileMutants)
  endif()
  target_link_libraries(${name} PUBLIC tile_flags ${ARG_LINK})
  if(ARG_EXCEPTIONS)
    set_target_properties(${name} PROPERTIES TILE_EXCEPTIONS ON)
  endif()
  if(ARG_NOMLIR)
    target_link_libraries(${name} PUBLIC tile_llvm)
  else()
    target_link_libraries(${name} PUBLIC tile_mlir)
    if(NOT ARG_EXCEPTIONS)
      _tile_use_pch(${name})
    endif()
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  # Only the compiler's edges are coverage: it is what campaigns search.
  if(TILEFUZZ_EDGES AND CMAKE_CURRENT_SOURCE_DIR MATCHES "^${PROJECT_SOURCE_DIR}/compiler/")
    target_compile_options(${name} PRIVATE -fsanitize-coverage=edge,inline-bool-flag)
    target_link_libraries(${name} PUBLIC TileEdges)
  endif()
endfunction()

# tile_measure_branches(<library> <source>...): these sources hold rewrites, folds or conversions, whose branches proofs
# count (compiler/Branches). Counters of the source's own conditions, whatever the optimiser makes of them; their mapping
# is read while building, so that nothing of it is needed at run time.
function(tile_measure_branches library)
  if(NOT TILEFUZZ_BRANCHES)
    return()
  endif()
  set(_list ${PROJECT_SOURCE_DIR}/cmake/branches.list)
  set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS
    -fprofile-instr-generate -fcoverage-mapping -fprofile-list=${_list} -fcoverage-prefix-map=${PROJECT_SOURCE_DIR}/=
    -fcoverage-compilation-dir=. -ffunction-sections -fdata-sections -mllvm -limited-coverage-experimental)
  set_property(SOURCE ${ARGN} APPEND PROPERTY OBJECT_DEPENDS ${_list})
  set_property(GLOBAL APPEND PROPERTY TILE_BRANCH_LIBRARIES ${library})
endfunction()

# At a fixed address there is nothing to relocate.
function(tile_link_statically name)
  set_target_properties(${name} PROPERTIES TILE_STATIC ON)
  target_link_options(${name} PRIVATE -no-pie -static-libstdc++ -static-libgcc -Wl,--gc-sections
    -Wl,--as-needed)
endfunction()

# tile_tool(<name> [NOMLIR] [STATIC] SOURCES ... LINK ...): an executable in build/bin.
# NOMLIR as for tile_library. STATIC: one that is started often, linked with the archives of MLIR and LLVM.
function(tile_tool name)
  cmake_parse_arguments(ARG "NOMLIR;STATIC" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  if(ARG_STATIC AND TILEFUZZ_STATIC)
    tile_link_statically(${name})
  endif()
  target_link_libraries(${name} PRIVATE tile_flags ${ARG_LINK})
  if(NOT ARG_NOMLIR)
    _tile_use_pch(${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY TILE_TOOLS ${name})
endfunction()

# tile_unittest(<name> [NOMLIR] SOURCES ... LINK ...): a GoogleTest program in
# build/tests/unit, run by lit. NOMLIR as for tile_library.
function(tile_unittest name)
  cmake_parse_arguments(ARG "NOMLIR" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE tile_flags ${ARG_LINK} GTest::gtest GTest::gtest_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/unit)
  if(NOT ARG_NOMLIR)
    _tile_use_pch(${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY TILE_UNITTESTS ${name})
endfunction()
