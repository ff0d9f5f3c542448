//===- PageStyle.h - How pages look -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Light and dark, as the reader's system says; on a phone; on paper.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_HTML_PAGESTYLE_H
#define TILEFUZZ_COMPILER_SUPPORT_HTML_PAGESTYLE_H

#include "llvm/ADT/StringRef.h"

namespace tilefuzz {

// clang-format off
inline constexpr llvm::StringLiteral pageStyle = R"css(
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--text:#1c2128;--soft:#59636e;--rule:#d8dee4;
--accent:#2563c9;--second:#c2620c;--left:#ffeceb;--leftmark:#ffc1ba;--right:#e6f7ea;--rightmark:#a6e5b4;
--new:#b3261e;--known:#7a5a00;--fixed:#1a7f37;--other:#57606a;--code:#f1f3f5}
@media(prefers-color-scheme:dark){:root{--page:#0f1318;--card:#171c23;--text:#e4e8ec;--soft:#99a3ae;--rule:#2f3842;
--accent:#6ea8fe;--second:#f0a35e;--left:#3a1d1e;--leftmark:#7d2f31;--right:#15301f;--rightmark:#23633a;
--new:#ff8a80;--known:#e3b341;--fixed:#57d177;--other:#a3adb8;--code:#20262e}}
*{box-sizing:border-box}
body{font:15px/1.5 system-ui,sans-serif;background:var(--page);color:var(--text);margin:0}
main{max-width:1360px;margin:0 auto;padding:1.4rem 1.2rem 4rem}
h1{font-size:1.55rem;margin:.2rem 0}h2{font-size:1.2rem;margin:2.2rem 0 .7rem}h3{font-size:.95rem;margin:0 0 .4rem}
h4{font-size:.88rem;margin:1.1rem 0 .35rem;color:var(--soft);font-weight:600}
p{margin:.35rem 0}.soft{color:var(--soft)}a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
code,pre,.ir,.values{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
code{background:var(--code);padding:.1em .35em;border-radius:4px;overflow-wrap:anywhere}
pre{overflow:auto;background:var(--code);padding:.7rem .9rem;border-radius:6px;margin:.4rem 0;max-height:34rem}
.card{background:var(--card);border:1px solid var(--rule);border-radius:9px;padding:1rem 1.1rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:.8rem;margin:1.1rem 0}
.tiles b{display:block;font-size:1.55rem;line-height:1.2;font-variant-numeric:tabular-nums}.tiles span{color:var(--soft);font-size:.86rem}
.alarm b{color:var(--new)}.calm b{color:var(--fixed)}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.34rem .55rem;border-bottom:1px solid var(--rule);vertical-align:top}
th{font-size:.8rem;color:var(--soft);font-weight:600}tr:last-child>td{border-bottom:0}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.wide{overflow-x:auto}
.badge{display:inline-block;font-size:.75rem;font-weight:600;padding:.05rem .5rem;border-radius:99px;border:1px solid currentColor;white-space:nowrap}
.new{color:var(--new)}.known{color:var(--known)}.fixed{color:var(--fixed)}.ours,.theirs{color:var(--other)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(460px,1fr));gap:1rem;align-items:start}
@media(max-width:560px){.charts{grid-template-columns:1fr}}
svg{width:100%;height:auto;display:block}svg text{font:12px system-ui,sans-serif;fill:var(--soft)}svg .name{fill:var(--text)}
.bar{fill:var(--accent)}.bar2{fill:var(--second)}.line{fill:none;stroke:var(--accent);stroke-width:2;stroke-linejoin:round}
.area{fill:var(--accent);opacity:.13}.grid{stroke:var(--rule)}.dot{fill:var(--second);stroke:var(--card);stroke-width:1.5}
.finding{margin:.8rem 0;padding:0}.finding>summary{cursor:pointer;padding:.75rem 1.1rem;display:flex;gap:.7rem;align-items:baseline;flex-wrap:wrap}
.finding>summary b{overflow-wrap:anywhere}.finding>div{padding:0 1.1rem 1.1rem}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.5rem 0}.facts dt{color:var(--soft)}.facts dd{margin:0;overflow-wrap:anywhere}
.reason{font-size:1.02rem;font-weight:600;margin:.3rem 0;overflow-wrap:anywhere}
.ir{table-layout:fixed;border:1px solid var(--rule)}.ir td{white-space:pre-wrap;overflow-wrap:anywhere;border:0;padding:0 .5rem}.ir col.k{width:2.9rem}
.ir td.k{text-align:right;color:var(--soft);user-select:none;padding:0 .4rem;opacity:.75}
.ir th{padding:.3rem .55rem;background:var(--code)}.ir .l{background:var(--left)}.ir .r{background:var(--right)}
.ir .gap td{color:var(--soft);text-align:center;background:var(--code);width:auto;font-size:11.5px}
mark{color:inherit;border-radius:3px;padding:0 1px}.l mark{background:var(--leftmark)}.r mark{background:var(--rightmark)}
.values{width:auto}.values td,.values th{padding:.12rem .7rem;text-align:right}.values th:first-child{text-align:left}
.values .bad td:nth-child(2){background:var(--right)}.values .bad td:nth-child(3){background:var(--left);font-weight:700}.values td[colspan]{text-align:center;color:var(--soft)}
details.more{margin:.5rem 0}details.more>summary{cursor:pointer;color:var(--accent)}
.accesses{overflow-x:auto;margin:.4rem 0}.accesses svg{max-width:none}.accesses rect{stroke:var(--rule);fill:var(--card)}
.accesses rect.read{stroke:var(--soft)}rect.write{fill:var(--code)!important;stroke:var(--accent)!important;stroke-width:1.6}
.accesses path{fill:none;stroke-width:1.7}path.order{stroke:var(--soft)}path.reads{stroke:var(--fixed);stroke-dasharray:5 3}
path.race,path.lost{stroke:var(--new);stroke-width:2.2!important}path.lost{stroke-dasharray:2 4}
path.tip{stroke:none!important}path.order.tip{fill:var(--soft)}path.reads.tip{fill:var(--fixed)}path.race.tip,path.lost.tip{fill:var(--new)}
.filters{display:flex;flex-wrap:wrap;gap:.4rem .8rem;margin:.5rem 0;align-items:flex-end}
.filters fieldset{border:1px solid var(--rule);border-radius:7px;padding:.1rem .6rem .3rem;margin:0;display:flex;flex-wrap:wrap;gap:.1rem .8rem}
.filters legend{font-size:.8rem;color:var(--soft);padding:0 .3rem}.filters label{font-size:.86rem;cursor:pointer}
.filters button{font:inherit;font-size:.86rem;padding:.2rem .7rem;border:1px solid var(--rule);border-radius:6px;background:var(--card);color:var(--text)}
.legend{display:flex;gap:.3rem 1.3rem;flex-wrap:wrap;font-size:.83rem}.legend svg{display:inline-block;width:30px!important;height:10px;margin-right:.4rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,330px),1fr));gap:1rem}
@media(max-width:560px){main{padding:.8rem .6rem 3rem}.facts{grid-template-columns:1fr}.facts dd{margin:0 0 .35rem}
.ir,.ir tbody,.ir tr{display:block}.ir colgroup{display:none}.ir tr{display:grid;grid-template-columns:2.4rem 1fr}.ir .gap{display:block}.ir th{grid-column:1/-1}
.ir td:empty,.ir td.twice{display:none}}
@media print{:root{--page:#fff;--card:#fff;--text:#000;--soft:#444;--rule:#bbb}body{font-size:11px}main{max-width:none;padding:0}
pre{max-height:none;white-space:pre-wrap}.card,.accesses,svg,tr{break-inside:avoid}.finding{break-inside:auto}.filters{display:none}h2{break-after:avoid}}
)css";
// clang-format on

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_HTML_PAGESTYLE_H
