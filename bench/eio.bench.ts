import { unwrap } from '../src/diagnostics/tracefold-error.ts';
import { eioModel } from '../src/eio/eio-model.ts';
import { loadEmbeddedModule } from '../src/eio/module/load-eio-module.ts';
import { foldTrace } from '../src/model/fold-trace.ts';
import type { Model } from '../src/model/model.ts';
import type { Trace } from '../src/trace/event.ts';
import { createProvenanceIndex } from '../src/trace/provenance/provenance-index.ts';
import { createTrace, type EventInput } from '../src/trace/trace.ts';

// Run by `npx tsx bench/eio.bench.ts`. Prints medians and bests of processor time (so that other work on the machine counts less) and asserts nothing.

// Two thousand made-up words beside a few that are everywhere, about as unevenly spread as in prose.
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');
const RARE = Array.from(
  { length: 2_000 },
  (_, at) => `${SYLLABLES[at % 20]}${SYLLABLES[Math.floor(at / 20) % 20]}${SYLLABLES[Math.floor(at / 400) % 20]}`,
);
const WORDS =
  'order ship invoice customer review table garden window report summary meeting project budget travel hotel flight'.split(
    ' ',
  );

/** Whole numbers below another. Of the upper bits of the state: the lower ones repeat after a few numbers, and so would the words. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A run of an agent, ten events a turn: input, retrieval, two calls with decision, execution and result, a note, an answer. */
function recording(events: number): Trace {
  const random = randomNumbers(7);
  const prose = (words: number) =>
    Array.from({ length: words }, () =>
      random(2) === 0 ? WORDS[random(WORDS.length)] : RARE[random(RARE.length)],
    ).join(' ');
  const list: EventInput[] = [
    { kind: 'policy.declared', id: 'mail', effect: 'require_approval', tools: ['mail.*'] },
    { kind: 'policy.declared', id: 'wipe', effect: 'prohibit', tools: ['disk.*'], args: { path: '/data' } },
    { kind: 'policy.declared', id: 'read', effect: 'permit', tools: ['web.*', 'file.read'] },
  ];
  for (let turn = 1; list.length < events; turn++) {
    const address = `user${turn}@host${random(50)}.example`;
    const bad = turn % 50 === 0;
    const get = { url: `https://site${random(90)}.example/${turn}` };
    const read = { path: `/home/${address}`, note: prose(4) };
    list.push(
      {
        kind: 'context.added',
        turn,
        item: `u${turn}`,
        origin: 'user',
        trust: 'trusted',
        text: `${prose(10)} for ${address}`,
      },
      {
        kind: 'context.added',
        turn,
        item: `p${turn}`,
        origin: 'retrieval',
        trust: 'untrusted',
        text: `${prose(20)} ref-${turn}-${random(1e6)}`,
      },
      {
        kind: 'call.proposed',
        turn,
        call: `c${turn}a`,
        tool: 'web.get',
        args: get,
      },
      {
        kind: 'exec.started',
        turn,
        exec: `x${turn}a`,
        call: `c${turn}a`,
        tool: 'web.get',
        args: get,
      },
      {
        kind: 'context.added',
        turn,
        item: `r${turn}`,
        origin: 'tool_result',
        trust: 'untrusted',
        producer: `c${turn}a`,
        text: prose(20),
      },
      { kind: 'exec.ended', turn, exec: `x${turn}a`, status: 'ok', result: `r${turn}` },
      {
        kind: 'call.proposed',
        turn,
        call: `c${turn}b`,
        tool: 'file.read',
        args: read,
      },
      {
        kind: 'exec.started',
        turn,
        exec: `x${turn}b`,
        call: `c${turn}b`,
        tool: 'file.read',
        args: read,
      },
      { kind: 'state.written', turn, key: `note${turn % 20}`, value: prose(6) },
      { kind: 'message.sent', turn, to: 'user', text: prose(12) },
    );
    if (bad) {
      list.push({
        kind: 'instruction',
        turn,
        id: `i${turn}`,
        part_of: `p${turn}`,
        requests: { tool: 'mail.send', args: { to: 'mallory@evil.example' } },
      });
    }
  }
  return createTrace({ events: list.slice(0, events) });
}

/** Many small calls and next to no text: three events a call. */
function smallCalls(events: number): Trace {
  const list: EventInput[] = [{ kind: 'policy.declared', id: 'wipe', effect: 'prohibit', tools: ['disk.wipe'] }];
  for (let at = 0; list.length < events; at++) {
    const of = { call: `c${at}`, tool: `tool${at % 7}`, args: { n: at } };
    list.push(
      { kind: 'call.proposed', ...of },
      { kind: 'exec.started', exec: `x${at}`, ...of },
      { kind: 'exec.ended', exec: `x${at}`, status: 'ok' },
    );
  }
  return createTrace({ events: list.slice(0, events) });
}

const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function timed(run: () => void, times: number): { readonly best: number; readonly median: number } {
  const taken: number[] = [];
  for (let at = 0; at < times; at++) {
    const from = processorTime();
    run();
    taken.push(processorTime() - from);
  }
  taken.sort((left, right) => left - right);
  return { best: taken[0]!, median: taken[Math.floor(times / 2)]! };
}

const median = (run: () => void, times: number): number => timed(run, times).median;

const module = unwrap(loadEmbeddedModule('eio:context-trust'));
const all = unwrap(eioModel(module));
const fold = (model: Model, trace: Trace) => unwrap(foldTrace(model, trace));
const ms = (value: number) => `${value.toFixed(2)} ms`;

// Before anything is warm: most of it is the engine compiling.
const cold = recording(10_000);
const firstFrom = processorTime();
fold(all, cold);
console.log(`first fold of 10,000 events in this process: ${ms(processorTime() - firstFrom)}\n`);

const columns = (trace: Trace, size: number): string => {
  const { best, median } = timed(() => void fold(all, trace), size > 20_000 ? 3 : 9);
  const perEvent = `${((median * 1000) / size).toFixed(2).padStart(7)} µs`;
  return `${String(size).padStart(7)}  ${ms(median).padStart(20)}  ${ms(best).padStart(12)}  ${perEvent}  ${fold(all, trace).claims.length}`;
};

console.log('events   all eight predicates          best   per event   claims');
for (const size of [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000]) console.log(columns(recording(size), size));

console.log('\nthe same of small calls without text');
for (const size of [1_000, 10_000, 100_000]) console.log(columns(smallCalls(size), size));

const ten = recording(10_000);
console.log('\none predicate over 10,000 events');
for (const { id } of module.predicates) {
  const one = unwrap(eioModel(module, { predicates: [id] }));
  console.log(`  ${id.replace('eio.predicate.', '').padEnd(45)} ${ms(median(() => void fold(one, ten), 5))}`);
}

const calls: EventInput[] = [{ kind: 'policy.declared', id: 'wipe', effect: 'prohibit', tools: ['disk.wipe'] }];
for (let at = 0; at < 400; at++)
  calls.push({ kind: 'call.proposed', call: `c${at}`, tool: `tool${at % 7}`, args: { n: at } });
const short = createTrace({ events: calls });
const two = unwrap(eioModel(module, { predicates: ['guardrail-circumvented'] }));
const bare: Model = {
  ...two,
  fold: () => {
    let seen = 0;
    return {
      ok: true,
      value: {
        event: () => void seen++,
        verdict: () => ({ ...fold(two, createTrace({ events: [] })), events: seen }),
      },
    };
  },
};
fold(two, short);
const withPredicate = median(() => void fold(two, short), 201);
const without = median(() => void fold(bare, short), 201);
console.log(
  `\n400 calls, one predicate of two events: ${ms(withPredicate)}, bare fold ${ms(without)}, difference ${ms(withPredicate - without)}`,
);

console.log('\nprovenance index alone: texts of 150 characters, one look-up each');
for (const size of [1_000, 10_000, 100_000]) {
  const texts = Array.from(
    { length: size },
    (_, at) =>
      `${WORDS[at % 16]} ${WORDS[(at * 7) % 16]} and then some words to fill the line with, ref-${at}-${(at * 7919) % 100_003}, ${'more words '.repeat(6)}`,
  );
  const taken = median(() => {
    const index = createProvenanceIndex();
    for (const [at, text] of texts.entries()) {
      index.add(text);
      index.find(`ref-${at}-${(at * 7919) % 100_003}`);
    }
  }, 3);
  console.log(`${String(size).padStart(7)}  ${ms(taken).padStart(12)}  ${((taken * 1000) / size).toFixed(2)} µs each`);
}
