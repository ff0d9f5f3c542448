// tilefuzz.call @f 0x1,0x1 0x2,0x3
func.func @f(%x: vector<2xi8>, %y: vector<2xi8>) -> i8 {
  %0 = vector.reduction <mul>, %y : vector<2xi8> into i8
  %1 = vector.reduction <add>, %x, %0 : vector<2xi8> into i8
  return %1 : i8
}
