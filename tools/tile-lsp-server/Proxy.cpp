//===- Proxy.cpp - Between an editor and MLIR's server --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Proxy.h"
#include "OperationNotes.h"
#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Pipeline/Pipeline.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tilefuzz;
namespace json = llvm::json;

/// More than an editor sends at once; a length is not allocated on its word.
static constexpr size_t maxMessage = size_t(1) << 28;

std::optional<std::string> tilefuzz::readMessage(FILE *stream) {
  size_t length = 0;
  std::string line;
  for (int c; (c = std::fgetc(stream)) != EOF;) {
    if (c != '\n') {
      line += char(c);
      if (line.size() > 4096)
        return std::nullopt;
      continue;
    }
    llvm::StringRef header = llvm::StringRef(line).rtrim('\r');
    if (header.empty() && length)
      break;
    if (header.consume_front_insensitive("content-length:") &&
        (header.trim().getAsInteger(10, length) || length > maxMessage))
      return std::nullopt;
    line.clear();
  }
  if (!length)
    return std::nullopt;
  std::string content(length, '\0');
  if (std::fread(content.data(), 1, length, stream) != length)
    return std::nullopt;
  return content;
}

bool tilefuzz::writeMessage(FILE *stream, llvm::StringRef content) {
  std::fprintf(stream, "Content-Length: %zu\r\n\r\n", content.size());
  std::fwrite(content.data(), 1, content.size(), stream);
  return std::fflush(stream) == 0;
}

static std::string textOf(const json::Value &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

/// The path of a `file:` URI; else nothing.
static std::string pathOf(llvm::StringRef uri) {
  if (!uri.consume_front("file://"))
    return "";
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    unsigned byte = 0;
    if (uri[i] == '%' && !uri.substr(i + 1, 2).getAsInteger(16, byte) &&
        i + 2 < uri.size()) {
      path += char(byte);
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

/// The text of a file of Tile IR bytecode; none: it is no such file.
static std::optional<llvm::Expected<std::string>>
decode(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (path.empty() || !buffer || !isBytecode((*buffer)->getBuffer()))
    return std::nullopt;
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> module =
      readBytecode((*buffer)->getBuffer(), path, context);
  if (!module)
    return module.takeError();
  std::string text;
  llvm::raw_string_ostream os(text);
  (*module)->print(os);
  os << "\n";
  return text;
}

/// The answer to a request for a file's text; none: MLIR's server has it.
static std::optional<std::string> answerConvert(const json::Object &message) {
  const json::Object *params = message.getObject("params");
  auto uri = params ? params->getString("uri") : std::nullopt;
  std::optional<llvm::Expected<std::string>> text =
      uri ? decode(pathOf(*uri)) : std::nullopt;
  const json::Value *id = message.get("id");
  if (!text || !id) {
    if (text)
      llvm::consumeError(text->takeError());
    return std::nullopt;
  }
  json::Object answer{{"jsonrpc", "2.0"}, {"id", *id}};
  if (*text)
    answer["result"] = json::Object{{"output", json::fixUTF8(**text)}};
  else
    answer["error"] = json::Object{
        {"code", -32803}, {"message", llvm::toString(text->takeError())}};
  return textOf(std::move(answer));
}

std::optional<std::string> Proxy::fromClient(std::string content,
                                             std::string &answer) {
  llvm::Expected<json::Value> value = json::parse(content);
  if (!value) {
    // The server says what is wrong with it.
    llvm::consumeError(value.takeError());
    return content;
  }
  const json::Object *message = value->getAsObject();
  llvm::StringRef method =
      message ? message->getString("method").value_or("") : "";
  if (method == "mlir/convertFromBytecode")
    if (std::optional<std::string> text = answerConvert(*message)) {
      answer = std::move(*text);
      return std::nullopt;
    }
  const json::Value *id = message ? message->get("id") : nullptr;
  if (method == "textDocument/hover" && id) {
    std::lock_guard<std::mutex> lock(mutex);
    hovers.insert(textOf(*id));
  }
  return content;
}

/// The first name in quotes that is one of our operations.
static std::string notesIn(llvm::StringRef text) {
  while (true) {
    size_t begin = text.find('"');
    if (begin == llvm::StringRef::npos)
      return "";
    text = text.substr(begin + 1);
    llvm::StringRef name = text.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    if (std::string notes = describeOperation(name); !notes.empty())
      return notes;
  }
}

std::string Proxy::fromServer(std::string content) {
  llvm::Expected<json::Value> value = json::parse(content);
  if (!value) {
    llvm::consumeError(value.takeError());
    return content;
  }
  json::Object *message = value->getAsObject();
  const json::Value *id = message ? message->get("id") : nullptr;
  // A request of the server's may have the same number.
  if (!id || message->get("method"))
    return content;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!hovers.erase(textOf(*id)))
      return content;
  }
  json::Object *result = message->getObject("result");
  json::Object *contents = result ? result->getObject("contents") : nullptr;
  auto text = contents ? contents->getString("value") : std::nullopt;
  if (!text)
    return content;
  std::string notes = notesIn(*text);
  if (notes.empty())
    return content;
  (*contents)["value"] = (notes + "\n---\n\n" + *text).str();
  return textOf(*value);
}
