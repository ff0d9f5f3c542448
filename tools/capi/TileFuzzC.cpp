//===- TileFuzzC.cpp - The C API ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What tilefuzz.h says. Source level only: the tile interpreter runs what a
// front end wrote, so that neither LLVM's back end nor a solver is linked.
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/Bytecode.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "interp/Program/ElementTypes.h"
#include "interp/Program/Program.h"
#include "interp/Program/UndefinedBehaviors.h"
#include "interp/Tile/DecodedProgram.h"
#include "interp/TileTypes/TileTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/MLIRContext.h"
#include "oracle/Compare/Compare.h"
#include "tools/capi/tilefuzz.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdlib>
#include <cstring>

using namespace tilefuzz;

struct tilefuzz_module {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<mlir::FunctionOpInterface> entries;
  std::vector<std::string> names;
};

struct tilefuzz_result {
  tilefuzz_outcome kind = TILEFUZZ_COMPLETED;
  Outcome outcome;
  /// Of another schedule than the launch's.
  std::string otherOrder;
  std::string summary, meaning;
};

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static void tell(char **error, const llvm::Twine &message) {
  if (error)
    *error = strdup(message.str().c_str());
}
static void tell(char **error, llvm::Error failure) {
  tell(error, llvm::toString(std::move(failure)));
}

const char *tilefuzz_version(void) { return TILEFUZZ_VERSION; }
int tilefuzz_api_version(void) { return TILEFUZZ_API_VERSION; }
void tilefuzz_free(char *message) { std::free(message); }

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static_assert(int(ElementKind::I1) == TILEFUZZ_I1 &&
                  int(ElementKind::TF32) == TILEFUZZ_TF32 &&
                  int(ElementKind::F4E2M1FN) == TILEFUZZ_F4E2M1FN,
              "the elements of the C API are those of launches, in order");

static std::optional<ElementKind> kindOf(tilefuzz_element element) {
  if (element < TILEFUZZ_I1 || element > TILEFUZZ_F4E2M1FN)
    return std::nullopt;
  return ElementKind(element);
}

const char *tilefuzz_element_name(tilefuzz_element element) {
  std::optional<ElementKind> kind = kindOf(element);
  return kind ? toString(*kind).data() : nullptr;
}

size_t tilefuzz_element_bytes(tilefuzz_element element, size_t count) {
  std::optional<ElementKind> kind = kindOf(element);
  if (!kind || count % elementsPerByteGroup(*kind))
    return 0;
  bool overflows = false;
  size_t bytes = llvm::SaturatingMultiply<size_t>(
      count / elementsPerByteGroup(*kind), byteSize(*kind), &overflows);
  return overflows ? 0 : bytes;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

tilefuzz_module *tilefuzz_parse(const void *bytes, size_t size,
                                const char *name, char **error) {
  if (!bytes && size) {
    tell(error, "no bytes are given");
    return nullptr;
  }
  auto result = std::make_unique<tilefuzz_module>();
  mlir::DialectRegistry registry;
  registry
      .insert<mlir::cuda_tile::CudaTileDialect, mlir::nv_tileaa::TileAADialect,
              mlir::arith::ArithDialect, mlir::func::FuncDialect,
              mlir::math::MathDialect, mlir::scf::SCFDialect>();
  result->context.appendDialectRegistry(registry);
  llvm::StringRef contents(static_cast<const char *>(bytes), size);
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> module =
      parseModule(contents, name ? name : "<module>", result->context);
  if (!module) {
    tell(error, module.takeError());
    return nullptr;
  }
  result->module = std::move(*module);
  result->module->walk<mlir::WalkOrder::PreOrder>(
      [&](mlir::FunctionOpInterface function) {
        if (isKernel(function)) {
          result->entries.push_back(function);
          result->names.push_back(function.getName().str());
        }
        return mlir::WalkResult::skip();
      });
  return result.release();
}

tilefuzz_module *tilefuzz_parse_file(const char *path, char **error) {
  if (!path) {
    tell(error, "no file is named");
    return nullptr;
  }
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file) {
    tell(error, llvm::Twine(path) + ": error: " + file.getError().message());
    return nullptr;
  }
  llvm::StringRef contents = (*file)->getBuffer();
  return tilefuzz_parse(contents.data(), contents.size(), path, error);
}

void tilefuzz_module_free(tilefuzz_module *module) { delete module; }

size_t tilefuzz_num_entries(const tilefuzz_module *module) {
  return module->entries.size();
}
const char *tilefuzz_entry_name(const tilefuzz_module *module, size_t entry) {
  return entry < module->names.size() ? module->names[entry].c_str() : nullptr;
}
size_t tilefuzz_num_parameters(const tilefuzz_module *module, size_t entry) {
  if (entry >= module->entries.size())
    return 0;
  // An interface's accessors are not const.
  mlir::FunctionOpInterface function = module->entries[entry];
  return function.getNumArguments();
}

int tilefuzz_parameter_of(const tilefuzz_module *module, size_t entry,
                          size_t number, tilefuzz_parameter *parameter,
                          char **error) {
  if (number >= tilefuzz_num_parameters(module, entry)) {
    tell(error, "there is no such parameter");
    return 0;
  }
  mlir::FunctionOpInterface function = module->entries[entry];
  mlir::Type type = function.getArgument(number).getType();
  mlir::Type element = tileShapeOf(type).element;
  mlir::Type pointee = pointeeOf(element);
  std::optional<ElementKind> kind = elementKindOf(pointee ? pointee : element);
  if (!kind) {
    std::string name;
    llvm::raw_string_ostream(name) << type;
    tell(error, "parameters of type " + name + " cannot be launched");
    return 0;
  }
  parameter->is_pointer = bool(pointee);
  parameter->element = tilefuzz_element(*kind);
  return 1;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static llvm::Error addBuffer(const tilefuzz_buffer &buffer, Launch &launch,
                             std::vector<BufferImage> &images) {
  BufferSpec spec;
  spec.name = buffer.name && *buffer.name
                  ? buffer.name
                  : "buffer" + std::to_string(launch.buffers.size());
  std::optional<ElementKind> kind = kindOf(buffer.element);
  if (!kind)
    return llvm::createStringError("buffer '" + spec.name +
                                   "' has elements of an unknown type");
  spec.kind = *kind;
  spec.count = buffer.count;
  size_t size = tilefuzz_element_bytes(buffer.element, buffer.count);
  if (buffer.count && !size)
    return llvm::createStringError("buffer '" + spec.name + "' cannot have " +
                                   llvm::Twine(buffer.count) + " elements of " +
                                   toString(*kind));
  if (buffer.count && !buffer.data)
    return llvm::createStringError("buffer '" + spec.name + "' has no data");
  for (const BufferSpec &other : launch.buffers)
    if (other.name == spec.name)
      return llvm::createStringError("two buffers are called '" + spec.name +
                                     "'");
  const auto *bytes = static_cast<const uint8_t *>(buffer.data);
  BufferImage image;
  image.name = spec.name;
  image.kind = *kind;
  image.bytes.assign(bytes, bytes + size);
  if (*kind == ElementKind::I1)
    for (uint8_t byte : image.bytes)
      if (byte > 1)
        return llvm::createStringError("buffer '" + spec.name +
                                       "' has an i1 that is neither 0 nor 1");
  images.push_back(std::move(image));
  launch.buffers.push_back(std::move(spec));
  return llvm::Error::success();
}

/// Scalars are written as bits, so they need their parameter's type.
static llvm::Error addArgument(const tilefuzz_module &module, size_t entry,
                               const tilefuzz_argument &argument,
                               Launch &launch) {
  size_t number = launch.args.size();
  ArgSpec spec;
  if (argument.buffer >= 0) {
    if (size_t(argument.buffer) >= launch.buffers.size())
      return llvm::createStringError("argument " + llvm::Twine(number) +
                                     ": there is no buffer " +
                                     llvm::Twine(argument.buffer));
    spec.buffer = argument.buffer;
    spec.offset = argument.offset;
  }
  char *message = nullptr;
  tilefuzz_parameter parameter;
  if (!tilefuzz_parameter_of(&module, entry, number, &parameter, &message)) {
    llvm::Error error = llvm::createStringError(
        "argument " + llvm::Twine(number) + ": " + message);
    tilefuzz_free(message);
    return error;
  }
  if (parameter.is_pointer != (argument.buffer >= 0))
    return llvm::createStringError(
        "argument " + llvm::Twine(number) +
        (parameter.is_pointer
             ? ": a pointer parameter needs a buffer, got a scalar"
             : ": a scalar parameter needs a number, got a buffer"));
  if (argument.buffer < 0) {
    unsigned width = parameter.element == TILEFUZZ_I1
                         ? 1
                         : storageBits(ElementKind(parameter.element));
    spec.scalar =
        "0x" + llvm::utohexstr(argument.bits &
                               llvm::maskTrailingOnes<uint64_t>(width));
  }
  launch.args.push_back(std::move(spec));
  return llvm::Error::success();
}

namespace {
/// A launch that was looked at.
struct Request {
  Launch launch;
  std::vector<BufferImage> images;
  Schedule schedule;
  uint32_t checks = 0;
  TileRunOptions options;
};
} // namespace

static llvm::Error read(const tilefuzz_module &module,
                        const tilefuzz_launch &given, Request &request) {
  // Members that a program of an earlier version does not have are 0.
  tilefuzz_launch launch = {};
  if (given.struct_size < offsetof(tilefuzz_launch, grid))
    return llvm::createStringError("the launch's struct_size is not set");
  std::memcpy(&launch, &given, std::min(given.struct_size, sizeof launch));
  llvm::StringRef name = launch.entry ? launch.entry : "";
  llvm::Expected<mlir::FunctionOpInterface> entry =
      findEntry(*module.module, name);
  if (!entry)
    return entry.takeError();
  size_t number = llvm::find(module.entries, *entry) - module.entries.begin();
  request.launch.kernel = entry->getName().str();
  for (unsigned i = 0; i < 3; ++i) {
    if (launch.grid[i] == 0 || launch.grid[i] >= 1u << 24)
      return llvm::createStringError(
          "a grid extent must be in [1, 2^24), got " +
          llvm::Twine(launch.grid[i]));
    request.launch.grid[i] = launch.grid[i];
  }
  for (size_t i = 0; i < launch.num_buffers; ++i)
    if (llvm::Error error =
            addBuffer(launch.buffers[i], request.launch, request.images))
      return error;
  size_t numParameters = tilefuzz_num_parameters(&module, number);
  if (launch.num_arguments != numParameters)
    return llvm::createStringError("@" + request.launch.kernel + " has " +
                                   llvm::Twine(numParameters) +
                                   " parameters, but the launch gives " +
                                   llvm::Twine(launch.num_arguments));
  for (size_t i = 0; i < launch.num_arguments; ++i)
    if (llvm::Error error =
            addArgument(module, number, launch.arguments[i], request.launch))
      return error;
  llvm::StringRef schedule = launch.schedule ? launch.schedule : "";
  if (!schedule.empty()) {
    std::optional<Schedule> parsed = Schedule::parse(schedule);
    if (!parsed)
      return llvm::createStringError(
          "'" + schedule +
          "' is no schedule: say program-order, reverse, reverse-blocks, "
          "round-robin or random:SEED");
    request.schedule = *parsed;
  }
  request.checks = launch.checks;
  if (launch.checks & ~(TILEFUZZ_CHECK_RACES | TILEFUZZ_CHECK_ORDERS))
    return llvm::createStringError("an unknown check is asked for");
  if (launch.max_operations)
    request.options.stepLimit = launch.max_operations;
  return llvm::Error::success();
}

static tilefuzz_outcome outcomeOf(RunStatus status) {
  switch (status) {
  case RunStatus::Completed:
    return TILEFUZZ_COMPLETED;
  case RunStatus::UndefinedBehaviour:
    return TILEFUZZ_UNDEFINED;
  case RunStatus::Race:
    return TILEFUZZ_RACE;
  case RunStatus::StepLimit:
    return TILEFUZZ_LIMIT;
  case RunStatus::Deadlock:
    return TILEFUZZ_DEADLOCK;
  case RunStatus::Unsupported:
    return TILEFUZZ_UNSUPPORTED;
  // Of machine code alone, which nothing here executes.
  case RunStatus::Trap:
    break;
  }
  llvm_unreachable("unknown status");
}

static llvm::Expected<Outcome> run(const DecodedProgram &program,
                                   Request &request, const Schedule &schedule) {
  request.options.schedule = schedule;
  request.options.initial = &request.images;
  llvm::Expected<Outcome> outcome =
      program.run(request.launch, request.options);
  // That a race was seen is told in any case.
  if (outcome && outcome->status == RunStatus::Race &&
      !(request.checks & TILEFUZZ_CHECK_RACES)) {
    outcome->status = RunStatus::Completed;
    outcome->condition.clear();
    outcome->site = {};
  }
  return outcome;
}

/// Sets `otherOrder` if another schedule shows something else.
static llvm::Error compareOrders(const DecodedProgram &program,
                                 Request &request, tilefuzz_result &result) {
  for (const char *name : {"reverse", "round-robin", "random:1"}) {
    Schedule schedule = *Schedule::parse(name);
    schedule.results = request.schedule.results;
    llvm::Expected<Outcome> outcome = run(program, request, schedule);
    if (!outcome)
      return outcome.takeError();
    ComparisonVerdict verdict = compare(result.outcome, *outcome);
    if (!verdict.isFinding())
      continue;
    result.otherOrder =
        "under the schedule " + schedule.toString() + ": " +
        (outcome->completed() ? verdict.reason : outcome->summary());
    return llvm::Error::success();
  }
  return llvm::Error::success();
}

static void summarise(tilefuzz_result &result) {
  const Outcome &outcome = result.outcome;
  result.kind = outcomeOf(outcome.status);
  result.summary = outcome.summary();
  if (result.kind == TILEFUZZ_UNDEFINED) {
    llvm::raw_string_ostream os(result.summary);
    if (outcome.site.element)
      os << ", element " << *outcome.site.element;
    if (!outcome.site.buffer.empty())
      os << ", byte " << outcome.site.offset << " of " << outcome.site.buffer;
    if (std::optional<Undefined> undefined = parseUndefined(outcome.condition))
      result.meaning = meaningOf(*undefined).str();
  }
  if (!result.otherOrder.empty()) {
    result.kind = TILEFUZZ_ORDER;
    result.summary = "what is left depends on the order; " + result.otherOrder;
  }
}

tilefuzz_result *tilefuzz_run(const tilefuzz_module *module,
                              const tilefuzz_launch *launch, char **error) {
  Request request;
  if (llvm::Error failure = read(*module, *launch, request)) {
    tell(error, std::move(failure));
    return nullptr;
  }
  llvm::Expected<DecodedProgram> program =
      DecodedProgram::decode(*module->module, request.launch.kernel);
  if (!program) {
    tell(error, program.takeError());
    return nullptr;
  }
  llvm::Expected<Outcome> outcome = run(*program, request, request.schedule);
  if (!outcome) {
    tell(error, outcome.takeError());
    return nullptr;
  }
  auto result = std::make_unique<tilefuzz_result>();
  result->outcome = std::move(*outcome);
  if (request.checks & TILEFUZZ_CHECK_ORDERS && result->outcome.completed())
    if (llvm::Error failure = compareOrders(*program, request, *result)) {
      tell(error, std::move(failure));
      return nullptr;
    }
  summarise(*result);
  // Globals stand behind the launch's buffers.
  result->outcome.buffers.resize(request.launch.buffers.size());
  for (auto [i, image] : llvm::enumerate(result->outcome.buffers))
    if (!image.bytes.empty())
      std::memcpy(launch->buffers[i].data, image.bytes.data(),
                  image.bytes.size());
  return result.release();
}

void tilefuzz_result_free(tilefuzz_result *result) { delete result; }

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static tilefuzz_site siteFrom(const AccessSite &site) {
  return {site.location.c_str(), site.operation.c_str(),
          site.isWrite,          site.buffer.c_str(),
          site.offset,           site.element ? int64_t(*site.element) : -1};
}

tilefuzz_outcome tilefuzz_outcome_of(const tilefuzz_result *result) {
  return result->kind;
}
const char *tilefuzz_summary(const tilefuzz_result *result) {
  return result->summary.c_str();
}
const char *tilefuzz_condition(const tilefuzz_result *result) {
  return result->outcome.condition.c_str();
}
const char *tilefuzz_meaning(const tilefuzz_result *result) {
  return result->meaning.c_str();
}
tilefuzz_site tilefuzz_site_of(const tilefuzz_result *result) {
  return siteFrom(result->outcome.site);
}

size_t tilefuzz_num_races(const tilefuzz_result *result) {
  return result->outcome.races.size();
}
int tilefuzz_race(const tilefuzz_result *result, size_t number,
                  tilefuzz_site *first, tilefuzz_site *second) {
  if (number >= result->outcome.races.size())
    return 0;
  *first = siteFrom(result->outcome.races[number].first);
  *second = siteFrom(result->outcome.races[number].second);
  return 1;
}

int tilefuzz_is_unspecified(const tilefuzz_result *result, size_t buffer,
                            size_t element) {
  if (buffer >= result->outcome.buffers.size())
    return 0;
  const BufferImage &image = result->outcome.buffers[buffer];
  if (image.unspecified.empty() || element >= image.numElements())
    return 0;
  size_t first = image.byteOf(element);
  for (size_t byte = first; byte < first + byteSize(image.kind); ++byte)
    if (image.unspecified[byte])
      return 1;
  return 0;
}

size_t tilefuzz_num_unspecified(const tilefuzz_result *result, size_t buffer) {
  if (buffer >= result->outcome.buffers.size() ||
      result->outcome.buffers[buffer].unspecified.empty())
    return 0;
  size_t count = 0;
  for (size_t i = 0; i < result->outcome.buffers[buffer].numElements(); ++i)
    count += tilefuzz_is_unspecified(result, buffer, i);
  return count;
}

int tilefuzz_range(const tilefuzz_result *result, size_t buffer, size_t element,
                   double *low, double *high, int *may_be_nan) {
  if (buffer >= result->outcome.buffers.size())
    return 0;
  const BufferImage &image = result->outcome.buffers[buffer];
  if (element >= image.enclosures.size() || image.enclosures[element].exact)
    return 0;
  *low = image.enclosures[element].lo;
  *high = image.enclosures[element].hi;
  *may_be_nan = image.enclosures[element].mayBeNaN;
  return 1;
}

int tilefuzz_is_unstable(const tilefuzz_result *result, tilefuzz_site *site) {
  if (site)
    *site = siteFrom(result->outcome.unstableSite);
  return result->outcome.unstable;
}

const char *tilefuzz_printed(const tilefuzz_result *result) {
  return result->outcome.printed.c_str();
}
uint64_t tilefuzz_num_failed_assertions(const tilefuzz_result *result) {
  return result->outcome.failedAssertions;
}
uint64_t tilefuzz_num_operations(const tilefuzz_result *result) {
  return result->outcome.steps;
}
