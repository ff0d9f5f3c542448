// 300 operations of arith, 7 loops, 333 lines of module: what reducers are compared by.
module {
  func.func @f(%a: i32, %b: i32, %c: i32, %n: index) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // Loop 0.
    %v0 = arith.xori %b, %a : i32
    %v1 = arith.shrui %a, %a : i32
    %v2 = arith.shli %b, %a : i32
    %v3 = arith.remsi %a, %c : i32
    %v4 = arith.andi %a, %b : i32
    %v5 = arith.maxsi %v3, %b : i32
    %v6 = arith.andi %b, %v5 : i32
    %v7 = arith.maxsi %a, %v6 : i32
    %v8 = arith.subi %v0, %v7 : i32
    %v9 = arith.shrui %v6, %a : i32
    %v10 = arith.remsi %v7, %v4 : i32
    %v11 = arith.addi %v2, %c : i32
    %v12 = arith.shli %b, %v2 : i32
    %v13 = arith.ori %v7, %v3 : i32
    %r0 = scf.for %i0 = %c0 to %n step %c1 iter_args(%x0 = %v13) -> (i32) {
      %v14 = arith.shli %v4, %v12 : i32
      %v15 = arith.ori %v12, %b : i32
      %v16 = arith.shrui %v7, %v6 : i32
      %v17 = arith.remsi %v3, %v8 : i32
      %v18 = arith.subi %v14, %v17 : i32
      %v19 = arith.subi %v16, %v8 : i32
      %v20 = arith.remsi %v17, %x0 : i32
      %v21 = arith.maxsi %a, %v14 : i32
      %v22 = arith.minui %v19, %c : i32
      %v23 = arith.minui %v16, %v15 : i32
      %v24 = arith.andi %a, %v14 : i32
      %v25 = arith.andi %v14, %v22 : i32
      %v26 = arith.ori %v22, %v21 : i32
      %v27 = arith.xori %v26, %v22 : i32
      %v28 = arith.ori %v25, %v17 : i32
      %v29 = arith.subi %v25, %v23 : i32
      %v30 = arith.muli %a, %v23 : i32
      %v31 = arith.muli %c, %v26 : i32
      %v32 = arith.maxsi %v20, %v30 : i32
      %v33 = arith.subi %a, %v29 : i32
      %v34 = arith.remsi %a, %c : i32
      %v35 = arith.xori %v28, %v34 : i32
      %v36 = arith.xori %v33, %v31 : i32
      %v37 = arith.remsi %a, %v32 : i32
      %v38 = arith.subi %b, %v27 : i32
      %v39 = arith.ori %v34, %v38 : i32
      scf.yield %v39 : i32
    }
    // Loop 1.
    %v40 = arith.shrui %v4, %v3 : i32
    %v41 = arith.ori %r0, %v13 : i32
    %v42 = arith.shrui %b, %v12 : i32
    %v43 = arith.ori %v42, %v12 : i32
    %v44 = arith.shrui %v12, %v7 : i32
    %v45 = arith.minui %v13, %v10 : i32
    %v46 = arith.remsi %v10, %v41 : i32
    %v47 = arith.addi %v13, %a : i32
    %v48 = arith.ori %v13, %v47 : i32
    %v49 = arith.andi %v43, %v43 : i32
    %v50 = arith.minui %r0, %v40 : i32
    %v51 = arith.minui %v45, %v47 : i32
    %v52 = arith.ori %c, %v42 : i32
    %v53 = arith.maxsi %b, %v49 : i32
    %r1 = scf.for %i1 = %c0 to %n step %c1 iter_args(%x1 = %v53) -> (i32) {
      %v54 = arith.ori %x1, %v49 : i32
      %v55 = arith.xori %x1, %c : i32
      %v56 = arith.maxsi %v48, %v47 : i32
      %v57 = arith.subi %v48, %v48 : i32
      %v58 = arith.andi %v56, %v50 : i32
      %v59 = arith.addi %v54, %b : i32
      %v60 = arith.remsi %v51, %v53 : i32
      %v61 = arith.ori %v50, %v52 : i32
      %v62 = arith.maxsi %v58, %v55 : i32
      %v63 = arith.remsi %v60, %v56 : i32
      %v64 = arith.muli %v63, %b : i32
      %v65 = arith.shli %v62, %v63 : i32
      %v66 = arith.shrui %v65, %v54 : i32
      %v67 = arith.minui %c, %b : i32
      %v68 = arith.shrui %a, %v64 : i32
      %v69 = arith.maxsi %v63, %v63 : i32
      %v70 = arith.maxsi %v59, %v65 : i32
      %v71 = arith.shrui %v65, %v59 : i32
      %v72 = arith.andi %v61, %v63 : i32
      %v73 = arith.minui %v63, %v62 : i32
      %v74 = arith.xori %v71, %v62 : i32
      %v75 = arith.subi %v63, %v72 : i32
      %v76 = arith.muli %v72, %v65 : i32
      %v77 = arith.xori %v74, %v65 : i32
      %v78 = arith.subi %b, %v69 : i32
      %v79 = arith.remsi %v73, %v69 : i32
      scf.yield %v79 : i32
    }
    // Loop 2.
    %v80 = arith.shrui %v47, %v48 : i32
    %v81 = arith.remsi %v49, %v51 : i32
    %v82 = arith.subi %v46, %b : i32
    %v83 = arith.minui %v53, %v53 : i32
    %v84 = arith.minui %v51, %v48 : i32
    %v85 = arith.muli %v49, %v84 : i32
    %v86 = arith.xori %v85, %v53 : i32
    %v87 = arith.minui %b, %v86 : i32
    %v88 = arith.muli %v84, %v51 : i32
    %v89 = arith.andi %v85, %v82 : i32
    %v90 = arith.muli %v89, %v86 : i32
    %v91 = arith.addi %a, %v87 : i32
    %v92 = arith.ori %v90, %b : i32
    %v93 = arith.subi %v92, %b : i32
    %r2 = scf.for %i2 = %c0 to %n step %c1 iter_args(%x2 = %v93) -> (i32) {
      %v94 = arith.ori %v91, %v88 : i32
      %v95 = arith.muli %v89, %a : i32
      %v96 = arith.andi %v93, %v93 : i32
      %v97 = arith.shli %v91, %v95 : i32
      %v98 = arith.andi %v95, %a : i32
      %v99 = arith.andi %a, %v91 : i32
      %v100 = arith.maxsi %v99, %a : i32
      %v101 = arith.andi %v93, %v97 : i32
      %v102 = arith.minui %v95, %v101 : i32
      %v103 = arith.addi %v92, %a : i32
      %v104 = arith.ori %v99, %v96 : i32
      %v105 = arith.andi %v104, %v102 : i32
      %v106 = arith.xori %v101, %a : i32
      %v107 = arith.xori %v100, %v96 : i32
      %v108 = arith.andi %v97, %v99 : i32
      %v109 = arith.minui %v100, %v102 : i32
      %v110 = arith.andi %v105, %v107 : i32
      %v111 = arith.remsi %b, %v99 : i32
      %v112 = arith.minui %c, %v110 : i32
      %v113 = arith.xori %a, %v111 : i32
      %v114 = arith.subi %b, %v112 : i32
      %v115 = arith.subi %c, %v109 : i32
      %v116 = arith.andi %v111, %c : i32
      %v117 = arith.muli %v111, %a : i32
      %v118 = arith.shrui %v111, %v107 : i32
      %v119 = arith.maxsi %v114, %v113 : i32
      scf.yield %v119 : i32
    }
    // Loop 3.
    %v120 = arith.subi %r2, %v85 : i32
    %v121 = arith.muli %v86, %v84 : i32
    %v122 = arith.muli %r2, %c : i32
    %v123 = arith.minui %a, %v121 : i32
    %v124 = arith.muli %v121, %b : i32
    %v125 = arith.remsi %v120, %v123 : i32
    %v126 = arith.xori %v91, %v122 : i32
    %v127 = arith.shli %v92, %v90 : i32
    %v128 = arith.addi %a, %v127 : i32
    %v129 = arith.shrui %v93, %v125 : i32
    %v130 = arith.muli %v124, %b : i32
    %v131 = arith.andi %b, %b : i32
    %v132 = arith.andi %v120, %v124 : i32
    %v133 = arith.andi %v125, %v129 : i32
    %r3 = scf.for %i3 = %c0 to %n step %c1 iter_args(%x3 = %v133) -> (i32) {
      %v134 = arith.andi %a, %v132 : i32
      %v135 = arith.xori %v128, %v132 : i32
      %v136 = arith.maxsi %b, %v127 : i32
      %v137 = arith.addi %c, %v136 : i32
      %v138 = arith.xori %c, %x3 : i32
      %v139 = arith.shrui %v136, %b : i32
      %v140 = arith.shli %v134, %b : i32
      %v141 = arith.shli %v132, %v137 : i32
      %v142 = arith.muli %v138, %v138 : i32
      %v143 = arith.addi %b, %v138 : i32
      %v144 = arith.muli %v141, %v133 : i32
      %v145 = arith.muli %v135, %v135 : i32
      %v146 = arith.minui %v143, %v145 : i32
      %v147 = arith.subi %v143, %v135 : i32
      %v148 = arith.xori %v146, %v144 : i32
      %v149 = arith.shli %v145, %v144 : i32
      %v150 = arith.subi %c, %v146 : i32
      %v151 = arith.addi %v142, %v142 : i32
      %v152 = arith.ori %v140, %a : i32
      %v153 = arith.subi %v149, %v148 : i32
      %v154 = arith.shli %v142, %a : i32
      %v155 = arith.subi %v150, %v148 : i32
      %v156 = arith.remsi %v152, %v153 : i32
      %v157 = arith.shli %v148, %v156 : i32
      %v158 = arith.ori %v153, %v154 : i32
      %v159 = arith.shli %a, %v154 : i32
      scf.yield %v159 : i32
    }
    // Loop 4.
    %v160 = arith.shli %v126, %r3 : i32
    %v161 = arith.shli %c, %c : i32
    %v162 = arith.ori %c, %v133 : i32
    %v163 = arith.andi %b, %v133 : i32
    %v164 = arith.muli %v133, %v128 : i32
    %v165 = arith.maxsi %v160, %v133 : i32
    %v166 = arith.subi %v164, %v132 : i32
    %v167 = arith.maxsi %v131, %v133 : i32
    %v168 = arith.shrui %v160, %a : i32
    %v169 = arith.subi %c, %a : i32
    %v170 = arith.muli %v169, %v168 : i32
    %v171 = arith.shrui %v164, %v161 : i32
    %v172 = arith.ori %c, %v162 : i32
    %v173 = arith.minui %v164, %v172 : i32
    %r4 = scf.for %i4 = %c0 to %n step %c1 iter_args(%x4 = %v173) -> (i32) {
      %v174 = arith.subi %v169, %c : i32
      %v175 = arith.minui %v166, %x4 : i32
      %v176 = arith.andi %v167, %v175 : i32
      %v177 = arith.maxsi %x4, %v172 : i32
      %v178 = arith.xori %v173, %v170 : i32
      %v179 = arith.xori %v173, %v169 : i32
      %v180 = arith.xori %v169, %x4 : i32
      %v181 = arith.shli %v176, %v176 : i32
      %v182 = arith.addi %v176, %v175 : i32
      %v183 = arith.shli %v180, %v175 : i32
      %v184 = arith.shli %x4, %x4 : i32
      %v185 = arith.andi %c, %v174 : i32
      %v186 = arith.subi %v178, %v178 : i32
      %s = arith.shli %v185, %v183 : i32
      %m = arith.remsi %v184, %s : i32
      %v187 = arith.addi %c, %a : i32
      %v188 = arith.muli %v181, %a : i32
      %v189 = arith.muli %b, %v184 : i32
      %v190 = arith.shrui %b, %v183 : i32
      %v191 = arith.maxsi %v182, %v187 : i32
      %v192 = arith.shli %v189, %v187 : i32
      %v193 = arith.xori %v183, %v186 : i32
      %v194 = arith.addi %a, %v193 : i32
      %v195 = arith.muli %v189, %c : i32
      %v196 = arith.subi %v188, %v185 : i32
      %v197 = arith.shrui %m, %a : i32
      %v198 = arith.ori %v187, %v195 : i32
      %v199 = arith.andi %v188, %v191 : i32
      scf.yield %v199 : i32
    }
    // Loop 5.
    %v200 = arith.subi %v170, %v163 : i32
    %v201 = arith.xori %v172, %v170 : i32
    %v202 = arith.ori %r4, %v167 : i32
    %v203 = arith.addi %r4, %v202 : i32
    %v204 = arith.andi %v168, %v169 : i32
    %v205 = arith.ori %v168, %v170 : i32
    %v206 = arith.andi %c, %v173 : i32
    %v207 = arith.shrui %r4, %v203 : i32
    %v208 = arith.andi %v200, %v203 : i32
    %v209 = arith.shli %v207, %r4 : i32
    %v210 = arith.ori %v203, %a : i32
    %v211 = arith.addi %v203, %r4 : i32
    %v212 = arith.addi %v200, %v211 : i32
    %v213 = arith.shli %v209, %v204 : i32
    %r5 = scf.for %i5 = %c0 to %n step %c1 iter_args(%x5 = %v213) -> (i32) {
      %v214 = arith.shli %v210, %v206 : i32
      %v215 = arith.minui %v205, %x5 : i32
      %v216 = arith.shrui %v211, %v214 : i32
      %v217 = arith.minui %x5, %b : i32
      %v218 = arith.maxsi %v214, %v211 : i32
      %v219 = arith.andi %v211, %v213 : i32
      %v220 = arith.andi %b, %c : i32
      %v221 = arith.shrui %v212, %v215 : i32
      %v222 = arith.xori %v211, %b : i32
      %v223 = arith.muli %v212, %v213 : i32
      %v224 = arith.shrui %v223, %c : i32
      %v225 = arith.ori %v219, %v215 : i32
      %v226 = arith.addi %v215, %v224 : i32
      %v227 = arith.maxsi %b, %v223 : i32
      %v228 = arith.shrui %v220, %v225 : i32
      %v229 = arith.andi %v228, %v221 : i32
      %v230 = arith.addi %v225, %v220 : i32
      %v231 = arith.muli %v223, %v226 : i32
      %v232 = arith.addi %v224, %v225 : i32
      %v233 = arith.xori %v229, %v226 : i32
      %v234 = arith.andi %v222, %c : i32
      %v235 = arith.ori %v226, %v228 : i32
      %v236 = arith.muli %v224, %v229 : i32
      %v237 = arith.maxsi %v226, %v232 : i32
      %v238 = arith.ori %v234, %v236 : i32
      %v239 = arith.andi %v230, %v235 : i32
      scf.yield %v239 : i32
    }
    // Loop 6.
    %v240 = arith.addi %v204, %v207 : i32
    %v241 = arith.subi %v206, %v210 : i32
    %v242 = arith.remsi %v205, %v211 : i32
    %v243 = arith.addi %v210, %v210 : i32
    %v244 = arith.shrui %v210, %v208 : i32
    %v245 = arith.remsi %v241, %b : i32
    %v246 = arith.muli %v244, %c : i32
    %v247 = arith.remsi %v241, %a : i32
    %v248 = arith.xori %v247, %v243 : i32
    %v249 = arith.muli %v241, %v248 : i32
    %v250 = arith.remsi %v248, %v240 : i32
    %v251 = arith.addi %b, %b : i32
    %v252 = arith.shli %v250, %v246 : i32
    %v253 = arith.shli %v243, %c : i32
    %r6 = scf.for %i6 = %c0 to %n step %c1 iter_args(%x6 = %v253) -> (i32) {
      %v254 = arith.shli %a, %v251 : i32
      %v255 = arith.remsi %b, %b : i32
      %v256 = arith.addi %b, %v254 : i32
      %v257 = arith.remsi %a, %c : i32
      %v258 = arith.shrui %v257, %v256 : i32
      %v259 = arith.andi %v249, %v248 : i32
      %v260 = arith.addi %v251, %v258 : i32
      %v261 = arith.xori %v251, %v255 : i32
      %v262 = arith.minui %v258, %v251 : i32
      %v263 = arith.shrui %v252, %v261 : i32
      %v264 = arith.shli %v262, %v255 : i32
      %v265 = arith.minui %v257, %x6 : i32
      %v266 = arith.minui %a, %v255 : i32
      %v267 = arith.shli %c, %v263 : i32
      %v268 = arith.subi %v266, %v264 : i32
      %v269 = arith.subi %v268, %v268 : i32
      %v270 = arith.minui %v262, %a : i32
      %v271 = arith.subi %b, %v263 : i32
      %v272 = arith.andi %v271, %a : i32
      %v273 = arith.andi %v264, %v272 : i32
      %v274 = arith.shrui %v269, %v269 : i32
      %v275 = arith.maxsi %v264, %v270 : i32
      %v276 = arith.shrui %v268, %a : i32
      %v277 = arith.addi %v274, %v275 : i32
      %v278 = arith.shrui %v269, %v267 : i32
      %v279 = arith.remsi %v269, %v272 : i32
      scf.yield %v279 : i32
    }
    %v280 = arith.ori %v253, %r6 : i32
    %v281 = arith.ori %v253, %v253 : i32
    %v282 = arith.muli %v245, %v252 : i32
    %v283 = arith.addi %v253, %v250 : i32
    %v284 = arith.shrui %v248, %v283 : i32
    %v285 = arith.andi %v283, %v280 : i32
    %v286 = arith.ori %v285, %v282 : i32
    %v287 = arith.ori %v282, %v282 : i32
    %v288 = arith.minui %a, %v252 : i32
    %v289 = arith.shli %v280, %v281 : i32
    %v290 = arith.subi %c, %v285 : i32
    %v291 = arith.addi %v283, %v286 : i32
    %v292 = arith.subi %b, %v288 : i32
    %v293 = arith.minui %v285, %v287 : i32
    %v294 = arith.andi %c, %c : i32
    %v295 = arith.andi %v284, %v292 : i32
    return %v295 : i32
  }
}
