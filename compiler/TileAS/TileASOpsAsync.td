//===- TileASOpsAsync.td - Pipelines --------------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Of facts, 3.3, what queues and unspecialised pipelining need
// (docs/queues.md, docs/pipelining.md).
//
//===----------------------------------------------------------------------===//

#ifndef TILEAS_OPS_ASYNC_TD
#define TILEAS_OPS_ASYNC_TD

def TileAS_PipelineType : TileAS_Type<"Pipeline", "pipeline"> {
  let summary = "a ring of `depth` slots in shared memory, each with tiles or scalars";
  let description = [{
    `pipeline<TYPE, ..., depth = N>`. The ring of a queue of tokens has nothing
    in its slots.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$payload, "int64_t":$depth);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Of a ring whose slots have one tile each.
    ::mlir::RankedTensorType getTileType() const {
      return ::llvm::cast<::mlir::RankedTensorType>(getPayload().front());
    }
  }];
}
def TileAS_PipelineIteratorType : TileAS_Type<"PipelineIterator", "pipeline_iter"> {
  let summary = "a slot of a ring of `depth` slots and the parity of its phase";
  let parameters = (ins "int64_t":$depth);
  let assemblyFormat = "`<` `depth` `=` $depth `>`";
}
def TileAS_ProducerTokenType : TileAS_Type<"ProducerToken", "producer_token"> {
  let summary = "the right to write a slot";
}
def TileAS_ConsumerTokenType : TileAS_Type<"ConsumerToken", "consumer_token"> {
  let summary = "the right to read a slot";
}

class TileAS_PipelineOp<string mnemonic, list<Trait> traits_ = []>
    : TileAS_Op<"async.pipeline." # mnemonic, traits_>;

// No effect interface: generic passes never remove, merge or move them. The
// order of a slot's states is that of mbarriers: phase n of a slot is full when
// its copy n is complete, and empty again when it is released.
def TileAS_CreatePipelineOp : TileAS_PipelineOp<"create_pipeline"> {
  let summary = "a new ring, whose slots are empty";
  let description = [{
    With `barrier_slot`, the mbarriers of that slot of the CTA's pool say full
    and empty: who waits is held up until then. Without it, the threads of the
    CTA are one agent that waits for groups of copies, and must not have to wait
    for what it has not begun.
  }];
  let arguments = (ins OptionalAttr<ConfinedAttr<I32Attr, [IntNonNegative]>>:$barrier_slot);
  let results = (outs TileAS_PipelineType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def TileAS_CreateIteratorOp : TileAS_PipelineOp<"create_iterator", [Pure]> {
  let summary = "slot 0 in its first phase";
  let results = (outs TileAS_PipelineIteratorType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def TileAS_IncIterOp : TileAS_PipelineOp<"inc_iter", [Pure, AllTypesMatch<["iterator", "result"]>]> {
  let summary = "the next slot; the parity changes where the ring begins again";
  let arguments = (ins TileAS_PipelineIteratorType:$iterator);
  let results = (outs TileAS_PipelineIteratorType:$result);
  let assemblyFormat = "$iterator attr-dict `:` type($iterator)";
}

def TileAS_ProducerAcquireOp : TileAS_PipelineOp<"producer_acquire"> {
  let summary = "waits until the slot is empty";
  let description = [{
    The memory token is that of the release that emptied the slot.
  }];
  let arguments = (ins TileAS_PipelineType:$pipeline, TileAS_PipelineIteratorType:$iterator);
  let results = (outs TileAS_ProducerTokenType:$result, Optional<TileAA_MemTokenType>:$result_token);
  let assemblyFormat = [{
    $pipeline `[` $iterator `]` attr-dict `:` type($pipeline) `,` type($iterator)
    (`->` type($result_token)^)?
  }];
  let hasVerifier = 1;
}

def TileAS_ProducerWriteOp : TileAS_PipelineOp<"producer_write",
    [SingleBlockImplicitTerminator<"PipelineYieldOp">, AllTypesMatch<["token", "result"]>]> {
  let summary = "begins to fill the slot";
  let description = [{
    The body yields what the slot gets, and a memory token. If it loads the
    tile, it is a copy: what it reads may be read at any time until the slot has
    been waited for. All writers of a pipeline copy, or none does.
  }];
  let arguments = (ins TileAS_PipelineType:$pipeline, TileAS_ProducerTokenType:$token);
  let results = (outs TileAS_ProducerTokenType:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$pipeline `,` $token $body attr-dict `:` type($pipeline)";
  let hasRegionVerifier = 1;
}

def TileAS_ProducerCommitOp : TileAS_PipelineOp<"producer_commit"> {
  let summary = "the slot gets full when the copies that began are complete";
  let arguments = (ins TileAS_PipelineType:$pipeline, TileAS_ProducerTokenType:$token);
  let assemblyFormat = "$pipeline `,` $token attr-dict `:` type($pipeline)";
}

def TileAS_ConsumerWaitOp : TileAS_PipelineOp<"consumer_wait"> {
  let summary = "waits until the slot is full";
  let description = [{
    At most the last `pending` commits, of all pipelines, need not be complete
    afterwards: that of the slot must not be among them. The memory token is
    that of the load.
  }];
  let arguments = (ins TileAS_PipelineType:$pipeline, TileAS_PipelineIteratorType:$iterator,
      ConfinedAttr<I32Attr, [IntNonNegative]>:$pending);
  let results = (outs TileAS_ConsumerTokenType:$result, TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $pipeline `[` $iterator `]` `pending` `=` $pending attr-dict
    `:` type($pipeline) `,` type($iterator)
  }];
  let hasVerifier = 1;
}

def TileAS_ConsumerReadOp : TileAS_PipelineOp<"consumer_read"> {
  let summary = "what the slot has, in registers";
  let arguments = (ins TileAS_PipelineType:$pipeline, TileAS_ConsumerTokenType:$token);
  let results = (outs Variadic<TileAA_AnyTile>:$results);
  let assemblyFormat = "$pipeline `,` $token attr-dict `:` type($pipeline) `->` type($results)";
  let hasVerifier = 1;
}

def TileAS_ConsumerReleaseOp : TileAS_PipelineOp<"consumer_release"> {
  let summary = "gives the slot back, which is empty then";
  let arguments = (ins TileAS_PipelineType:$pipeline, TileAS_ConsumerTokenType:$token,
      Optional<TileAA_MemTokenType>:$order);
  let assemblyFormat = [{
    $pipeline `,` $token (`after` $order^ `:` type($order))? attr-dict `:` type($pipeline)
  }];
}

def TileAS_AgentSwitchOp : TileAS_PipelineOp<"agent_switch", [RecursiveMemoryEffects]> {
  let summary = "runs its regions concurrently, each by warps of its own";
  let description = [{
    As nv_tileaa.execute. Agent i has the warps `warp_id[i]` and the
    `num_warps[i] - 1` behind it; what lies between agents are holes, and the
    block has a multiple of four warps. A thread of agent i has `max_regs[i]`
    registers (0: as outside).

    Tiles of an agent have layouts over its warps, so that a tile from outside
    comes as an operand: each region takes every operand, a tile with a layout
    of the agent's. Scalars, pointers, views, memory tokens, pipelines and
    iterators are used where they are.

    The results are what the agents yield, one agent's behind the other's, and
    last, if there is one more, a memory token that is ordered after every
    access of every agent.
  }];
  let arguments = (ins Variadic<AnyType>:$captured, DenseI32ArrayAttr:$num_warps,
      DenseI32ArrayAttr:$warp_id, DenseI32ArrayAttr:$max_regs);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$agents);
  let assemblyFormat = [{
    (`(` $captured^ `:` type($captured) `)`)? $agents attr-dict (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    /// That of all accesses; null: there is none.
    ::mlir::Value getResultToken();
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def TileAS_PipelineYieldOp : TileAS_PipelineOp<"yield",
    [Pure, ReturnLike, Terminator, ParentOneOf<["ProducerWriteOp", "AgentSwitchOp"]>]> {
  let summary = "ends the body of producer_write, or an agent";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
}

#endif
