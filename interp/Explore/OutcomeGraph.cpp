//===- OutcomeGraph.cpp - An execution as a picture -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Explore/OutcomeGraph.h"
#include "compiler/Support/Html/Html.h"
#include "interp/Explore/BlockReplay.h"
#include "interp/Explore/Explore.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;
using Kind = AccessGraph::Kind;

size_t OutcomeGraph::nodeOf(const void *key, llvm::StringRef column,
                            const AccessGraph::Node &node) {
  auto [found, isNew] = nodes.try_emplace(key, graph.nodes.size());
  if (!isNew)
    return found->second;
  graph.nodes.push_back(node);
  auto known = llvm::find(graph.columns, column);
  graph.nodes.back().column = known - graph.columns.begin();
  if (known == graph.columns.end())
    graph.columns.push_back(column.str());
  return graph.nodes.size() - 1;
}

void OutcomeGraph::addEffect(size_t node, bool isWrite,
                             const std::string &effect) {
  AccessGraph::Node &access = graph.nodes[node];
  access.isWrite |= isWrite;
  access.detail += (access.detail.empty() ? "" : ", ") + effect;
  access.hint += "\n" + effect;
}

void OutcomeGraph::addRead(size_t from, size_t to, const std::string &what) {
  if (from != to)
    graph.edges.push_back({from, to, Kind::ReadsFrom, what});
}

AccessGraph
OutcomeGraph::finish(llvm::function_ref<bool(size_t, size_t)> isBefore) {
  // Edges are of the nodes as they stand, and go along when those are sorted.
  size_t count = graph.nodes.size();
  std::vector<llvm::BitVector> after(count, llvm::BitVector(count));
  for (size_t a = 0; a < count; ++a)
    for (size_t b = 0; b < count; ++b)
      if (a != b && isBefore(a, b)) {
        graph.edges.push_back({a, b, Kind::Order, ""});
        after[a].set(b);
      }
  graph.sortNodes([&](size_t a, size_t b) { return after[a].test(b); });
  graph.reduceOrder();
  return std::move(graph);
}

/// Though somebody writes what is read.
static bool seesTheLaunch(const ExecutionGraph &graph, size_t read) {
  if (graph.sourceOf(read, 0))
    return false;
  for (size_t i = 0; i < graph.size(); ++i)
    if (graph.event(i).kind == Event::Kind::Write &&
        graph.event(i).overlaps(graph.event(read)))
      return true;
  return false;
}

AccessGraph tilefuzz::outcomeGraphOf(const ExecutionGraph &graph,
                                     const BlockReplayer &replayer,
                                     const GranuleSizes &granules) {
  OutcomeGraph result;
  std::vector<size_t> nodes(graph.size());
  std::vector<std::vector<size_t>> events;
  for (size_t i = 0; i < graph.size(); ++i) {
    const Event &event = graph.event(i);
    const Access &access = graph.instance(i);
    llvm::StringRef operation = access.site.operation;
    std::string location = access.site.location.str();
    AccessGraph::Node node;
    // The line and column, without the file's name.
    llvm::StringRef place = location;
    if (size_t column = place.rfind(':'); column != llvm::StringRef::npos)
      if (size_t line = place.rfind(':', column); line != llvm::StringRef::npos)
        place = place.drop_front(line + 1);
    node.title =
        (place + " " + operation.substr(operation.find('.') + 1)).str();
    node.hint = (operation + " at " + location + ", ").str() +
                toString(access.ordering).str() +
                (access.isStrong() ? " " + toString(access.scope).str() : "");
    nodes[i] =
        result.nodeOf(&access, "block " + std::to_string(access.block), node);
    if (nodes[i] == events.size())
      events.emplace_back();
    events[nodes[i]].push_back(i);
    if (event.kind == Event::Kind::Print)
      continue;
    std::string where =
        llvm::formatv("{0}+{1}", replayer.nameOf(event.buffer), event.offset);
    if (event.kind == Event::Kind::Write)
      result.addEffect(nodes[i], true,
                       llvm::formatv("writes {0} = {1:x}", where, event.bits));
    else
      result.addEffect(nodes[i], false,
                       "reads " + where +
                           (seesTheLaunch(graph, i) ? " from the launch" : ""));
  }
  for (size_t i = 0; i < graph.size(); ++i) {
    const Event &event = graph.event(i);
    if (event.kind != Event::Kind::Read)
      continue;
    unsigned granule = granules.lookup(event.buffer);
    for (unsigned part = 0; part * granule < event.size; ++part) {
      std::optional<size_t> source = graph.sourceOf(i, part);
      std::string what = llvm::formatv("{0}+{1}", replayer.nameOf(event.buffer),
                                       event.offset + part * granule);
      if (source)
        result.addRead(nodes[*source], nodes[i], what);
    }
  }
  return result.finish([&](size_t a, size_t b) {
    return llvm::any_of(events[a], [&](size_t x) {
      return llvm::any_of(
          events[b], [&](size_t y) { return graph.happensBefore().has(x, y); });
    });
  });
}

void tilefuzz::writeExplorationPage(llvm::StringRef title,
                                    llvm::StringRef program,
                                    const Exploration &exploration,
                                    llvm::raw_ostream &os) {
  beginPage(title, "", os);
  os << llvm::formatv(
      "<p class=\"soft\">{0} {1} of {2} executions, {3} graphs; {4}</p>\n",
      exploration.outcomes.size(),
      exploration.outcomes.size() == 1 ? "outcome" : "outcomes",
      exploration.executions, exploration.graphs,
      exploration.isComplete()
          ? std::string("complete")
          : "not complete: " + escapeHTML(exploration.incomplete));
  if (!exploration.races.empty()) {
    os << "<h2>Races</h2>\n<ul>\n";
    for (const RaceReport &race : exploration.races)
      os << llvm::formatv(
          "<li class=\"new\">{0}+{1}: {2} ({3}) and {4} ({5})"
          "</li>\n",
          escapeHTML(race.first.buffer), race.first.offset,
          escapeHTML(race.first.operation), escapeHTML(race.first.location),
          escapeHTML(race.second.operation), escapeHTML(race.second.location));
    os << "</ul>\n";
    if (!exploration.racesAreDefined)
      os << "<p>A program that races is undefined; these are the outcomes of "
            "its executions without a race.</p>\n";
  }
  for (const auto &[index, explored] : llvm::enumerate(exploration.outcomes)) {
    std::string text;
    llvm::raw_string_ostream printed(text);
    explored.outcome.print(printed);
    os << llvm::formatv(
        "<h2>Outcome {0}</h2>\n<p class=\"soft\">of {1} "
        "execution{2}; one of them:</p>\n<div class=\"card\">{3}"
        "<pre>{4}</pre></div>\n",
        index + 1, explored.executions, explored.executions == 1 ? "" : "s",
        drawAccessGraph(explored.graph), escapeHTML(text + explored.witness));
  }
  writeDetails("program", program, os);
  endPage(os);
}
