//===- AccessGraph.cpp - Accesses and their order as a picture ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Html/AccessGraph.h"
#include "compiler/Support/Html/Html.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;
using Kind = AccessGraph::Kind;

bool AccessGraph::has(Kind kind) const {
  return llvm::any_of(edges,
                      [&](const Edge &edge) { return edge.kind == kind; });
}

std::vector<llvm::BitVector> AccessGraph::predecessors() const {
  std::vector<llvm::BitVector> before(nodes.size(),
                                      llvm::BitVector(nodes.size()));
  std::vector<std::vector<size_t>> into(nodes.size());
  for (const Edge &edge : edges)
    if (edge.kind == Kind::Order && edge.from < edge.to)
      into[edge.to].push_back(edge.from);
  for (size_t node = 0; node < into.size(); ++node)
    for (size_t from : into[node]) {
      before[node] |= before[from];
      before[node].set(from);
    }
  return before;
}

void AccessGraph::reduceOrder() {
  std::vector<llvm::BitVector> before = predecessors();
  std::vector<llvm::BitVector> after(nodes.size(),
                                     llvm::BitVector(nodes.size()));
  for (size_t node = 0; node < nodes.size(); ++node)
    for (unsigned earlier : before[node].set_bits())
      after[earlier].set(node);
  llvm::erase_if(edges, [&](const Edge &edge) {
    return edge.kind == Kind::Order &&
           after[edge.from].anyCommon(before[edge.to]);
  });
}

void AccessGraph::sortNodes(llvm::function_ref<bool(size_t, size_t)> isBefore) {
  // Always the first of those that nothing left precedes; where there is a
  // cycle, the first.
  std::vector<size_t> left(nodes.size()), place(nodes.size());
  for (size_t i = 0; i < left.size(); ++i)
    left[i] = i;
  std::vector<Node> sorted;
  while (!left.empty()) {
    auto next = llvm::find_if(left, [&](size_t node) {
      return llvm::none_of(left, [&](size_t other) {
        return other != node && isBefore(other, node);
      });
    });
    if (next == left.end())
      next = left.begin();
    place[*next] = sorted.size();
    sorted.push_back(std::move(nodes[*next]));
    left.erase(next);
  }
  nodes = std::move(sorted);
  for (Edge &edge : edges)
    edge = {place[edge.from], place[edge.to], edge.kind, edge.hint};
}

namespace {
constexpr int nodeWidth = 214, nodeHeight = 40, columnGap = 76, rowGap = 26,
              margin = 40, head = 30;

/// Where everything stands.
class Layout {
public:
  explicit Layout(const AccessGraph &graph) : graph(graph) {
    size_t count = std::min(graph.nodes.size(), mostDrawnAccesses);
    std::vector<size_t> nextRow(graph.columns.size(), 0);
    rows.resize(count);
    for (size_t node = 0; node < count; ++node) {
      size_t row = nextRow[graph.nodes[node].column];
      for (const AccessGraph::Edge &edge : graph.edges)
        if (edge.to == node && edge.from < node &&
            (edge.kind == Kind::Order || edge.kind == Kind::ReadsFrom))
          row = std::max(row, rows[edge.from] + 1);
      rows[node] = row;
      nextRow[graph.nodes[node].column] = row + 1;
      numRows = std::max(numRows, row + 1);
    }
  }

  bool isDrawn(size_t node) const { return node < rows.size(); }
  int x(size_t node) const {
    return margin + int(graph.nodes[node].column) * (nodeWidth + columnGap);
  }
  int y(size_t node) const {
    return head + int(rows[node]) * (nodeHeight + rowGap);
  }
  size_t row(size_t node) const { return rows[node]; }
  int width() const {
    return 2 * margin + int(graph.columns.size()) * (nodeWidth + columnGap) -
           columnGap;
  }
  int height() const { return head + int(numRows) * (nodeHeight + rowGap); }

private:
  const AccessGraph &graph;
  std::vector<size_t> rows;
  size_t numRows = 0;
};
} // namespace

static llvm::StringRef classOf(Kind kind) {
  switch (kind) {
  case Kind::Order:
    return "order";
  case Kind::ReadsFrom:
    return "reads";
  case Kind::Race:
    return "race";
  case Kind::Lost:
    return "lost";
  }
  llvm_unreachable("not a kind");
}

static llvm::StringRef meaningOf(Kind kind) {
  switch (kind) {
  case Kind::Order:
    return "comes after";
  case Kind::ReadsFrom:
    return "is read by";
  case Kind::Race:
    return "race: nothing orders the two";
  case Kind::Lost:
    return "order that is lost here";
  }
  llvm_unreachable("not a kind");
}

/// An arrow: down where there is nothing in between, else around. Its tip is
/// drawn, too: a marker would need a name that no other picture of the page
/// has.
static std::string arrowOf(const Layout &layout, const AccessGraph &graph,
                           const AccessGraph::Edge &edge) {
  int fromX = layout.x(edge.from), fromY = layout.y(edge.from);
  int toX = layout.x(edge.to), toY = layout.y(edge.to);
  llvm::StringRef kind = classOf(edge.kind);
  auto arrow = [&](const std::string &curve, int x, int y, int dx, int dy) {
    // From the point back along the direction, and to both sides.
    return llvm::formatv("<path class=\"{0}\" d=\"{1}\"/><path class=\"{0} "
                         "tip\" d=\"M{2} {3}L{4} {5}L{6} {7}Z\"/>",
                         kind, curve, x, y, x - 8 * dx + 4 * dy,
                         y - 8 * dy + 4 * dx, x - 8 * dx - 4 * dy,
                         y - 8 * dy - 4 * dx)
        .str();
  };
  if (graph.nodes[edge.from].column == graph.nodes[edge.to].column) {
    // Order bends to the left, also that which is lost, and the rest to the
    // right, so that all are seen.
    bool isOrder = edge.kind == Kind::Order;
    if (isOrder && layout.row(edge.to) == layout.row(edge.from) + 1) {
      int x = fromX + nodeWidth / 2;
      return arrow(
          llvm::formatv("M{0} {1}V{2}", x, fromY + nodeHeight, toY - 6).str(),
          x, toY, 0, 1);
    }
    bool isLeft = isOrder || edge.kind == Kind::Lost;
    int side = isLeft ? fromX : fromX + nodeWidth;
    int distance = int(std::max(layout.row(edge.to), layout.row(edge.from)) -
                       std::min(layout.row(edge.to), layout.row(edge.from)));
    int direction = isLeft ? -1 : 1;
    int bend = side + std::min(18 + 6 * distance, 48) * direction;
    int startY = fromY + nodeHeight / 2 + 5, endY = toY + nodeHeight / 2 - 5;
    return arrow(llvm::formatv("M{0} {1}C{2} {1} {2} {3} {4} {3}", side, startY,
                               bend, endY, side + 6 * direction)
                     .str(),
                 side, endY, -direction, 0);
  }
  bool isRight = toX > fromX;
  int startX = isRight ? fromX + nodeWidth : fromX;
  int endX = isRight ? toX : toX + nodeWidth;
  int middle = (startX + endX) / 2;
  // Where a write is read and released, there are two arrows.
  int shift = edge.kind == Kind::ReadsFrom ? 7
              : edge.kind == Kind::Order   ? -7
                                           : 0;
  fromY += shift;
  toY += shift;
  return arrow(llvm::formatv("M{0} {1}C{2} {1} {2} {3} {4} {3}", startX,
                             fromY + nodeHeight / 2, middle,
                             toY + nodeHeight / 2, endX + (isRight ? -6 : 6))
                   .str(),
               endX, toY + nodeHeight / 2, isRight ? 1 : -1, 0);
}

static std::string shortened(llvm::StringRef text, size_t most) {
  if (text.size() <= most)
    return escapeHTML(text);
  return escapeHTML(text.take_front(most - 1)) + "&#8230;";
}

static void writeLegend(const AccessGraph &graph, llvm::raw_ostream &os) {
  os << "<p class=\"soft legend\">";
  for (Kind kind : {Kind::Order, Kind::ReadsFrom, Kind::Race, Kind::Lost})
    if (graph.has(kind))
      os << "<span><svg viewBox=\"0 0 30 10\"><path class=\"" << classOf(kind)
         << "\" d=\"M1 5H23\"/><path class=\"" << classOf(kind)
         << " tip\" d=\"M22 1L30 5L22 9Z\"/></svg>" << meaningOf(kind)
         << "</span>";
  os << "<span><svg viewBox=\"0 0 30 10\"><rect class=\"write\" x=\"1\" "
        "width=\"28\" height=\"10\" rx=\"3\"/></svg>writes</span></p>\n";
}

std::string tilefuzz::drawAccessGraph(const AccessGraph &graph) {
  if (graph.nodes.empty())
    return "";
  Layout layout(graph);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "<div class=\"accesses\">\n";
  writeLegend(graph, os);
  os << llvm::formatv("<svg role=\"img\" viewBox=\"0 0 {0} {1}\" style=\""
                      "width:{0}px\">\n<title>accesses and their order"
                      "</title>\n",
                      layout.width(), layout.height());
  for (const auto &[column, title] : llvm::enumerate(graph.columns))
    os << llvm::formatv(
        "<text class=\"name\" x=\"{0}\" y=\"16\" text-anchor=\"middle\">{1}"
        "</text>\n",
        margin + int(column) * (nodeWidth + columnGap) + nodeWidth / 2,
        shortened(title, 34));
  for (const AccessGraph::Edge &edge : graph.edges) {
    if (!layout.isDrawn(edge.from) || !layout.isDrawn(edge.to))
      continue;
    os << "<g><title>"
       << escapeHTML(edge.hint.empty() ? meaningOf(edge.kind)
                                       : llvm::StringRef(edge.hint))
       << "</title>" << arrowOf(layout, graph, edge) << "</g>\n";
  }
  for (size_t node = 0; layout.isDrawn(node); ++node) {
    const AccessGraph::Node &access = graph.nodes[node];
    os << llvm::formatv(
        "<g><title>{0}</title><rect class=\"{1}\" x=\"{2}\" y=\"{3}\" width=\""
        "{4}\" height=\"{5}\" rx=\"6\"/><text class=\"name\" x=\"{6}\" y=\"{7}"
        "\">{8}</text><text x=\"{6}\" y=\"{9}\">{10}</text></g>\n",
        escapeHTML(access.hint.empty() ? access.title : access.hint),
        access.isWrite ? "write" : "read", layout.x(node), layout.y(node),
        nodeWidth, nodeHeight, layout.x(node) + 10, layout.y(node) + 17,
        shortened(access.title, 30), layout.y(node) + 33,
        shortened(access.detail, 32));
  }
  os << "</svg>\n";
  if (graph.nodes.size() > mostDrawnAccesses)
    os << llvm::formatv("<p class=\"soft\">{0} more accesses are not drawn.</p>"
                        "\n",
                        graph.nodes.size() - mostDrawnAccesses);
  os << "</div>\n";
  return text;
}
