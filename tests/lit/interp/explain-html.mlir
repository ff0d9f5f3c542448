// A run, and every outcome, as a page: self-contained, without a script.
// RUN: split-file %s %t
// RUN: tile-run %t/message.mlir --explain --html=%t/message.html | FileCheck %s --check-prefix=PRINTED
// PRINTED: completed
// PRINTED-NEXT: x : i32[1] = 1
// RUN: FileCheck %s --check-prefix=MESSAGE --input-file=%t/message.html --implicit-check-not="<script" --implicit-check-not="src=" --implicit-check-not="http"
// MESSAGE: <title>A run of {{.*}}message.mlir</title>
// MESSAGE: <p class="reason">completed</p>
// MESSAGE: <td>x</td><td>i32</td><td><code>1 </code></td>
// MESSAGE: <svg role="img"
// MESSAGE-DAG: block 0,0,0</text>
// MESSAGE-DAG: block 1,0,0</text>
// MESSAGE-DAG: <title>as it acquires what that released</title>
// MESSAGE-DAG: <title>reads of x what that wrote</title>
// MESSAGE-DAG: #1 10:10 store_ptr_tko</text>
// MESSAGE-DAG: acquire device, reads f+0..3</text>
// MESSAGE: every operation
// MESSAGE: <summary>program</summary>

// A race is drawn between its two accesses, and named.
// RUN: not tile-run %t/race.mlir --explain --html=%t/race.html
// RUN: FileCheck %s --check-prefix=RACE --input-file=%t/race.html
// RACE: <p class="reason">race: data-race</p>
// RACE: race: nothing orders the two</span>
// RACE: <path class="race" d="M{{[0-9]+ [0-9]+}}C
// RACE: <li>race on x+0: #0 5:8 store_ptr_tko and #1 5:8 store_ptr_tko</li>
// Other levels, and no memory at all.
// RUN: tile-run %t/message.mlir --explain --html=%t/aa.html --at=convert-cuda-tile-to-tileaa
// RUN: FileCheck %s --check-prefix=AA --input-file=%t/aa.html
// AA: acquire device, reads f+0..3</text>
// RUN: tile-run %t/empty.mlir --explain --html=%t/empty.html
// RUN: FileCheck %s --check-prefix=EMPTY --input-file=%t/empty.html
// EMPTY: The run touches no memory.

// Each outcome has the graph of an execution.
// RUN: tile-run %corpus/litmus/M02.mlir --explore --html=%t/all.html | FileCheck %s --check-prefix=OUTCOMES
// OUTCOMES: 2 outcomes
// RUN: FileCheck %s --check-prefix=ALL --input-file=%t/all.html --implicit-check-not="<script"
// ALL: All outcomes of
// ALL: 2 outcomes of 2 executions
// ALL: <h2>Outcome 1</h2>
// ALL: reads f+0 from the launch</text>
// ALL: <h2>Outcome 2</h2>
// ALL: <path class="reads"
// ALL: b store_ptr_tko</text><text {{[^>]*}}>writes f+0 = 0x1</text>
// RUN: tile-run %corpus/litmus/ptx/2+2w-fence-sc.ptx --explore --html=%t/ptx.html
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t/ptx.html
// PTX: thread 0 of CTA 0</text>
// PTX: <path class="order"

// RUN: not tile-run %t/race.mlir --html=%t/x.html 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: error: --html goes with --explain or --explore
// RUN: not tile-run %t/message.mlir --explain --html=%t/no/such/folder.html 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: folder.html: error:

//--- race.mlir
// tilefuzz.launch kernel=@k grid=2,1,1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x 1
cuda_tile.module @m { entry @k(%p: tile<ptr<i32>>, %v: tile<i32>) {
  %t = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
} }
//--- empty.mlir
cuda_tile.module @m { entry @k() { } }
//--- message.mlir
// tilefuzz.launch kernel=@k grid=2,1,1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.args &x &f 1 0
cuda_tile.module @m { entry @k(%x: tile<ptr<i32>>, %f: tile<ptr<i32>>, %one: tile<i32>, %zero: tile<i32>) {
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %first = cmpi equal %b, %zero, signed : tile<i32> -> tile<i1>
  if %first {
    %s = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token
    %t = store_ptr_tko release device %f, %one token=%s : tile<ptr<i32>>, tile<i32> -> token
  } else {
    %v, %u = load_ptr_tko acquire device %f : tile<ptr<i32>> -> tile<i32>, token
    %is = cmpi equal %v, %one, signed : tile<i32> -> tile<i1>
    if %is {
      %w, %z = load_ptr_tko weak %x token=%u : tile<ptr<i32>> -> tile<i32>, token
    }
  }
} }
