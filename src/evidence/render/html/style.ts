/** The stylesheet of the report. Colours come in pairs for light and dark; nothing is told by colour alone. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f7f9, #14161a);
  --card: light-dark(#ffffff, #1d2026);
  --ink: light-dark(#1b1f24, #e6e8eb);
  --soft: light-dark(#57606a, #a3abb5);
  --line: light-dark(#d5dae0, #363c46);
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
h1, h2, h3, h4 { line-height: 1.25; margin: 0; }
h1 { font-size: 1.15rem; }
h2 { font-size: 1.25rem; overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .6rem; }
h4 { font-size: .95rem; margin: 1rem 0 .35rem; color: var(--soft); font-weight: 600; }
p { margin: .35rem 0; }
code, .mono { font-family: var(--code); font-size: .86em; overflow-wrap: anywhere; }
button, input, select { font: inherit; color: inherit; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: .5rem; top: .5rem; background: var(--card); padding: .4rem .8rem; z-index: 3; }
.top { background: var(--card); border-bottom: 1px solid var(--line); padding: .8rem 1.25rem; display: flex; flex-wrap: wrap; gap: .6rem 1.25rem; align-items: center; }
.counts { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; padding: 0; list-style: none; }
.tools { display: flex; flex-wrap: wrap; gap: .5rem; margin-left: auto; align-items: center; }
.tools label { display: flex; gap: .35rem; align-items: center; color: var(--soft); font-size: .9rem; }
.tools input, .tools select, .tools button { background: var(--page); border: 1px solid var(--line); border-radius: 6px; padding: .3rem .55rem; min-height: 2.25rem; }
.tools input { width: 13rem; max-width: 60vw; }
.tools button { cursor: pointer; }
.layout { display: grid; grid-template-columns: minmax(15rem, 21rem) minmax(0, 1fr); align-items: start; }
nav { border-right: 1px solid var(--line); padding: .75rem; position: sticky; top: 0; max-height: 100vh; overflow: auto; }
nav h2 { font-size: .95rem; margin: .75rem .4rem .25rem; }
nav h3 { font-size: .82rem; margin: .6rem .4rem .2rem; color: var(--soft); font-weight: 600; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { content-visibility: auto; contain-intrinsic-size: auto 2.4rem; }
nav button { display: flex; gap: .5rem; align-items: baseline; width: 100%; text-align: left; background: none; border: 0; border-radius: 6px; padding: .35rem .5rem; cursor: pointer; overflow-wrap: anywhere; }
nav button:hover { background: var(--card); }
nav button[aria-current='true'] { background: var(--card); box-shadow: inset 3px 0 0 var(--accent); font-weight: 600; }
nav p { color: var(--soft); padding: .5rem; }
main { padding: 1.25rem 1.5rem 4rem; min-width: 0; }
.badge { display: inline-block; border-radius: 999px; padding: .05rem .6rem; font-size: .8rem; font-weight: 600; white-space: nowrap; border: 1px solid currentcolor; }
.dot { flex: none; font-size: .72rem; font-weight: 700; width: 5em; white-space: nowrap; }
.fail { color: var(--bad); } .pass { color: var(--good); } .unknown { color: var(--unsure); }
.badge.fail, .wash.fail { background: var(--bad-wash); } .badge.pass, .wash.pass { background: var(--good-wash); } .badge.unknown, .wash.unknown { background: var(--unsure-wash); }
.head { display: flex; flex-wrap: wrap; gap: .5rem .8rem; align-items: center; }
.facts { display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; margin: .5rem 0 0; color: var(--soft); font-size: .9rem; }
.facts div { display: flex; gap: .4rem; } .facts dt { margin: 0; } .facts dd { margin: 0; color: var(--ink); overflow-wrap: anywhere; }
.claim { font-size: 1.05rem; margin: .6rem 0; }
.box { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .7rem 1rem; margin: .6rem 0; overflow-wrap: anywhere; }
.box.wash { border-left: 4px solid currentcolor; } .box.wash > * { color: var(--ink); }
.box ul, .plain { margin: .3rem 0; padding-left: 1.2rem; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1rem; align-items: start; }
.leg { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem 1rem; min-width: 0; }
.leg > header { display: flex; flex-wrap: wrap; gap: .4rem .6rem; align-items: center; } .leg > header h4 { margin: 0; color: var(--ink); font-size: 1rem; }
.leg > p { overflow-wrap: anywhere; }
ol.steps { list-style: none; margin: .6rem 0 0; padding: 0; }
ol.steps > li { border-left: 3px solid var(--line); padding: .35rem 0 .35rem .8rem; }
ol.steps > li.forbidden { border-color: var(--bad); background: var(--bad-wash); }
ol.steps > li.stopped { border-color: var(--good); }
ol.steps > li.refused, ol.steps > li.error { border-color: var(--unsure); background: var(--unsure-wash); }
ol.steps > li.part::before { content: 'Here attack and control part'; display: block; color: var(--accent); font-weight: 600; font-size: .82rem; border-top: 2px dashed var(--accent); margin: 0 0 .25rem -.8rem; padding: .2rem 0 0 .8rem; }
.pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: .2rem .8rem; }
.what { font-family: var(--code); font-size: .86rem; overflow-wrap: anywhere; }
.detail { color: var(--soft); font-size: .84rem; overflow-wrap: anywhere; }
.mark { font-weight: 600; font-size: .84rem; }
.state { margin: 0; font-size: .8rem; font-family: var(--code); }
.state div { display: flex; gap: .4rem; } .state dt { color: var(--soft); } .state dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
.state dd { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.state .changed dd { -webkit-line-clamp: 5; }
.state .changed dd, .state .changed dt { color: var(--accent); font-weight: 600; }
.seq { list-style: none; margin: .5rem 0 0; padding: 0; }
.lanes, .seq > li { display: grid; grid-template-columns: repeat(var(--lanes, 4), minmax(0, 1fr)); }
.lanes { font-size: .82rem; font-weight: 600; text-align: center; border-bottom: 2px solid var(--line); padding-bottom: .2rem; }
.seq > li { padding: .45rem 0; border-bottom: 1px dotted var(--line); grid-auto-flow: row; }
.seq > li.forbidden { background: var(--bad-wash); }
.say { grid-column: 1 / -1; font-size: .86rem; overflow-wrap: anywhere; padding: 0 .4rem; }
.say .who { color: var(--soft); margin-right: .4rem; }
.arrow { position: relative; height: .9rem; margin: .1rem calc(50% / var(--span, 1)); border-bottom: 2px solid var(--soft); }
.arrow::after { content: ''; position: absolute; bottom: -6px; border: 5px solid transparent; }
.arrow.right::after { right: -2px; border-left-color: var(--soft); border-right-width: 0; }
.arrow.left::after { left: -2px; border-right-color: var(--soft); border-left-width: 0; }
.arrow.self { border: 2px solid var(--soft); border-left: 0; margin: .1rem 30% .1rem 50%; border-radius: 0 6px 6px 0; } .arrow.self::after { display: none; }
li.untrusted .arrow { border-color: var(--bad); } li.untrusted .arrow.right::after { border-left-color: var(--bad); } li.untrusted .arrow.left::after { border-right-color: var(--bad); }
li.trusted .arrow { border-color: var(--good); } li.trusted .arrow.right::after { border-left-color: var(--good); } li.trusted .arrow.left::after { border-right-color: var(--good); }
li.untrusted { box-shadow: inset 3px 0 0 var(--bad); } li.trusted { box-shadow: inset 3px 0 0 var(--good); }
.tag { font-size: .75rem; font-weight: 600; border: 1px solid currentcolor; border-radius: 4px; padding: 0 .3rem; margin-left: .3rem; white-space: nowrap; }
.tag.untrusted { color: var(--bad); } .tag.trusted { color: var(--good); } .tag.unsure { color: var(--unsure); }
.standing { grid-column: 1 / -1; font-size: .8rem; color: var(--soft); padding: 0 .4rem; overflow-wrap: anywhere; }
.empty { color: var(--soft); }
@media (max-width: 760px) {
  body { font-size: 16px; }
  .layout { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem .8rem 3rem; }
  .top { padding: .7rem .8rem; } .tools { margin-left: 0; width: 100%; } .tools input { width: 100%; max-width: none; } .tools label { flex: 1 1 auto; } .tools label:first-child { flex-basis: 100%; }
  .pair { grid-template-columns: minmax(0, 1fr); }
  .lanes, .arrow { display: none; }
  .leg { padding: .7rem .7rem .8rem; }
}
@media print {
  :root { color-scheme: light; }
  body { background: #fff; font-size: 11pt; }
  nav, .tools, .skip { display: none; }
  .layout { display: block; } main { padding: 0; }
  .state dd, .state .changed dd { -webkit-line-clamp: none; display: block; }
  .leg, .box, ol.steps > li, .seq > li { break-inside: avoid; }
  .leg { break-inside: auto; }
}
@media (prefers-reduced-motion: no-preference) { nav button { transition: background-color .1s; } }
`;
