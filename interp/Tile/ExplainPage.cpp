//===- ExplainPage.cpp - A run as a page ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/ExplainPage.h"
#include "compiler/Support/Html/Html.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <list>
#include <map>
#include <optional>

using namespace tilefuzz;
namespace json = llvm::json;
using Kind = AccessGraph::Kind;

namespace {
/// What one access did to one buffer.
struct Touch {
  bool isWrite;
  std::string buffer;
  int64_t first, last;
};

class GraphReader {
public:
  AccessGraph run(llvm::StringRef lines) {
    for (llvm::StringRef rest = lines; !rest.empty();) {
      auto [line, next] = rest.split('\n');
      rest = next;
      llvm::Expected<json::Value> value = json::parse(line);
      const json::Object *event = value ? value->getAsObject() : nullptr;
      if (event)
        read(*event);
      else
        llvm::consumeError(value.takeError());
    }
    return std::move(graph);
  }

private:
  void read(const json::Object &event) {
    llvm::StringRef what = event.getString("event").value_or("");
    if (what == "race")
      races.push_back(&*storage.emplace(storage.end(), event));
    const json::Array *accesses = event.getArray("accesses");
    if (what != "operation" || !accesses)
      return;
    std::vector<size_t> here;
    for (const json::Value &access : *accesses)
      if (const json::Object *object = access.getAsObject())
        here.push_back(add(event, *object));
    for (const json::Object *race : races)
      addRace(*race, here);
    races.clear();
  }

  size_t columnOf(const json::Object &event) {
    std::string title = "block ";
    if (const json::Array *block = event.getArray("block"))
      title +=
          llvm::join(llvm::map_range(*block,
                                     [](const json::Value &value) {
                                       return std::to_string(
                                           value.getAsInteger().value_or(0));
                                     }),
                     ",");
    if (std::optional<llvm::StringRef> agent = event.getString("agent"))
      title += (", " + *agent).str();
    auto found = llvm::find(graph.columns, title);
    if (found != graph.columns.end())
      return found - graph.columns.begin();
    graph.columns.push_back(title);
    return graph.columns.size() - 1;
  }

  /// `line:col` of `file:line:col`.
  static llvm::StringRef placeIn(llvm::StringRef location) {
    size_t column = location.rfind(':');
    size_t line = location.rfind(':', column);
    return line == llvm::StringRef::npos ? location
                                         : location.drop_front(line + 1);
  }

  size_t add(const json::Object &event, const json::Object &access) {
    size_t node = graph.nodes.size();
    int64_t id = access.getInteger("access").value_or(0);
    nodeOf[id] = node;
    llvm::StringRef operation = event.getString("operation").value_or("");
    std::string location = event.getString("location").value_or("").str();
    AccessGraph::Node drawn;
    drawn.column = columnOf(event);
    drawn.title = llvm::formatv("#{0} {1} {2}", id, placeIn(location),
                                operation.substr(operation.find('.') + 1));
    std::string ordering = access.getString("ordering").value_or("").str();
    if (std::optional<llvm::StringRef> scope = access.getString("scope"))
      ordering += " " + scope->str();
    std::string effects;
    std::vector<Touch> done;
    if (const json::Array *ranges = access.getArray("ranges"))
      for (const json::Value &range : *ranges)
        if (const json::Object *object = range.getAsObject())
          addRange(*object, node, drawn, effects, done);
    if (effects.empty())
      effects = "touches nothing";
    drawn.detail = ordering == "weak" ? effects : ordering + ", " + effects;
    drawn.hint = llvm::formatv("{0} at {1}: {2}, {3}", operation, location,
                               ordering, effects);
    graph.nodes.push_back(std::move(drawn));
    touches.push_back(std::move(done));
    locations.push_back(location);
    addOrder(access, "after", "by its token", node);
    addOrder(access, "acquires", "as it acquires what that released", node);
    return node;
  }

  void addRange(const json::Object &range, size_t node,
                AccessGraph::Node &drawn, std::string &effects,
                std::vector<Touch> &done) {
    Touch touch{range.getString("access").value_or("") == "write",
                range.getString("buffer").value_or("").str(),
                range.getInteger("firstByte").value_or(0),
                range.getInteger("lastByte").value_or(0)};
    drawn.isWrite |= touch.isWrite;
    effects += llvm::formatv("{0}{1} {2}+{3}..{4}", effects.empty() ? "" : ", ",
                             touch.isWrite ? "writes" : "reads", touch.buffer,
                             touch.first, touch.last)
                   .str();
    if (const json::Array *writers = range.getArray("writtenBy"))
      for (const json::Value &writer : *writers)
        addEdge(writer, node, Kind::ReadsFrom,
                "reads of " + touch.buffer + " what that wrote");
    done.push_back(std::move(touch));
  }

  void addOrder(const json::Object &access, llvm::StringRef member,
                llvm::StringRef why, size_t node) {
    if (const json::Array *others = access.getArray(member))
      for (const json::Value &other : *others)
        addEdge(other, node, Kind::Order, why);
  }

  void addEdge(const json::Value &other, size_t node, Kind kind,
               llvm::StringRef hint) {
    auto found = nodeOf.find(other.getAsInteger().value_or(-1));
    if (found != nodeOf.end() && found->second != node)
      graph.edges.push_back({found->second, node, kind, hint.str()});
  }

  bool reaches(size_t node, llvm::StringRef buffer, int64_t offset) const {
    return llvm::any_of(touches[node], [&](const Touch &touch) {
      return touch.buffer == buffer && touch.first <= offset &&
             offset <= touch.last;
    });
  }

  /// The second side is of the operation that was told; the first is the last
  /// access of its operation that touched the place.
  void addRace(const json::Object &race, llvm::ArrayRef<size_t> here) {
    llvm::StringRef buffer = race.getString("buffer").value_or("");
    int64_t offset = race.getInteger("offset").value_or(0);
    llvm::StringRef first = race.getString("first").value_or("");
    llvm::StringRef location =
        first.substr(first.find(" (") + 2).rsplit(", ").first;
    for (size_t second : here) {
      if (!reaches(second, buffer, offset))
        continue;
      for (size_t node = second; node-- > 0;)
        if (locations[node] == location && reaches(node, buffer, offset)) {
          graph.edges.push_back(
              {node, second, Kind::Race,
               llvm::formatv("race on {0}+{1}", buffer, offset).str()});
          return;
        }
    }
  }

  AccessGraph graph;
  std::map<int64_t, size_t> nodeOf;
  /// By node.
  std::vector<std::vector<Touch>> touches;
  std::vector<std::string> locations;
  /// Told, but not their second side.
  std::list<json::Object> storage;
  std::vector<const json::Object *> races;
};
} // namespace

AccessGraph tilefuzz::accessGraphOf(llvm::StringRef lines) {
  return GraphReader().run(lines);
}

void tilefuzz::markLostOrder(const AccessGraph &source, AccessGraph &target) {
  // What an access does, where, and how many did the same before.
  auto numbered = [](const AccessGraph &graph) {
    std::map<std::pair<std::string, size_t>, size_t> nodes;
    std::map<std::string, size_t> counts;
    for (const auto &[node, access] : llvm::enumerate(graph.nodes)) {
      std::string name = graph.columns[access.column] + ": " + access.detail;
      nodes[{name, counts[name]++}] = node;
    }
    return nodes;
  };
  auto sources = numbered(source), targets = numbered(target);
  std::vector<llvm::BitVector> required = source.predecessors(),
                               kept = target.predecessors();
  auto standsFor =
      [&](const std::pair<std::string, size_t> &name) -> std::optional<size_t> {
    auto found = targets.find(name);
    if (found == targets.end())
      return std::nullopt;
    return found->second;
  };
  auto buffersOf = [](const AccessGraph::Node &node) {
    // Both sides name `buffer+first..last`; conflicts need one in common.
    std::vector<std::string> buffers;
    llvm::SmallVector<llvm::StringRef> parts;
    llvm::StringRef(node.detail).split(parts, ", ");
    for (llvm::StringRef part : parts)
      if (part.consume_front("writes ") || part.consume_front("reads "))
        buffers.push_back(part.str());
    return buffers;
  };
  for (const auto &[laterName, later] : sources)
    for (const auto &[earlierName, earlier] : sources) {
      const AccessGraph::Node &a = source.nodes[earlier],
                              &b = source.nodes[later];
      if (!required[later].test(earlier) || (!a.isWrite && !b.isWrite))
        continue;
      std::vector<std::string> of = buffersOf(b);
      bool meets = llvm::any_of(buffersOf(a), [&](llvm::StringRef one) {
        return llvm::is_contained(of, one.str());
      });
      std::optional<size_t> from = standsFor(earlierName),
                            to = standsFor(laterName);
      if (meets && from && to && !kept[*to].test(*from))
        target.edges.push_back(
            {*from, *to, Kind::Lost, "the program before orders these two"});
    }
}

static std::string textOf(const json::Value &value) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return "";
  const json::Value *inner = object->get("value");
  const json::Object *tile = inner ? inner->getAsObject() : nullptr;
  std::string text = object->getString("name").value_or("").str() + " = ";
  if (!tile)
    return text + "?";
  if (const json::Array *elements = tile->getArray("elements")) {
    for (const json::Value &element : *elements)
      text += element.getAsString().value_or("").str() + " ";
    if (tile->getInteger("count").value_or(0) > int64_t(elements->size()))
      text += "...";
  } else if (const json::Array *after = tile->getArray("after")) {
    text += after->empty() ? "after nothing" : "after ";
    for (const json::Value &id : *after)
      text += "#" + std::to_string(id.getAsInteger().value_or(0)) + " ";
  } else {
    text += tile->getString("buffer").value_or("").str() + "+" +
            std::to_string(tile->getInteger("offset").value_or(0));
  }
  return text;
}

/// Each operation with its results, in the order of the run.
static void writeSteps(llvm::StringRef lines, llvm::raw_ostream &os) {
  os << "<details class=\"more\"><summary>every operation</summary><div "
        "class=\"wide\"><table><tr><th>block</th><th>at</th><th>operation</th>"
        "<th>results</th></tr>\n";
  size_t shown = 0;
  constexpr size_t most = 2000;
  for (llvm::StringRef rest = lines; !rest.empty();) {
    auto [line, next] = rest.split('\n');
    rest = next;
    llvm::Expected<json::Value> value = json::parse(line);
    if (!value) {
      llvm::consumeError(value.takeError());
      continue;
    }
    const json::Object &event = *value->getAsObject();
    if (event.getString("event") != llvm::StringRef("operation") ||
        shown++ >= most)
      continue;
    std::string block, results;
    if (const json::Array *index = event.getArray("block"))
      for (const json::Value &at : *index)
        block += (block.empty() ? "" : ",") +
                 std::to_string(at.getAsInteger().value_or(0));
    if (const json::Array *array = event.getArray("results"))
      for (const json::Value &result : *array)
        results += escapeHTML(textOf(result)) + "<br>";
    os << llvm::formatv(
        "<tr><td>{0}</td><td>{1}</td><td>{2}</td><td><code>{3}"
        "</code></td></tr>\n",
        block, escapeHTML(event.getString("location").value_or("")),
        escapeHTML(event.getString("operation").value_or("")), results);
  }
  os << "</table></div>";
  if (shown > most)
    os << "<p class=\"soft\">" << shown - most << " more are not shown.</p>";
  os << "</details>\n";
}

/// How the run ended, and what memory held then.
static void writeEnding(llvm::StringRef lines, llvm::raw_ostream &os) {
  llvm::StringRef last = lines.rtrim('\n').rsplit('\n').second;
  llvm::Expected<json::Value> value =
      json::parse(last.empty() ? lines.rtrim('\n') : last);
  const json::Object *outcome = value ? value->getAsObject() : nullptr;
  if (!outcome) {
    llvm::consumeError(value.takeError());
    return;
  }
  os << "<p class=\"reason\">"
     << escapeHTML(outcome->getString("status").value_or(""));
  llvm::StringRef condition = outcome->getString("condition").value_or("");
  if (!condition.empty())
    os << ": " << escapeHTML(condition);
  os << "</p>\n";
  const json::Array *buffers = outcome->getArray("buffers");
  if (!buffers || buffers->empty())
    return;
  os << "<div class=\"card wide\"><table><tr><th>buffer</th><th>type</th><th>"
        "elements at the end</th></tr>\n";
  for (const json::Value &item : *buffers) {
    const json::Object *buffer = item.getAsObject();
    const json::Array *elements =
        buffer ? buffer->getArray("elements") : nullptr;
    if (!elements)
      continue;
    std::string text;
    for (size_t i = 0; i < std::min<size_t>(elements->size(), 32); ++i)
      text += escapeHTML((*elements)[i].getAsString().value_or("")) + " ";
    if (elements->size() > 32)
      text += llvm::formatv("... ({0} elements)", elements->size());
    os << llvm::formatv("<tr><td>{0}</td><td>{1}</td><td><code>{2}</code></td>"
                        "</tr>\n",
                        escapeHTML(buffer->getString("name").value_or("")),
                        escapeHTML(buffer->getString("type").value_or("")),
                        text);
  }
  os << "</table></div>\n";
}

void tilefuzz::writeExplainPage(llvm::StringRef title, llvm::StringRef program,
                                llvm::StringRef lines, llvm::raw_ostream &os) {
  AccessGraph graph = accessGraphOf(lines);
  beginPage(title, "", os);
  writeEnding(lines, os);
  os << "<h2>Accesses and their order</h2>\n<div class=\"card\">";
  if (graph.nodes.empty())
    os << "<p>The run touches no memory.</p>";
  graph.reduceOrder();
  os << drawAccessGraph(graph) << "</div>\n";
  if (graph.has(Kind::Race)) {
    os << "<h2>Races</h2>\n<ul>\n";
    for (const AccessGraph::Edge &edge : graph.edges)
      if (edge.kind == Kind::Race)
        os << llvm::formatv("<li>{0}: {1} and {2}</li>\n",
                            escapeHTML(edge.hint),
                            escapeHTML(graph.nodes[edge.from].title),
                            escapeHTML(graph.nodes[edge.to].title));
    os << "</ul>\n";
  }
  os << "<h2>The run</h2>\n";
  writeSteps(lines, os);
  writeDetails("program", program, os);
  endPage(os);
}
