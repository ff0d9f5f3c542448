//===- MutatedText.cpp - The text of a file with its mutants --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "MutatedText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilefuzz;

namespace {
class Writer {
public:
  Writer(llvm::StringRef source, const std::vector<Site> &sites,
         MutatedText &result)
      : source(source), sites(sites), result(result) {
    size_t place = 0;
    for (const Site &site : sites) {
      firstPlace.push_back(place + 1);
      place += site.alternatives.size();
    }
    result.numMutants = place;
  }

  /// From there to `end`, with the sites that begin there.
  void writeUntil(size_t end);

private:
  void writeSite();
  /// What stands at the site by default.
  void writeDefault(size_t site) { writeUntil(sites[site].end); }
  void add(llvm::StringRef text) { result.text += text; }
  /// Asks whether the mutant is on.
  void ask(size_t site, size_t alternative) {
    add(("TILEFUZZ_MUTANT(" + llvm::Twine(firstPlace[site] + alternative) + ")")
            .str());
  }
  void writeTruth(size_t site);
  void writeChoice(size_t site);

  llvm::StringRef source;
  const std::vector<Site> &sites;
  MutatedText &result;
  /// By site.
  std::vector<size_t> firstPlace;
  size_t at = 0, next = 0;
};
} // namespace

void Writer::writeUntil(size_t end) {
  while (next < sites.size() && sites[next].begin >= at &&
         sites[next].end <= end) {
    add(source.slice(at, sites[next].begin));
    at = sites[next].begin;
    writeSite();
  }
  add(source.slice(at, end));
  at = end;
}

void Writer::writeTruth(size_t site) {
  const std::vector<Alternative> &all = sites[site].alternatives;
  for (auto [i, one] : llvm::enumerate(all)) {
    add("(");
    if (one.text == "false")
      add("!");
    ask(site, i);
    add(one.text == "true" ? " || " : one.text == "false" ? " && " : " != ");
  }
  add("static_cast<bool>(");
  writeDefault(site);
  add(")");
  add(std::string(all.size(), ')'));
}

void Writer::writeChoice(size_t site) {
  add("(");
  for (auto [i, one] : llvm::enumerate(sites[site].alternatives)) {
    ask(site, i);
    add(" ? ");
    size_t begin = result.text.size();
    add(one.text);
    result.spans.push_back({begin, result.text.size(), site, i});
    add(" : ");
  }
  writeDefault(site);
  add(")");
}

void Writer::writeSite() {
  size_t index = next++;
  const Site &site = sites[index];
  size_t begin = result.text.size();
  switch (site.form) {
  case Form::Omission:
    add("(");
    ask(index, 0);
    add(" ? void() : void(");
    writeDefault(index);
    add("))");
    break;
  case Form::Declaration:
    writeDefault(index);
    add("; !");
    ask(index, 0);
    add(" && static_cast<bool>(" + site.name + ")");
    break;
  case Form::Truth:
    writeTruth(index);
    break;
  case Form::Choice:
    writeChoice(index);
    break;
  case Form::Range:
    add("::tilefuzz::inOrder(");
    ask(index, 0);
    add(", ");
    writeDefault(index);
    add(")");
    break;
  case Form::Entry:
    for (auto [i, one] : llvm::enumerate(site.alternatives)) {
      add(" if (");
      ask(index, i);
      add(") ");
      size_t inner = result.text.size();
      add("return " + one.text + ";");
      result.spans.push_back({inner, result.text.size(), index, i});
    }
    break;
  }
  result.spans.push_back({begin, result.text.size(), index, std::nullopt});
}

static void writeString(llvm::raw_ostream &os, llvm::StringRef text) {
  os << '"';
  for (char c : text)
    if (c == '"' || c == '\\')
      os << '\\' << c;
    else if (llvm::isPrint(c))
      os << c;
    else
      os << '?';
  os << '"';
}

MutatedText tilefuzz::writeMutants(llvm::StringRef source, llvm::StringRef name,
                                   llvm::StringRef path,
                                   const std::vector<Site> &sites) {
  MutatedText result;
  llvm::raw_string_ostream os(result.text);
  size_t count = 0;
  for (const Site &site : sites)
    count += site.alternatives.size();
  os << "// Written by tile-mutate.\n"
     << "#include \"compiler/Support/Mutants/MutatedFile.h\"\n"
     << "static unsigned char mutantReached[" << count + 1 << "];\n"
     << "static unsigned activeMutant;\n";
  if (count) {
    os << "static const ::tilefuzz::MutantRow mutantRows[] = {\n";
    for (const Site &site : sites)
      for (const Alternative &one : site.alternatives) {
        os << "{" << site.line << ", ";
        writeString(os, one.mutation);
        os << ", ";
        writeString(os, one.before);
        os << ", ";
        writeString(os, one.after);
        os << "},\n";
      }
    os << "};\nstatic ::tilefuzz::MutatedFile mutatedFile(";
    writeString(os, name);
    os << ", mutantRows, " << count << ", mutantReached, &activeMutant);\n";
  }
  os << "#define TILEFUZZ_MUTANT(n) (mutantReached[n] = 1, activeMutant == n)\n"
     << "#line 1 ";
  writeString(os, path);
  os << "\n";
  Writer(source, sites, result).writeUntil(source.size());
  return result;
}

const MutatedSpan *tilefuzz::findSpan(const MutatedText &mutated,
                                      size_t offset) {
  const MutatedSpan *best = nullptr;
  for (const MutatedSpan &span : mutated.spans)
    if (span.begin <= offset && offset < span.end &&
        (!best || span.end - span.begin < best->end - best->begin))
      best = &span;
  return best;
}
