/**
 * Expressions of each sort of value, one a line, leaves above the empty line. `<sort>` is an expression, `<sort:other>` one that sees one
 * more bound name, `$`, of the other sort.
 */
const TEMPLATES = {
  int: String.raw`
0
1
2
3
-1
-7
5

<int> + <int>
<int> - <int>
<int> * <int>
<int> \div <int>
<int> % <int>
-<int>
<int>^2
Len(<seq>)
Len(<words>)
Len(<str>)
Cardinality(<set>)
Cardinality(<family>)
Cardinality(<maps>)
Cardinality(DOMAIN <fun>)
Head(<seq>)
<seq>[<int>]
<fun>[<int>]
<rec>.a
<rec>["a"]
CHOOSE $ \in <set> : <bool:int>
(CHOOSE $ \in <pairs> : <bool>)[1]
IF <bool> THEN <int> ELSE <int>
CASE <bool> -> <int> [] <bool> -> <int>
CASE <bool> -> <int> [] OTHER -> <int>
LET F(p, q) == p - q * 2 IN F(<int>, <int>)
LET n == <int> IN n * n
LET h[x \in 0..4] == IF x < 2 THEN x ELSE h[x - 1] + h[x - 2] IN h[<int>]
Twice(LAMBDA p : p + <int>, <int>)
Apply(LAMBDA x, y : x % y, <int>, <int>)
Fold(LAMBDA p, q : p + q, 0, <seq>)
Sum(<set>)
fact[<int>]
nest[<int>].r.s[<int>]
[nest EXCEPT ![<int>].r.s[<int>] = @ + <int>][1].r.s[2]
[x, y \in <set> |-> x - y][<int>, <int>]
[<<x, y>> \in <pairs> |-> x - y][<int>, <int>]
(<int> :> <int> @@ <fun>)[<int>]
Len(SortSeq(<words>, LAMBDA x, y : Len(x) < Len(y)))
BagCardinality(<bag>)
CopiesIn(<int>, <bag>)
TLCEval(<int>)`,
  bool: String.raw`
TRUE
FALSE

<int> < <int>
<int> <= <int>
<int> > <int>
<int> >= <int>
<int> = <int>
<int> # <int>
<str> = <str>
<set> = <set>
<family> = <family>
<seq> = <seq>
<fun> = <fun>
<rec> = <rec>
<fun> = <seq>
<maps> = <maps>
<pairs> = <pairs>
<bag> = <bag>
<bool> = <bool>
{} = <<>>
<seq> = <<>>
<words> = <seq>
<set> = <strs>
<set> = <family>
<rec> = <fun>
<rec> = <seq>
<str> = <int>
c1 = <int>
c1 = <str>
c1 = <set>
c1 # <seq>
<int> \in <set>
<int> \notin <set>
<str> \in <strs>
<set> \in <family>
<fun> \in <maps>
<int> \in <strs>
<str> \in <set>
c1 \in {c1, <int>}
<seq> \in Seq(<set>)
<words> \in Seq(STRING)
<rec> \in [a : <set>, b : <strs>]
<rec> \in [a : Nat, b : STRING]
<rec> \in [a : <set>]
<<<int>, <int>>> \in <pairs>
<seq> \in <pairs>
<seq> \in <set> \X <set>
<seq> \in [1..2 -> <set>]
<fun> \in [<set> -> <set>]
<fun> \in [Nat -> Int]
<int> \in Nat
<int> \in Int
<str> \in STRING
<int> \in UNION <family>
<int> \in DOMAIN <words>
<set> \in SUBSET <set>
<set> \subseteq <set>
<set> \subseteq Nat
<set> \subseteq <strs>
<family> \subseteq SUBSET <set>
<family> \subseteq <family>
(SUBSET <set>) = <family>
<maps> \subseteq [<set> -> <set>]
[<set> -> <set>] = [<set> -> <set>]
[a : <set>] = [a : <set>]
(<set> \X <set>) = <pairs>
<set> = DOMAIN <fun>
<bool> /\ <bool>
<bool> \/ <bool>
<bool> => <bool>
<bool> <=> <bool>
~<bool>
IF <bool> THEN <bool> ELSE <bool>
\A $ \in <set> : <bool:int>
\E $ \in <set> : <bool:int>
\A $ \in <family> : <bool:set>
\E $ \in <maps> : <bool:fun>
\E $ \in <words> : <bool>
\E u, v \in <set> : u + v = <int>
\A x, y \in <set> : <bool> => x = y
\E x \in <set>, <<y, z>> \in <pairs> : x = z
\A <<u, v>> \in <pairs> : u <= v
IsFiniteSet(<set>)
<bag> \sqsubseteq <bag>
BagIn(<int>, <bag>)
IsABag(<fun>)`,
  str: String.raw`
"a"
"b"
"ab"
""
"zeta"

<str> \o <str>
<rec>.b
ToString(<int>)
ToString(<strs>)
IF <bool> THEN <str> ELSE <str>
<words>[<int>]
Head(<words>)
CHOOSE $ \in <strs> : <bool:str>
SubSeq(<str>, 1, <int>)
Tail(<str>)`,
  set: String.raw`
{}
{1}
{3, 1, 2}
1..3
0..2
-1..1
2..1

{<int>, <int>}
{<int>}
<int>..<int>
<set> \cup <set>
<set> \cap <set>
<set> \ <set>
<set> \cap Nat
UNION <family>
UNION {<set>, {<int>}}
{$ \in <set> : <bool:int>}
{<int:int> : $ \in <set>}
{u + v : u, v \in <set>}
{u * v : u \in <set>, v \in <set>}
{u : <<u, v>> \in <pairs>}
{$[1] : $ \in <pairs>}
{$[1] : $ \in <maps>}
{Len($) : $ \in <strs>}
{$.a : $ \in [a : <set>, b : <strs>]}
{nest[$].r.n : $ \in <set>}
{<fun>[$] : $ \in <set>}
DOMAIN <fun>
DOMAIN <seq>
CHOOSE $ \in <family> : <bool:set>
BagToSet(<bag>)
Range(<seq>)
Range(<fun>)
Image(LAMBDA x : x * x, <set>)
IF <bool> THEN <set> ELSE <set>
LET S == <set> IN S \cup {7}`,
  strs: String.raw`
{}
{"b", "a"}
{"zeta", "ab", "b"}

{<str>, <str>}
<strs> \cup <strs>
<strs> \ <strs>
DOMAIN <rec>
{$ \in <strs> : <bool:str>}
Range(<words>)`,
  family: String.raw`
{{}}
{{2}, {1, 3}, {}}
{{3}, {1, 2}, {1}}

SUBSET <set>
SUBSET (<set> \cap 0..2)
{<set>, <set>}
<family> \cup <family>
<family> \cap <family>
<family> \ <family>
{$ \in <family> : <bool:set>}
{$ \in SUBSET <set> : Cardinality($) = <int>}
{<set:int> : $ \in <set>}
{0..$ : $ \in <set>}
{DOMAIN $ : $ \in <maps>}
UNION {<family>, <family>}`,
  seq: String.raw`
<<>>
<<1>>
<<3, 1, 2>>
<<2, 2>>

<<<int>, <int>>>
Append(<seq>, <int>)
Tail(<seq>)
Tail(Append(<seq>, <int>))
<seq> \o <seq>
SubSeq(<seq>, <int>, <int>)
SelectSeq(<seq>, LAMBDA p : p > <int>)
SortSeq(<seq>, <)
SortSeq(<seq>, LAMBDA p, q : p > q)
[$ \in 1..2 |-> <int:int>]
[$ \in DOMAIN <seq> |-> <int:int>]
[<seq> EXCEPT ![<int>] = <int>]
[<seq> EXCEPT ![1] = @ + <int>]
CHOOSE $ \in <pairs> : TRUE
CHOOSE $ \in [1..2 -> <set>] : $[1] >= $[2]
IF <bool> THEN <seq> ELSE <seq>`,
  words: String.raw`
<<>>
<<"b", "a">>
<<"ab">>

<<<str>, <str>>>
Append(<words>, <str>)
<words> \o <words>
Tail(<words>)
[$ \in 1..2 |-> <str:int>]`,
  fun: String.raw`
[$ \in {1, 3} |-> $]
[$ \in 0..1 |-> 2]
(3 :> 1)
(5 :> 0 @@ 2 :> 1)

[$ \in <set> |-> <int:int>]
[$ \in <set> |-> IF $ = <int> THEN <int> ELSE $]
<int> :> <int> @@ <fun>
<fun> @@ <fun>
[<fun> EXCEPT ![<int>] = <int>]
[<fun> EXCEPT ![<int>] = @ + 1, ![<int>] = <int>]
CHOOSE $ \in <maps> : <bool:fun>
IF <bool> THEN <fun> ELSE <fun>
LET f[n \in 0..3] == IF n = 0 THEN <int> ELSE f[n - 1] + 1 IN f
<seq>`,
  rec: String.raw`
[a |-> 1, b |-> "x"]
[b |-> "ab", a |-> 0]

[a |-> <int>, b |-> <str>]
[b |-> <str>, a |-> <int>]
[a |-> <int>, b |-> <str>, c |-> <set>]
[<rec> EXCEPT !.a = <int>]
[<rec> EXCEPT !.a = @ * 2, !.b = <str>]
[<rec> EXCEPT !["a"] = <int>]
"a" :> <int> @@ "b" :> <str>
CHOOSE $ \in [a : <set>, b : <strs>] : <bool>
IF <bool> THEN <rec> ELSE <rec>
[s \in {"a", "b"} |-> <int>]`,
  pairs: String.raw`
{}
{<<1, 2>>, <<0, 5>>}
{<<2, 1>>}

<set> \X <set>
(0..1) \X <set>
{<<$, <int:int>>> : $ \in <set>}
<pairs> \cup <pairs>
<pairs> \ <pairs>
{$ \in <pairs> : $[1] < $[2]}
{<<v, u>> : <<u, v>> \in <pairs>}
{<<<int>, <int>>>, <<<int>, <int>>>}
[1..2 -> <set> \cap 0..2]`,
  maps: String.raw`
{[k \in {1} |-> k]}
[{1, 2} -> {0, 1}]

[<set> \cap 0..3 -> {<int>, <int>}]
{<fun>, <fun>}
{$ \in <maps> : <bool:fun>}
<maps> \cup <maps>
{[$ EXCEPT ![1] = 9] : $ \in <maps>}
{<fun:int> : $ \in <set>}
Permutations(<set> \cap 0..3)`,
  bag: `
EmptyBag
SetToBag({1, 2})
(1 :> 2 @@ 3 :> 1)

SetToBag(<set>)
<bag> (+) <bag>
<bag> (-) <bag>
BagUnion({<bag>, <bag>})
BagOfAll(LAMBDA p : p * p, <bag>)
<fun>`,
};

type Sort = keyof typeof TEMPLATES;

const SORTS = Object.keys(TEMPLATES) as readonly Sort[];

const ALL = new Map(
  SORTS.map((sort) => {
    const [leaves, nodes] = TEMPLATES[sort].trim().split('\n\n');
    return [sort, { leaves: leaves!.split('\n'), nodes: nodes!.split('\n') }];
  }),
);

/** How often a part is of another sort than it should be: what TLC refuses is to be refused. */
const WRONG = 0.02;

/**
 * Definitions that the expressions use; `c1` is a constant with a model value. Strings have the order in which TLC meets them, so all come
 * first, whatever stands beside an expression.
 */
export const CONSTANTS_PRELUDE = String.raw`Words == <<"", "a", "b", "ab", "zeta", "x">>
Letters(a, b, c, x, ab, zeta) == 0
Twice(F(_), n) == F(F(n))
Apply(F(_, _), x, y) == F(x, y)
Image(F(_), S) == {F(x) : x \in S}
Range(f) == {f[k] : k \in DOMAIN f}
RECURSIVE Sum(_)
Sum(S) == IF S = {} THEN 0 ELSE LET k == CHOOSE k \in S : TRUE IN k + Sum(S \ {k})
RECURSIVE Fold(_, _, _)
Fold(F(_, _), b, s) == IF s = <<>> THEN b ELSE Fold(F, F(b, Head(s)), Tail(s))
fact[n \in Nat] == IF n < 2 THEN 1 ELSE n * fact[n - 1]
nest == [k \in 1..2 |-> [r |-> [n |-> k, s |-> <<k, k + 1>>]]]
`;

/** A constant expression over {@link CONSTANTS_PRELUDE}; some mean nothing, and are to be refused. */
export function randomConstant(random: () => number): string {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  let used = 0;
  const make = (
    wanted: Sort,
    depth: number,
    bound: readonly { readonly name: string; readonly sort: Sort }[],
  ): string => {
    const sort = random() < WRONG ? pick(SORTS) : wanted;
    const own = bound.filter((one) => one.sort === sort);
    if (own.length > 0 && random() < 0.5) return pick(own).name;
    const { leaves, nodes } = ALL.get(sort)!;
    const template = pick(depth === 0 ? leaves : nodes);
    // No name may be bound twice in one another's reach.
    const number = used++;
    const name = `k${number}`;
    const filled = template
      .replaceAll('$', () => name)
      .replace(/(?<!["!.])\b([fhknpqsuvxyzFS])\b(?!")/g, (letter) => `${letter}_${number}`)
      .replace(/<(\w+)(?::(\w+))?>/g, (whole, hole: string, inner?: string) => {
        if (!Object.hasOwn(TEMPLATES, hole)) return whole;
        const below = random() < 0.3 ? 0 : Math.max(0, depth - 1);
        return make(hole as Sort, below, inner === undefined ? bound : [...bound, { name, sort: inner as Sort }]);
      });
    return `(${filled})`;
  };
  return make(pick(SORTS), 1 + Math.floor(random() * 3), []);
}
