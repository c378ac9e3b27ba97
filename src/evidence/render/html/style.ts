/** The stylesheet of the report. Colours come in pairs for light and dark; nothing is told by colour alone. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f7f9, #14161a);
  --card: light-dark(#ffffff, #1d2026);
  --ink: light-dark(#1b1f24, #e6e8eb);
  --soft: light-dark(#57606a, #a3abb5);
  --line: light-dark(#d5dae0, #363c46);
  --edge: light-dark(#7d8590, #7d8794);
  --accent: light-dark(#0b57d0, #8ab4ff);
  --bad: light-dark(#b3261e, #ff9b93);
  --bad-wash: light-dark(#fdecea, #3b1f1e);
  --good: light-dark(#1a6b34, #7fd99a);
  --good-wash: light-dark(#e6f4ea, #19301f);
  --unsure: light-dark(#7a5200, #f2c063);
  --unsure-wash: light-dark(#fff4dc, #362a12);
  --code: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; }
h1, h2, h3, h4 { line-height: 1.25; margin: 0; text-wrap: balance; }
h1 { font-size: 1.05rem; }
h2 { font-size: 1.35rem; overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin: 2rem 0 .6rem; overflow-wrap: anywhere; }
h4 { font-size: 1rem; }
p { margin: .35rem 0; }
dl, dd, dt { margin: 0; }
code, .mono { font-family: var(--code); font-size: .88em; overflow-wrap: anywhere; }
button, input, select { font: inherit; color: inherit; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
main:focus-visible { outline: 0; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: .5rem; top: .5rem; background: var(--card); padding: .4rem .8rem; z-index: 3; }
.top { background: var(--card); border-bottom: 1px solid var(--line); padding: .7rem 1.25rem; display: flex; flex-wrap: wrap; gap: .6rem 1.25rem; align-items: center; }
.counts { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; padding: 0; list-style: none; }
.tools { display: flex; flex-wrap: wrap; gap: .5rem; margin-left: auto; align-items: center; }
.tools label { display: flex; gap: .35rem; align-items: center; color: var(--soft); font-size: .9rem; }
.tools input, .tools select, .tools button { background: var(--page); border: 1px solid var(--edge); border-radius: 6px; padding: .3rem .55rem; min-height: 2.25rem; }
.tools input { width: 13rem; max-width: 60vw; }
.tools button { cursor: pointer; }
.layout { display: grid; grid-template-columns: minmax(15rem, 20rem) minmax(0, 1fr); align-items: start; }
nav { border-right: 1px solid var(--line); padding: .75rem; position: sticky; top: 0; max-height: 100vh; overflow: auto; }
nav h2 { font-size: .95rem; margin: 1.1rem .5rem .2rem; }
nav h3 { font-size: .82rem; margin: .6rem .5rem .15rem; color: var(--soft); font-weight: 600; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { content-visibility: auto; contain-intrinsic-size: auto 2.4rem; }
nav button { display: flex; gap: .5rem; align-items: baseline; width: 100%; text-align: left; background: none; border: 0; border-radius: 6px; padding: .35rem .5rem; cursor: pointer; overflow-wrap: anywhere; }
nav button:focus-visible { outline-offset: -3px; }
nav button:hover { background: var(--card); }
nav button[aria-current='true'] { background: var(--card); box-shadow: inset 3px 0 0 var(--accent); font-weight: 600; }
nav p { color: var(--soft); padding: 0 .5rem; font-size: .85rem; }
.keys { border-top: 1px solid var(--line); padding-top: .6rem; margin-top: 1rem; }
main { padding: 1.5rem 2rem 4rem; min-width: 0; max-width: 84rem; }
.badge { display: inline-block; border-radius: 999px; padding: .05rem .6rem; font-size: .8rem; font-weight: 600; white-space: nowrap; border: 1px solid currentcolor; }
.dot { flex: none; font-size: .75rem; font-weight: 700; width: 4.6em; white-space: nowrap; }
.fail { color: var(--bad); } .pass { color: var(--good); } .unknown { color: var(--unsure); }
.badge.fail { background: var(--bad-wash); } .badge.pass { background: var(--good-wash); } .badge.unknown { background: var(--unsure-wash); }
.head { display: flex; flex-wrap: wrap; gap: .5rem .8rem; align-items: center; }
.facts { display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; margin: .5rem 0 1rem; color: var(--soft); font-size: .9rem; }
.facts div { display: flex; gap: .4rem; } .facts dd { color: var(--ink); overflow-wrap: anywhere; }
.claim { font-size: 1.05rem; margin: .6rem 0; max-width: 48rem; }
.box, .why, .leg { background: var(--card); border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere; }
.box { padding: .7rem 1rem; margin: .6rem 0; }
.box ul, .plain { margin: 0; padding-left: 1.2rem; }
.why { color: var(--ink); border-left-width: 5px; padding: .9rem 1.1rem 1rem; margin: .8rem 0; }
.why.fail { border-left-color: var(--bad); } .why.unknown { border-left-color: var(--unsure); } .why.pass { border-left-color: var(--good); }
.problem { margin: 0 0 .35rem; display: flex; flex-wrap: wrap; gap: .3rem .7rem; align-items: baseline; }
h3.problem { font-size: 1.15rem; text-wrap: wrap; }
.code { color: var(--soft); font-weight: 400; font-size: .78rem; }
.code:empty { display: none; }
.rows { margin-top: .6rem; } .rows:empty { display: none; }
.row { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: .2rem 1rem; padding: .4rem 0; border-top: 1px solid var(--line); }
.row dt { color: var(--soft); font-size: .9rem; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1rem; align-items: start; }
.leg { padding: .8rem 1rem 1rem; min-width: 0; container-type: inline-size; }
.leg > header { display: flex; flex-wrap: wrap; gap: .4rem .6rem; align-items: center; }
ol.steps { list-style: none; margin: .6rem 0 0; padding: 0; }
ol.steps > li { border-left: 3px solid var(--line); padding: .4rem .4rem .4rem .8rem; }
ol.steps > li + li { border-top: 1px solid var(--line); }
ol.steps > li.forbidden { border-left-color: var(--bad); background: var(--bad-wash); }
ol.steps > li.stopped { border-left-color: var(--good); background: var(--good-wash); }
ol.steps > li.refused, ol.steps > li.error { border-left-color: var(--unsure); background: var(--unsure-wash); }
ol.steps > li.part::before { content: 'Here attack and control part'; display: block; color: var(--accent); font-weight: 600; font-size: .82rem; border-top: 2px dashed var(--accent); margin: -.4rem -.4rem .3rem -.8rem; padding: .25rem 0 0 .8rem; }
.pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: .2rem .8rem; }
@container (max-width: 25rem) { .pair { grid-template-columns: minmax(0, 1fr); } }
.what { font-family: var(--code); font-size: .88rem; overflow-wrap: anywhere; }
.detail { color: var(--soft); font-size: .86rem; overflow-wrap: anywhere; }
.mark { font-weight: 600; font-size: .86rem; }
.state { font-size: .8rem; font-family: var(--code); }
.state div { display: grid; grid-template-columns: fit-content(9rem) minmax(0, 1fr); gap: .5rem; } .state dt { color: var(--soft); } .state dd { min-width: 0; }
.state dd { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
.state .changed dd { -webkit-line-clamp: 6; }
.state .changed dd, .state .changed dt { color: var(--accent); font-weight: 600; }
.fold { margin: .8rem 0; } .fold > summary { cursor: pointer; padding: .3rem .2rem; border-radius: 6px; overflow-wrap: anywhere; }
.fold > summary h3 { display: inline; margin: 0; }
.fold > summary .sum { font-weight: 600; }
.fold.small { margin: 0; font-size: .8rem; } .fold.small > summary { color: var(--soft); padding: 0; font-family: var(--code); }
.fold > .leg { margin-top: .5rem; }
.lanes, .seq > li { display: grid; grid-template-columns: repeat(var(--lanes, 4), minmax(0, 1fr)); }
.lanes { font-size: .85rem; font-weight: 600; text-align: center; border-bottom: 2px solid var(--line); padding-bottom: .25rem; }
.seq { list-style: none; margin: 0; padding: 0; background: linear-gradient(to right, transparent calc(50% - 1px), var(--line) calc(50% - 1px) 50%, transparent 50%) 0 0 / calc(100% / var(--lanes, 4)) 100%; }
.seq > li { padding: .55rem 0; grid-auto-flow: row; }
.seq > li.forbidden { background: var(--bad-wash); }
.say { grid-column: 1 / -1; font-size: .88rem; overflow-wrap: anywhere; padding: 0 .3rem; margin-left: .3rem; justify-self: start; background: var(--card); border-radius: 4px; }
li.forbidden > .say, li.forbidden > .standing { background: var(--bad-wash); }
.who { color: var(--soft); margin-right: .4rem; }
.arrow { position: relative; height: .9rem; margin: .1rem calc(50% / var(--span, 1)); border-bottom: 2px solid var(--soft); }
.arrow::after { content: ''; position: absolute; bottom: -6px; border: 5px solid transparent; }
.arrow.right::after { right: -2px; border-left-color: var(--soft); border-right-width: 0; }
.arrow.left::after { left: -2px; border-right-color: var(--soft); border-left-width: 0; }
.arrow.self { border: 2px solid var(--soft); border-left: 0; margin: .1rem 30% .1rem 50%; border-radius: 0 6px 6px 0; } .arrow.self::after { display: none; }
li.untrusted .arrow { border-color: var(--bad); } li.untrusted .arrow.right::after { border-left-color: var(--bad); } li.untrusted .arrow.left::after { border-right-color: var(--bad); }
li.trusted .arrow { border-color: var(--good); } li.trusted .arrow.right::after { border-left-color: var(--good); } li.trusted .arrow.left::after { border-right-color: var(--good); }
li.untrusted { box-shadow: inset 3px 0 0 var(--bad); } li.trusted { box-shadow: inset 3px 0 0 var(--good); }
.tag { display: inline-block; font-size: .75rem; font-weight: 600; border: 1px solid currentcolor; border-radius: 4px; padding: 0 .35rem; white-space: nowrap; }
.say .tag { margin-left: .3rem; }
.tag.untrusted { color: var(--bad); } .tag.trusted { color: var(--good); } .tag.unsure { color: var(--unsure); }
.standing { grid-column: 1 / -1; justify-self: start; margin-left: .3rem; background: var(--card); font-size: .82rem; color: var(--soft); padding: 0 .3rem; overflow-wrap: anywhere; }
.empty { color: var(--soft); }
.bar { display: flex; gap: 2px; height: .9rem; border-radius: 999px; overflow: hidden; max-width: 48rem; }
.bar span { min-width: 3px; }
.bar .survives, .swatch.survives { background: var(--bad); } .bar .not-judged, .swatch.not-judged { background: var(--unsure); } .bar .waived, .swatch.waived { background: repeating-linear-gradient(45deg, var(--unsure) 0 3px, var(--unsure-wash) 3px 6px); }
.bar .killed, .swatch.killed { background: var(--good); } .bar .equivalent, .swatch.equivalent { background: var(--edge); }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; list-style: none; margin: .5rem 0 0; padding: 0; font-size: .9rem; }
.legend li { display: flex; gap: .4rem; align-items: center; } .swatch { width: .8rem; height: .8rem; border-radius: 3px; }
.totals { display: flex; flex-wrap: wrap; gap: .6rem; } .totals div { background: var(--card); border: 1px solid var(--line); border-left: 4px solid currentcolor; border-radius: 8px; padding: .5rem .9rem; display: flex; flex-direction: column-reverse; }
.totals dt { color: var(--soft); font-size: .86rem; } .totals dd { color: var(--ink); font-size: 1.2rem; font-weight: 600; }
table { border-collapse: collapse; width: 100%; background: var(--card); font-size: .9rem; }
th { text-align: left; color: var(--soft); font-weight: 600; } th { white-space: nowrap; overflow-wrap: normal; } th, td { padding: .4rem .7rem; border: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td .never { color: var(--unsure); font-weight: 600; }
@media (max-width: 760px) {
  body { font-size: 16px; }
  .layout { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; max-height: 38vh; border-right: 0; border-bottom: 1px solid var(--line); }
  .keys { display: none; }
  main { padding: 1.1rem .9rem 3rem; }
  h2 { font-size: 1.2rem; }
  .top { padding: .7rem .9rem; } .tools { margin-left: 0; width: 100%; } .tools input { width: 100%; max-width: none; } .tools label { flex: 1 1 auto; } .tools label:first-child { flex-basis: 100%; }
  .row { grid-template-columns: minmax(0, 1fr); }
  .why { padding: .8rem .8rem .9rem; }
  .pair { grid-template-columns: minmax(0, 1fr); }
  .lanes, .arrow { display: none; } .seq { background: none; } .seq > li { border-bottom: 1px solid var(--line); }
  .leg { padding: .7rem .7rem .8rem; }
  thead { position: absolute; left: -999rem; } tr { display: block; border: 1px solid var(--line); margin-bottom: .6rem; border-radius: 6px; padding: .3rem .6rem; } td { display: block; border: 0; padding: .15rem 0; }
  td::before { content: attr(data-label) ': '; color: var(--soft); font-size: .82rem; } table { background: none; } tr { background: var(--card); }
}
.printed { display: none; }
@media print {
  .printed { display: block; }
  :root { color-scheme: light; }
  body { background: #fff; font-size: 10.5pt; }
  nav, .tools, .skip { display: none; }
  .layout { display: block; } main { padding: 0; max-width: none; } .top { border: 0; padding: 0 0 .5rem; }
  .state dd, .state .changed dd { -webkit-line-clamp: none; display: block; }
  .leg, .box, .why, ol.steps > li, .seq > li, tr { break-inside: avoid; } h3 { break-after: avoid; }
  .leg { break-inside: auto; }
  .printed > .page { break-before: page; }
}
@media (prefers-reduced-motion: no-preference) { nav button { transition: background-color .1s; } }
`;
