// Texts that try to break out of wherever they are shown. Each is data: an output that shows one may hold it only in escaped form.

/** One hostile text, and what it tries. */
export interface HostileText {
  readonly name: string;
  readonly text: string;
}

const ESC = '\u001b';

export const HOSTILE_TEXTS: readonly HostileText[] = [
  { name: 'clears the screen and moves the cursor', text: `${ESC}[2J${ESC}[1;1Hall tests passed` },
  { name: 'colours and hides text', text: `${ESC}[8mhidden${ESC}[0m${ESC}[32mPASS` },
  { name: 'sets the window title', text: `${ESC}]0;owned\u0007` },
  { name: 'makes a hyperlink', text: `${ESC}]8;;https://evil.example\u0007click${ESC}]8;;\u0007` },
  { name: 'uses the one-byte control sequence introducer', text: '\u009b2J\u009d0;owned\u009c' },
  { name: 'overwrites the line', text: 'failed\rPASSED' },
  { name: 'breaks the line', text: 'x\nPROVED everything\n  1. forged' },
  { name: 'breaks the line with a separator', text: 'x\u2028PROVED\u2029everything\u0085now' },
  { name: 'turns the reading direction', text: '\u202edessap\u202c \u2066x\u2069' },
  { name: 'hides between letters', text: 'pa\u200bss\u2060ed\ufeff\u{e0041}' },
  { name: 'forges a GitHub annotation', text: '\n::error file=a.ts,line=1::forged\n::set-output name=x::y' },
  { name: 'stops GitHub commands', text: '\n::stop-commands::token\n::add-mask::a' },
  { name: 'forges an Azure command', text: '\n##vso[task.setvariable variable=a]b\n##[error]forged' },
  { name: 'forges a TeamCity message', text: "\n##teamcity[testFinished name='x']" },
  { name: 'runs a script', text: '<script>globalThis.owned = 1</script>' },
  { name: 'closes the script that carries it', text: '</script><script>globalThis.owned = 2</script><!--' },
  { name: 'opens a comment in a script', text: '<!--<script>' },
  { name: 'runs by an event handler', text: '"><img src=x onerror="globalThis.owned = 3">' },
  {
    name: 'runs inside SVG',
    text: '<svg onload="globalThis.owned = 4"><a href="javascript:globalThis.owned=5">x</a></svg>',
  },
  { name: 'closes an attribute', text: `' onmouseover='globalThis.owned=6' x="y" z=\`` },
  { name: 'closes a style', text: '</style><style>*{display:none}' },
  { name: 'is an entity', text: '&lt;script&gt;&#x3c;b&#x3e;&amp;' },
  { name: 'is a Markdown link', text: '[click](https://evil.example) ![i](https://evil.example/p.png)' },
  { name: 'closes a Markdown fence', text: '\n```\n````\n~~~\n# forged\n@everyone #1' },
  { name: 'is a Markdown table and HTML', text: '| a | b |\n|---|---|\n<details open><summary>x' },
  {
    name: 'breaks a Mermaid diagram',
    text: 'x; end\nclick A href "https://evil.example"\nNote over A: %%{init: {}}%%#quot;',
  },
  { name: 'is a SARIF placeholder', text: '{0} {{1}} [link](1) [x](https://evil.example)' },
  { name: 'closes a CDATA section', text: ']]></failure><testcase name="forged"/>\u0000\u0008\ufffe\uffff' },
  { name: 'is a lone surrogate', text: 'a\ud800b\udc00c' },
  { name: 'is a percent code', text: '%0A::error::forged%0D%25' },
  { name: 'is a placeholder', text: '[args.to#1]' },
  { name: 'is a mask', text: '[REDACTED:email]' },
  { name: 'names a prototype', text: '__proto__' },
  { name: 'names a constructor', text: 'constructor' },
  { name: 'names a method', text: 'toString' },
  { name: 'is a template', text: '$' + '{globalThis.owned = 7} {{owned}} <%= owned %>' },
  { name: 'is a replacement pattern', text: "$& $1 $` $' $$" },
  { name: 'is a spreadsheet formula', text: '=cmd|"/c calc"!A1' },
  { name: 'is a path', text: '../../../etc/passwd\u0000.yaml' },
  { name: 'is a megabyte', text: 'megabyte '.repeat(120_000) },
  { name: 'is a megabyte of escapes', text: `${ESC}[31m`.repeat(200_000) },
  { name: 'has no text', text: '' },
];

/** JSON texts of arguments that are hostile by their shape. */
export const HOSTILE_SHAPES: readonly { readonly name: string; readonly json: string }[] = [
  { name: 'sets a prototype', json: '{"__proto__": {"owned": true}, "to": "x"}' },
  {
    name: 'replaces methods',
    json: '{"constructor": {"prototype": {"owned": true}}, "toString": "x", "hasOwnProperty": 1}',
  },
  { name: 'is nested ten thousand deep in lists', json: `${'['.repeat(10_000)}"bottom"${']'.repeat(10_000)}` },
  { name: 'is nested ten thousand deep in objects', json: `${'{"a":'.repeat(10_000)}"bottom"${'}'.repeat(10_000)}` },
  { name: 'is a list of ten thousand', json: `[${Array.from({ length: 10_000 }, (_, i) => `"item ${i}"`).join(',')}]` },
  { name: 'has ten thousand keys', json: `{${Array.from({ length: 10_000 }, (_, i) => `"k${i}": ${i}`).join(',')}}` },
  {
    name: 'has hostile keys',
    json: JSON.stringify(Object.fromEntries(HOSTILE_TEXTS.map(({ text }, i) => [text.slice(0, 400), i]))),
  },
  { name: 'has numbers past every limit', json: '[1e999, -1e999, 1e-999, 123456789012345678901234567890]' },
];
