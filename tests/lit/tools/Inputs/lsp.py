"""lsp.py SERVER KERNELS FOLDER: what an editor says to the language server, and what it must hear."""

import json
import os
import subprocess
import sys

server, kernels, folder = sys.argv[1:]
PROGRAM = """cuda_tile.module @m {
  entry @kernel(%a: tile<ptr<i32>>) {
    %x = constant <i32: 7> : tile<i32>
    %y = divi %x, %x signed : tile<i32>
    %z = addi %y, %x : tile<i32>
    return
  }
}
"""


class Client:
    def __init__(self):
        self.process = subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.notes = []

    def send(self, **message):
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()) or not length:
            assert line or length, "the server went away"
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, **params):
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        while True:
            message = self.receive()
            if message.get("id") == self.number and "method" not in message:
                return message
            self.notes.append(message)

    def tell(self, method, **params):
        self.send(method=method, params=params)

    def diagnostics(self, uri, version):
        """The next ones about the document, or those that came before an answer."""
        while True:
            message = self.notes.pop(0) if self.notes else self.receive()
            if message.get("method") != "textDocument/publishDiagnostics":
                continue
            if message["params"]["uri"] == uri and message["params"].get("version", version) == version:
                return message["params"]["diagnostics"]


client = Client()
answer = client.ask("initialize", processId=None, rootUri=None, capabilities={})
assert answer["result"]["capabilities"]["hoverProvider"], answer
client.tell("initialized")
uri = "file://" + os.path.join(os.path.abspath(folder), "program.mlir")
document = {"uri": uri, "languageId": "mlir", "version": 1, "text": PROGRAM}
client.tell("textDocument/didOpen", textDocument=document)
assert client.diagnostics(uri, 1) == []


def hover(text):
    line = next(n for n, content in enumerate(PROGRAM.splitlines()) if text in content)
    position = {"line": line, "character": PROGRAM.splitlines()[line].index(text) + 1}
    result = client.ask("textDocument/hover", textDocument={"uri": uri}, position=position)["result"]
    return result and result["contents"]["value"]


# What the operation means, then what MLIR says.
text = hover("divi")
assert text.startswith("**cuda_tile.divi**: "), text
assert "Exactness: exact" in text and "`division-by-zero`: A divisor of integers is zero." in text, text
assert '"cuda_tile.divi"' in text.split("---", 1)[1], text
assert "`broken-overflow-promise`" in hover("addi"), hover("addi")
assert "Undefined behaviour: none of its own." in hover("constant"), hover("constant")

# Diagnostics while typing.
wrong = PROGRAM.replace("tile<i32>\n    return", "tile<i64>\n    return")
change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": wrong}]}
client.tell("textDocument/didChange", **change)
errors = client.diagnostics(uri, 2)
assert errors and errors[0]["severity"] == 1, errors
assert errors[0]["range"]["start"]["line"] == 4, errors
change = {"textDocument": {"uri": uri, "version": 3}, "contentChanges": [{"text": PROGRAM}]}
client.tell("textDocument/didChange", **change)
assert client.diagnostics(uri, 3) == []

# Bytecode as text, and what is none.
name = sorted(n for n in os.listdir(kernels) if n.endswith(".tilebc"))[0]
answer = client.ask("mlir/convertFromBytecode", uri="file://" + os.path.join(os.path.abspath(kernels), name))
assert "cuda_tile.module" in answer["result"]["output"], answer
with open(os.path.join(kernels, name), "rb") as file:
    half = file.read()[:60]
path = os.path.join(os.path.abspath(folder), "half file.tilebc")
with open(path, "wb") as file:
    file.write(half)
answer = client.ask("mlir/convertFromBytecode", uri="file://" + path.replace(" ", "%20"))
assert answer["error"]["message"], answer
# The server is there all the same.
assert hover("divi")

assert client.ask("shutdown")["result"] is None
client.tell("exit")
assert client.process.wait(timeout=60) == 0
# One that goes away without a word, and one that says what is no message.
for words in (b"", b"Content-Length: 99999999999\r\n\r\n{}", b"GET / HTTP/1.1\r\n\r\n"):
    process = subprocess.run([server], input=words, capture_output=True, check=False, timeout=60)
    assert process.returncode == 1 and not process.stdout, (words, process)
