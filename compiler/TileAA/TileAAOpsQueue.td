//===- TileAAOpsQueue.td - Queues, agents, plugins -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEAA_OPS_QUEUE_TD
#define TILEAA_OPS_QUEUE_TD

include "compiler/TileAA/TileAAOpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

//===----------------------------------------------------------------------===//
// Queues
//===----------------------------------------------------------------------===//

def TileAA_CreateQueueOp : TileAA_Op<"create_queue"> {
  let summary = "a queue of `depth` slots";
  let description = [{
    First in, first out, for as long as the tile block runs; each execution
    makes a new one. Put n and get n, numbered as they begin, use slot n mod
    `depth`. A value that nobody has taken when the tile block ends is
    undefined behaviour.
  }];
  let arguments = (ins ConfinedAttr<I32Attr, [IntPositive]>:$depth);
  let results = (outs TileAA_QueueType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

// Order is implied by the queue: no effect interface.
//
// The only order that a queue gives: every access in a body is ordered, as by a
// token, after every access in the body that held the slot before it. So the
// body of get n comes after that of put n, and put n + depth after get n. A
// token that leaves a body carries its order on; program order carries none.
def TileAA_QueuePutOp : TileAA_Op<"queue.put"> {
  let summary = "waits for a free slot and commits what the body yields";
  let description = [{
    Waits before the body until its slot is empty; the slot is full when the
    body ends.
  }];
  let arguments = (ins TileAA_QueueType:$queue);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$queue $body attr-dict `:` type($queue)";
  let hasRegionVerifier = 1;
}

def TileAA_QueueGetOp : TileAA_Op<"queue.get"> {
  let summary = "waits for a full slot, gives it to the body and releases it";
  let description = [{
    Waits before the body until its slot is full; the slot is empty when the
    body ends. What the body yields are the results.
  }];
  let arguments = (ins TileAA_QueueType:$queue);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$queue $body attr-dict `:` functional-type($queue, $results)";
  let hasRegionVerifier = 1;
}

def TileAA_QueueYieldOp : TileAA_Op<"queue.yield",
    [Pure, ReturnLike, Terminator, ParentOneOf<["QueuePutOp", "QueueGetOp"]>]> {
  let summary = "ends the body of a put or a get";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

def TileAA_PragmaOp : TileAA_Op<"pragma", [RecursiveMemoryEffects, NoRegionArguments]> {
  let summary = "a region under directives of the back end; changes no value";
  let arguments = (ins OptionalAttr<StrArrayAttr>:$ocgEnterDirectives,
      OptionalAttr<StrArrayAttr>:$ocgLeaveDirectives);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$body attr-dict (`:` type($results)^)?";
  let hasRegionVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Agents and plugins; what they ask for is checked against Resources.h
//===----------------------------------------------------------------------===//

def TileAA_ExecuteOp : TileAA_Op<"execute", [RecursiveMemoryEffects, NoRegionArguments]> {
  let summary = "runs its regions concurrently, one agent each";
  let description = [{
    Per agent: warps, registers per thread, named barriers, bytes of shared and
    of tensor memory (an absent list asks for nothing).

    Ends when all agents have ended. Agents see the values around them and yield
    none: what they find goes through queues, which outlive them, or memory.
    Nothing orders the accesses of one agent before those of another, or of what
    follows, but tokens and queues. The result, if there is one, is a token
    ordered after every access of every agent. Agents are scheduled fairly; that
    all wait for each other is a deadlock.
  }];
  let arguments = (ins DenseI32ArrayAttr:$num_warps, DenseI32ArrayAttr:$max_registers,
      OptionalAttr<DenseI32ArrayAttr>:$named_barriers,
      OptionalAttr<DenseI64ArrayAttr>:$shared_memory_bytes,
      OptionalAttr<DenseI64ArrayAttr>:$tensor_memory_bytes);
  let results = (outs Optional<TileAA_MemTokenType>:$result_token);
  let regions = (region VariadicRegion<SizedRegion<1>>:$agents);
  let assemblyFormat = "$agents attr-dict (`->` type($result_token)^)?";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

defvar OpaqueResources = (ins Variadic<AnyType>:$operands,
    DefaultValuedAttr<I32Attr, "0">:$max_registers,
    DefaultValuedAttr<I32Attr, "0">:$named_barriers,
    DefaultValuedAttr<I64Attr, "0">:$shared_memory_bytes,
    DefaultValuedAttr<I64Attr, "0">:$tensor_memory_bytes,
    OptionalAttr<ArrayAttr>:$input_layouts, OptionalAttr<ArrayAttr>:$output_layouts);

class TileAA_OpaqueCodeOp<string mnemonic, string meaning> : TileAA_Op<mnemonic> {
  let summary = meaning;
  let results = (outs Variadic<AnyType>:$results);
  let hasVerifier = 1;
}
def TileAA_PluginOp : TileAA_OpaqueCodeOp<"plugin", "code of a plugin"> {
  let arguments = !con((ins StrAttr:$name), OpaqueResources);
  let assemblyFormat = [{
    $name `(` $operands `)` attr-dict `:` functional-type($operands, $results)
  }];
}
def TileAA_InjectIROp : TileAA_OpaqueCodeOp<"inject_ir", "a fragment of lower-level IR"> {
  let arguments = !con((ins StrAttr:$fragment), OpaqueResources);
  let assemblyFormat = [{
    $fragment `(` $operands `)` attr-dict `:` functional-type($operands, $results)
  }];
}

#endif
