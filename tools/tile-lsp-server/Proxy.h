//===- Proxy.h - Between an editor and MLIR's server ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// MLIR's language server is a library that takes dialects, and nothing that it
// says of an operation can be changed. So messages of both sides pass through
// here: what it says when the mouse rests on an operation is followed by what
// the operation means, and Tile IR bytecode is given out as text.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILE_LSP_SERVER_PROXY_H
#define TILEFUZZ_TOOLS_TILE_LSP_SERVER_PROXY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cstdio>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace tilefuzz {

/// The next message of the stream (LSP, base protocol: a header with
/// Content-Length, an empty line, the content); none at its end, or where it is
/// none.
std::optional<std::string> readMessage(FILE *stream);
/// False if the other side is gone.
bool writeMessage(FILE *stream, llvm::StringRef content);

class Proxy {
public:
  /// What the client said. Returns what the server gets, if it gets anything;
  /// `answer`, if it is not empty, is for the client.
  std::optional<std::string> fromClient(std::string content,
                                        std::string &answer);
  /// What the server said; returns what the client gets.
  std::string fromServer(std::string content);

private:
  std::mutex mutex;
  /// Of requests about what stands somewhere, as JSON.
  std::set<std::string> hovers;
};

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILE_LSP_SERVER_PROXY_H
