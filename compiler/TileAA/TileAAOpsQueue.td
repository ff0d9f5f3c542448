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
  let arguments = (ins ConfinedAttr<I32Attr, [IntPositive]>:$depth);
  let results = (outs TileAA_QueueType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

// Order is implied by the queue: no effect interface.
def TileAA_QueuePutOp : TileAA_Op<"queue.put"> {
  let summary = "waits for a free slot and commits what the body yields";
  let arguments = (ins TileAA_QueueType:$queue);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$queue $body attr-dict `:` type($queue)";
  let hasRegionVerifier = 1;
}

def TileAA_QueueGetOp : TileAA_Op<"queue.get"> {
  let summary = "waits for a full slot, gives it to the body and releases it";
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
  }];
  let arguments = (ins DenseI32ArrayAttr:$num_warps, DenseI32ArrayAttr:$max_registers,
      OptionalAttr<DenseI32ArrayAttr>:$named_barriers,
      OptionalAttr<DenseI64ArrayAttr>:$shared_memory_bytes,
      OptionalAttr<DenseI64ArrayAttr>:$tensor_memory_bytes);
  let regions = (region VariadicRegion<SizedRegion<1>>:$agents);
  let assemblyFormat = "$agents attr-dict";
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
