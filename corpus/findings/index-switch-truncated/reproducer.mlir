// tilefuzz.call @f 0x8000000000000000
func.func @f(%x: index) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.index_switch %x -> i32
  case 0 {
    scf.yield %c0 : i32
  }
  default {
    scf.yield %c1 : i32
  }
  return %0 : i32
}
