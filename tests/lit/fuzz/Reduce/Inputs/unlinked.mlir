// Of a dialect that is not linked.
module {
  "x.function"() ({
  ^entry(%a: !x.thing<1>, %t: !x.token):
    %b = "x.source"() {limit = 4 : i64} : () -> !x.thing<7>
    %c, %u = "x.touch"(%b, %a, %t) : (!x.thing<7>, !x.thing<1>, !x.token) -> (!x.thing<1>, !x.token)
    %d = "x.loop"(%c) ({
    ^body(%e: !x.thing<1>):
      %f = "x.work"(%e) : (!x.thing<1>) -> !x.thing<1>
      "x.branch"(%f) ({
        "x.wanted"(%b, %f) {how = "much"} : (!x.thing<7>, !x.thing<1>) -> ()
        "x.yield"() : () -> ()
      }, {
        %g = "x.source"() : () -> !x.thing<7>
        "x.touch"(%g, %f, %u) : (!x.thing<7>, !x.thing<1>, !x.token) -> ()
        "x.yield"() : () -> ()
      }) : (!x.thing<1>) -> ()
      "x.next"(%f) : (!x.thing<1>) -> ()
    }) : (!x.thing<1>) -> !x.thing<1>
    "x.finish"(%d, %u) : (!x.thing<1>, !x.token) -> ()
  }) {name = "f"} : () -> ()
}
