/** How an operator binds. Ranges as in "Specifying Systems", section 15.2.1: two operators whose ranges meet conflict. */
export interface OperatorInfo {
  /** The canonical spelling, as in the tree. */
  readonly symbol: string;
  readonly fixity: 'prefix' | 'infix' | 'postfix';
  readonly low: number;
  readonly high: number;
  /** Whether `a op b op c` means `(a op b) op c`; otherwise it is an error. */
  readonly leftAssociative: boolean;
}

const table = (fixity: OperatorInfo['fixity'], rows: readonly (readonly [string, number, number, 'left'?])[]) =>
  new Map<string, OperatorInfo>(
    rows.flatMap(([symbols, low, high, left]) =>
      symbols
        .split(' ')
        .map((symbol) => [symbol, { symbol, fixity, low, high, leftAssociative: left === 'left' }] as const),
    ),
  );

/** Prefix operators by canonical spelling; prefix minus is `-.`. */
export const PREFIX_OPERATORS: ReadonlyMap<string, OperatorInfo> = table('prefix', [
  ['ENABLED UNCHANGED [] <>', 4, 15],
  ['~', 4, 4],
  // The book gives 8 to 9; TLC reads `SUBSET S \\cup T` as `(SUBSET S) \\cup T`, and so do its users.
  ['SUBSET UNION DOMAIN', 10, 13],
  ['-.', 12, 12],
]);

/** Infix operators by canonical spelling. */
export const INFIX_OPERATORS: ReadonlyMap<string, OperatorInfo> = table('infix', [
  ['=>', 1, 1],
  ['-+-> <=> ~>', 2, 2],
  ['/\\ \\/', 3, 3, 'left'],
  ['= /= < > <= >= -| =| |- |= ::= :=', 5, 5],
  ['\\in \\notin \\subset \\subseteq \\supset \\supseteq \\sqsubset \\sqsubseteq \\sqsupset \\sqsupseteq', 5, 5],
  ['\\approx \\asymp \\cong \\doteq \\gg \\ll \\prec \\preceq \\succ \\succeq \\propto \\sim \\simeq', 5, 5],
  ['\\cdot', 5, 14, 'left'],
  ['@@', 6, 6, 'left'],
  [':> <:', 7, 7],
  ['\\', 8, 8],
  ['\\cap \\cup', 8, 8, 'left'],
  ['.. ...', 9, 9],
  ['!!', 9, 13],
  ['## $ $$ ?? \\sqcap \\sqcup \\uplus', 9, 13, 'left'],
  ['\\wr', 9, 14],
  ['+ ++ \\oplus', 10, 10, 'left'],
  ['%', 10, 11],
  ['%% | ||', 10, 11, 'left'],
  ['\\X', 10, 13, 'left'],
  ['- -- \\ominus', 11, 11, 'left'],
  ['& && * ** \\odot \\otimes \\bigcirc \\bullet \\o \\star', 13, 13, 'left'],
  ['/ // \\div \\oslash', 13, 13],
  ['^ ^^', 14, 14],
]);

/** Postfix operators by canonical spelling. */
export const POSTFIX_OPERATORS: ReadonlyMap<string, OperatorInfo> = table('postfix', [["' ^+ ^* ^#", 15, 15]]);

/** Other spellings, ASCII and Unicode, of operators and punctuation, each with the canonical one. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  [
    '/\\ \\land ∧',
    '\\/ \\lor ∨',
    '~ \\lnot \\neg ¬',
    '<=> \\equiv ⇔ ≡',
    '=> ⇒',
    '-+-> ⇸',
    '~> ↝ ⇝',
    '/= # ≠',
    '<= =< \\leq ≤',
    '>= \\geq ≥',
    '\\in ∈',
    '\\notin ∉',
    '\\cup \\union ∪',
    '\\cap \\intersect ∩',
    '\\ ∖',
    '\\X \\times ×',
    '\\o \\circ ∘',
    '\\oplus (+) ⊕',
    '\\ominus (-) ⊖',
    '\\odot (.) ⊙',
    '\\oslash (/) ⊘',
    '\\otimes (\\X) ⊗',
    '\\subset ⊂',
    '\\subseteq ⊆',
    '\\supset ⊃',
    '\\supseteq ⊇',
    '\\sqsubset ⊏',
    '\\sqsubseteq ⊑',
    '\\sqsupset ⊐',
    '\\sqsupseteq ⊒',
    '\\sqcap ⊓',
    '\\sqcup ⊔',
    '\\uplus ⊎',
    '\\approx ≈',
    '\\asymp ≍',
    '\\cong ≅',
    '\\doteq ≐',
    '\\gg ≫',
    '\\ll ≪',
    '\\prec ≺',
    '\\preceq ⪯ ≼',
    '\\succ ≻',
    '\\succeq ⪰ ≽',
    '\\propto ∝',
    '\\sim ∼',
    '\\simeq ≃',
    '\\wr ≀',
    '\\cdot ⋅ ·',
    '\\bullet ●',
    '\\bigcirc ◯',
    '\\star ⋆ ★',
    '\\div ÷',
    '|- ⊢',
    '|= ⊨',
    '-| ⊣',
    '=| ⫤',
    '.. ‥',
    '... …',
    '|| ‖',
    '!! ‼',
    '?? ⁇',
    ':= ≔',
    '::= ⩴',
    ':: ∷',
    '== ≜',
    '-> →',
    '<- ←',
    '|-> ↦',
    '<< ⟨',
    '>> ⟩',
    '>>_ ⟩_',
    '[] □',
    '<> ◇',
    '\\A \\forall ∀',
    '\\E \\exists ∃',
    '^+ ⁺',
  ].flatMap((row) => {
    const [canonical, ...others] = row.split(' ');
    return others.map((other) => [other, canonical!] as const);
  }),
);

const PUNCTUATION = [
  '(',
  ')',
  '[',
  ']',
  ']_',
  '{',
  '}',
  ',',
  '.',
  ':',
  '::',
  ';',
  '==',
  '!',
  '@',
  '->',
  '<-',
  '|->',
  '<<',
  '>>',
  '>>_',
];
const QUANTIFIERS = ['\\A', '\\E', '\\AA', '\\EE'];

const operators = [...PREFIX_OPERATORS.keys(), ...INFIX_OPERATORS.keys(), ...POSTFIX_OPERATORS.keys()];

/** Every symbol the lexer knows, each with its canonical spelling; words such as `\in` included, keywords not. */
export const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ...SPELLINGS,
  ...[...operators, ...PUNCTUATION, ...QUANTIFIERS].map((symbol) => [symbol, symbol] as const),
]);

/** Prefix operators that are spelt as words. */
export const WORD_OPERATORS: readonly string[] = ['DOMAIN', 'ENABLED', 'SUBSET', 'UNCHANGED', 'UNION'];

/** Whether the symbol can be passed or defined as an operator: any operator that is not punctuation. */
export const isOperatorSymbol = (symbol: string): boolean =>
  PREFIX_OPERATORS.has(symbol) || INFIX_OPERATORS.has(symbol) || POSTFIX_OPERATORS.has(symbol);
