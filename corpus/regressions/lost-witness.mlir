// What a masked load carried was lost where its mask turned out to be true.
// tilefuzz.launch kernel=@m grid=1,1,1 seed=1
// tilefuzz.buffer in : f32[1] = list(4.0)
// tilefuzz.args &in
nv_tileaa.func @m(%p: !nv_tileaa.ptr<f32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
  %true = arith.constant true
  %o = arith.constant 1.0 : f32
  %t = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
  %a, %t1 = nv_tileaa.load %p mask %true other %o token %t {my.tag = 7 : i32, cache_modifier = #nv_tileaa.cache_modifier<cg>} : (!nv_tileaa.ptr<f32, 1>, i1, f32, !nv_tileaa.mem_token) -> (f32, !nv_tileaa.mem_token)
  %t2 = nv_tileaa.store %p, %a token %t1 : (!nv_tileaa.ptr<f32, 1>, f32, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  nv_tileaa.return
}
