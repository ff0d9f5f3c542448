//===- Explain.cpp - Tells what a run does --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Explain.h"
#include "interp/Semantics/FloatFunctions.h"
#include "interp/TileTypes/TileTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;

Explainer::Explainer(mlir::ModuleOp module, llvm::raw_ostream &os,
                     const ExplainOptions &options)
    : names(module), os(os), options(options) {
  if (auto location = module.getLoc()->findInstanceOf<mlir::FileLineColLoc>())
    file = location.getFilename().getValue().str();
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

llvm::raw_ostream &Explainer::line(const Machine &machine, unsigned extra) {
  return os.indent(2 * machine.activeFrames().size() + extra);
}

std::string Explainer::nameOf(mlir::Value value) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  value.printAsOperand(stream, names);
  return text;
}

std::string Explainer::place(mlir::Operation *op) {
  auto location = op->getLoc()->findInstanceOf<mlir::FileLineColLoc>();
  if (!location)
    return "-";
  std::string text =
      llvm::formatv("{0}:{1}", location.getLine(), location.getColumn()).str();
  llvm::StringRef name = location.getFilename().getValue();
  return name == file ? text : name.str() + ":" + text;
}

std::string Explainer::accessName(uint32_t id) const {
  return "#" + std::to_string(id);
}

std::vector<uint32_t> Explainer::members(const TokenRef &token) const {
  std::vector<uint32_t> ids;
  if (token)
    for (ChainEntry member : token->members) {
      auto found = accessAt.find({member.chain, member.index});
      if (found != accessAt.end())
        ids.push_back(found->second);
    }
  llvm::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

std::string Explainer::listOf(llvm::ArrayRef<uint32_t> ids) const {
  std::string text;
  for (uint32_t id : ids)
    text += (text.empty() ? "" : ", ") + accessName(id);
  return text.empty() ? "nothing" : text;
}

static std::string pointerText(llvm::StringRef buffer, int64_t offset) {
  if (buffer.empty())
    buffer = "no buffer";
  return llvm::formatv("{0}{1}{2}", buffer, offset < 0 ? "" : "+", offset);
}

std::string Explainer::element(const Machine &machine, const TileValue &value,
                               size_t i, mlir::Type type) const {
  if (value.isUnspecified(i))
    return "?";
  if (!value.buffers.empty())
    return pointerText(machine.memory.nameOf(value.buffers[i]),
                       int64_t(value.bits[i]));
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::isa<mlir::FloatType>(type))
    stream << llvm::format(
        "%.9g", double(semantics::realValue(
                    formatOf(type), llvm::APInt(widthOf(type), value.bits[i],
                                                /*isSigned=*/false,
                                                /*implicitTrunc=*/true))));
  else if (type.isInteger(1))
    stream << (value.bits[i] & 1);
  else
    stream << llvm::SignExtend64(value.bits[i], widthOf(type));
  // One of several legal results.
  if (value.isInexact(i))
    stream << '~';
  return text;
}

std::string Explainer::text(const Machine &machine, const Value &value,
                            mlir::Type type) const {
  if (value.token)
    return "after " + listOf(members(value.token));
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (value.view) {
    stream << pointerText(machine.memory.nameOf(value.view->buffer),
                          value.view->base)
           << ", shape [";
    llvm::interleaveComma(value.view->shape, stream);
    stream << "], strides [";
    llvm::interleaveComma(value.view->strides, stream);
    stream << ']';
    return text;
  }
  if (!value.tile)
    return "nothing";
  TileShape shape = tileShapeOf(type);
  const TileValue &tile = *value.tile;
  if (shape.shape.empty())
    return element(machine, tile, 0, shape.element);
  size_t count = tile.bits.size();
  size_t shown =
      options.maxElements ? std::min(count, options.maxElements) : count;
  // All the same: once.
  bool isSplat = count > 1;
  for (size_t i = 1; i < count && isSplat; ++i)
    isSplat = element(machine, tile, i, shape.element) ==
              element(machine, tile, 0, shape.element);
  if (isSplat)
    return llvm::formatv("[{0} everywhere]",
                         element(machine, tile, 0, shape.element));
  stream << '[';
  for (size_t i = 0; i < shown; ++i)
    stream << (i ? " " : "") << element(machine, tile, i, shape.element);
  stream << (shown < count ? " ...]" : "]");
  return text;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

void Explainer::emit(llvm::json::Object object) {
  os << llvm::json::Value(std::move(object)) << '\n';
}

llvm::json::Value Explainer::json(const Machine &machine, const Value &value,
                                  mlir::Type type) const {
  if (value.token)
    return llvm::json::Object{{"after", members(value.token)}};
  if (value.view)
    return llvm::json::Object{
        {"buffer", machine.memory.nameOf(value.view->buffer)},
        {"offset", value.view->base},
        {"shape", llvm::json::Array(value.view->shape)},
        {"strides", llvm::json::Array(value.view->strides)}};
  if (!value.tile)
    return nullptr;
  TileShape shape = tileShapeOf(type);
  size_t count = value.tile->bits.size();
  size_t shown =
      options.maxElements ? std::min(count, options.maxElements) : count;
  llvm::json::Array elements;
  for (size_t i = 0; i < shown; ++i)
    elements.push_back(element(machine, *value.tile, i, shape.element));
  return llvm::json::Object{{"count", int64_t(count)},
                            {"elements", std::move(elements)}};
}

llvm::json::Array Explainer::values(const Machine &machine,
                                    llvm::ArrayRef<unsigned> slots,
                                    mlir::ValueRange values) {
  llvm::json::Array array;
  for (auto [slot, value] : llvm::zip_equal(slots, values)) {
    std::string type;
    llvm::raw_string_ostream(type) << value.getType();
    array.push_back(llvm::json::Object{
        {"name", nameOf(value)},
        {"type", std::move(type)},
        {"value", json(machine, machine.slots[slot], value.getType())}});
  }
  return array;
}

llvm::json::Object Explainer::object(const Machine &machine,
                                     const Instruction &in,
                                     llvm::StringRef event) {
  llvm::json::Object object{{"event", event},
                            {"block", llvm::json::Array(machine.blockId)},
                            {"depth", int64_t(machine.activeFrames().size())},
                            {"operation", in.op->getName().getStringRef()},
                            {"location", machine.siteOf(in).location}};
  if (!machine.agent.empty())
    object["agent"] = machine.agent;
  return object;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void Explainer::onElement(Machine &, const Instruction &,
                          const ElementEvent &event) {
  Range &range = log.ranges[event.isWrite][event.buffer];
  int64_t last = event.offset + event.size - 1;
  range.first =
      range.count ? std::min(range.first, event.offset) : event.offset;
  range.last = range.count ? std::max(range.last, last) : last;
  ++range.count;
  std::vector<uint32_t> &bytes = writers[event.buffer];
  if (bytes.size() <= size_t(last))
    bytes.resize(last + 1);
  for (int64_t byte = event.offset; byte <= last; ++byte)
    if (event.isWrite)
      bytes[byte] = event.access.id + 1;
    else
      range.writers.insert(bytes[byte]);
}

std::vector<uint32_t> Explainer::writersOf(const Range &range) {
  std::vector<uint32_t> ids;
  for (uint32_t writer : range.writers)
    if (writer)
      ids.push_back(writer - 1);
  return ids;
}

void Explainer::onAccess(Machine &machine, const Instruction &,
                         const Access &access) {
  accessAt[{access.place.chain, access.place.index}] = access.id;
  AccessLog done = std::exchange(log, {});
  if (isHidden(machine))
    return;
  std::vector<uint32_t> after = members(access.before);
  std::vector<uint32_t> acquired;
  for (ChainEntry entry : access.acquired) {
    auto found = accessAt.find({entry.chain, entry.index});
    if (found != accessAt.end())
      acquired.push_back(found->second);
  }
  if (options.json) {
    llvm::json::Array ranges;
    for (bool isWrite : {false, true})
      for (const auto &[buffer, range] : done.ranges[isWrite]) {
        llvm::json::Object part{{"access", isWrite ? "write" : "read"},
                                {"buffer", machine.memory.nameOf(buffer)},
                                {"elements", int64_t(range.count)},
                                {"firstByte", range.first},
                                {"lastByte", range.last}};
        if (!isWrite && options.storesAtOnce)
          part["writtenBy"] = writersOf(range);
        ranges.push_back(std::move(part));
      }
    llvm::json::Object object{{"access", int64_t(access.id)},
                              {"ordering", toString(access.ordering)},
                              {"after", after},
                              {"ranges", std::move(ranges)}};
    if (access.isStrong())
      object["scope"] = toString(access.scope);
    if (!acquired.empty())
      object["acquires"] = acquired;
    accesses.push_back(std::move(object));
    return;
  }
  if (isSilent(machine))
    return;
  line(machine, 4) << "access " << accessName(access.id) << ", "
                   << toString(access.ordering);
  if (access.isStrong())
    os << ' ' << toString(access.scope);
  os << ", after " << listOf(after);
  if (!acquired.empty())
    os << ", acquires " << listOf(acquired);
  bool isFirst = true;
  for (bool isWrite : {false, true})
    for (const auto &[buffer, range] : done.ranges[isWrite]) {
      os << (isFirst ? ": " : ", ") << (isWrite ? "writes " : "reads ")
         << range.count << (range.count == 1 ? " element" : " elements")
         << " of " << machine.memory.nameOf(buffer) << ", bytes " << range.first
         << " to " << range.last;
      if (!isWrite && options.storesAtOnce && !writersOf(range).empty())
        os << ", written by " << (range.writers.count(0) ? "nobody, " : "")
           << listOf(writersOf(range));
      isFirst = false;
    }
  os << (isFirst ? ": touches nothing\n" : "\n");
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Whether the innermost region is that of a reduction or scan.
static bool isCombining(const Machine &machine) {
  llvm::ArrayRef<Frame> frames = machine.activeFrames();
  return frames.size() > 1 &&
         llvm::any_of(frames.drop_front(),
                      [](const Frame &frame) { return !frame.owner; });
}

bool Explainer::isSilent(const Machine &machine) const {
  auto state = blocks.find(strandOf(machine));
  return options.maxElements && isCombining(machine) && state != blocks.end() &&
         state->second.combinations > options.maxElements;
}

void Explainer::enterBlock(const Machine &machine) {
  if (currentBlock == strandOf(machine))
    return;
  bool isNew = !blocks.count(strandOf(machine));
  currentBlock = strandOf(machine);
  if (options.json)
    return;
  os << "block " << machine.blockId[0] << ',' << machine.blockId[1] << ','
     << machine.blockId[2];
  if (!machine.agent.empty())
    os << ", agent " << machine.agent;
  os << (isNew ? "\n" : " goes on\n");
}

/// Tells the results of the control operations that were left since.
void Explainer::closeRegions(const Machine &machine, BlockState &state) {
  const Instruction *last = nullptr;
  while (!state.open.empty() &&
         state.open.back().depth > machine.activeFrames().size()) {
    last = state.open.back().in;
    state.open.pop_back();
  }
  // Those within were left without results.
  if (last)
    end(machine, *last, /*wasOpen=*/true);
}

/// A loop's region starts again.
void Explainer::beginTrip(const Machine &machine) {
  const Frame &frame = machine.activeFrames().back();
  if (frame.next != 1 || !frame.owner)
    return;
  const DecodedFunction *callee = frame.owner->callee;
  size_t region = callee ? 0 : frame.block - frame.owner->regions.data();
  llvm::ArrayRef<unsigned> slots =
      callee ? callee->arguments : frame.owner->regionArguments[region];
  auto arguments = callee ? callee->source->getArguments()
                          : frame.owner->op->getRegion(region).getArguments();
  bool isLoop =
      frame.iteration > 0 || !slots.empty() || frame.owner->regions.size() == 1;
  if (options.json) {
    llvm::json::Object event = object(machine, *frame.owner, "region");
    event["region"] = int64_t(region);
    event["iteration"] = int64_t(frame.iteration);
    event["arguments"] = values(machine, slots, arguments);
    return emit(std::move(event));
  }
  os.indent(2 * machine.activeFrames().size() - 2) << "  ";
  if (callee)
    os << "called from " << place(frame.owner->op);
  else if (isLoop)
    os << "iteration " << frame.iteration << " of " << place(frame.owner->op);
  else
    os << (region ? "otherwise" : "then");
  for (auto [slot, argument] : llvm::zip_equal(slots, arguments))
    os << ", " << nameOf(argument) << " = "
       << text(machine, machine.slots[slot], argument.getType());
  os << '\n';
}

void Explainer::begin(const Machine &machine, const Instruction &in) {
  if (options.json) {
    if (in.regions.empty() && !in.callee)
      return;
    llvm::json::Object event = object(machine, in, "enter");
    event["operands"] = values(machine, in.operands, in.op->getOperands());
    return emit(std::move(event));
  }
  line(machine) << place(in.op) << "  " << in.op->getName().stripDialect();
  bool isFirst = true;
  for (auto [slot, operand] :
       llvm::zip_equal(in.operands, in.op->getOperands())) {
    os << (isFirst ? " " : ", ") << nameOf(operand);
    isFirst = false;
    const Value &value = machine.slots[slot];
    // What a line above told, its reader finds; short values are repeated.
    bool isShort = value.tile && value.tile->bits.size() == 1;
    bool isParameter = llvm::isa<mlir::BlockArgument>(operand) &&
                       llvm::isa<mlir::FunctionOpInterface>(
                           operand.getParentBlock()->getParentOp());
    if (isShort || (isParameter && !value.token))
      os << '=' << text(machine, value, operand.getType());
  }
  os << '\n';
}

/// As the public dialect writes it.
static std::string typeText(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  llvm::StringRef rest = text;
  rest.consume_front("!cuda_tile.");
  return rest.str();
}

void Explainer::end(const Machine &machine, const Instruction &in,
                    bool wasOpen) {
  if (options.json) {
    llvm::json::Object event = object(machine, in, "operation");
    event["operands"] = values(machine, in.operands, in.op->getOperands());
    event["results"] = values(machine, in.results, in.op->getResults());
    if (!accesses.empty())
      event["accesses"] = std::exchange(accesses, {});
    if (size_t combinations = blocks[strandOf(machine)].combinations;
        combinations && !in.regions.empty() && !wasOpen)
      event["combinations"] = int64_t(combinations);
    return emit(std::move(event));
  }
  if (wasOpen)
    line(machine) << place(in.op) << "  " << in.op->getName().stripDialect()
                  << " ends\n";
  for (auto [slot, result] : llvm::zip_equal(in.results, in.op->getResults()))
    line(machine, 4) << nameOf(result) << " = "
                     << text(machine, machine.slots[slot], result.getType())
                     << " : " << typeText(result.getType()) << '\n';
}

void Explainer::noteRaces(const Machine &machine) {
  for (; knownRaces < machine.memory.races.size(); ++knownRaces) {
    const RaceReport &race = machine.memory.races[knownRaces];
    auto side = [](const AccessSite &site) {
      return llvm::formatv("{0} ({1}, {2})", site.operation, site.location,
                           site.isWrite ? "write" : "read")
          .str();
    };
    if (options.json)
      emit(llvm::json::Object{{"event", "race"},
                              {"block", llvm::json::Array(machine.blockId)},
                              {"buffer", race.second.buffer},
                              {"offset", race.second.offset},
                              {"first", side(race.first)},
                              {"second", side(race.second)}});
    else
      line(machine, 4) << "race: no token orders this after "
                       << side(race.first) << ", byte " << race.second.offset
                       << " of " << race.second.buffer << '\n';
  }
}

/// The run ends at the operation that was just told.
void Explainer::noteEnd(const Machine &machine) {
  if (std::exchange(hasEnded, true))
    return;
  const Outcome &outcome = machine.outcome;
  if (options.json) {
    llvm::json::Object event{{"event", toString(outcome.status)},
                             {"block", llvm::json::Array(machine.blockId)},
                             {"condition", outcome.condition},
                             {"operation", outcome.site.operation},
                             {"location", outcome.site.location}};
    if (outcome.site.element)
      event["element"] = int64_t(*outcome.site.element);
    if (!outcome.site.buffer.empty()) {
      event["buffer"] = outcome.site.buffer;
      event["offset"] = outcome.site.offset;
    }
    return emit(std::move(event));
  }
  line(machine, 4) << toString(outcome.status) << ": " << outcome.condition;
  if (outcome.site.element)
    os << " at element " << *outcome.site.element;
  if (!outcome.site.buffer.empty())
    os << ", byte " << outcome.site.offset << " of " << outcome.site.buffer;
  os << '\n';
}

Flow Explainer::evaluate(Machine &machine, const Instruction &in) {
  if (isHidden(machine)) {
    log = {};
    Flow flow = in.evaluate(machine, in);
    knownRaces = machine.memory.races.size();
    return flow;
  }
  enterBlock(machine);
  BlockState &state = blocks[strandOf(machine)];
  closeRegions(machine, state);
  if (isCombining(machine) && machine.activeFrames().back().next == 1 &&
      !machine.activeFrames().back().owner)
    ++state.combinations;
  if (isSilent(machine)) {
    Flow flow = in.evaluate(machine, in);
    if (flow == Flow::Stop && !hasEnded) {
      state.combinations = 0;
      begin(machine, in);
      noteEnd(machine);
    }
    return flow;
  }
  beginTrip(machine);
  bool hasRegions = !in.regions.empty();
  if (hasRegions)
    state.combinations = 0;
  begin(machine, in);
  log = {};
  Flow flow = in.evaluate(machine, in);
  noteRaces(machine);
  if (flow == Flow::Stop) {
    noteEnd(machine);
    return flow;
  }
  if (flow == Flow::Wait) {
    if (!options.json)
      line(machine, 4) << "waits\n";
    return flow;
  }
  if (flow == Flow::Enter) {
    state.open.push_back({&in, machine.activeFrames().size()});
    return flow;
  }
  if (hasRegions && options.maxElements &&
      state.combinations > options.maxElements && !options.json)
    line(machine, 4) << "and " << state.combinations - options.maxElements
                     << " more combinations\n";
  end(machine, in, /*wasOpen=*/false);
  return flow;
}

void Explainer::finish(const Outcome &outcome) {
  if (options.json) {
    llvm::json::Object object = *outcome.toJSON().getAsObject();
    object["event"] = "outcome";
    return emit(std::move(object));
  }
  outcome.print(os, options.maxElements ? 16 : 0);
}
