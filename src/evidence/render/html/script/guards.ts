/** What is known of a model's guards: the score, every mutant, and what the trios cover. */
export const GUARDS = `
  var kinds = { survives: 'fail', 'not-judged': 'unknown', waived: 'unknown', killed: 'pass', equivalent: 'none' };

  function showGuards(detail, guards) {
    add(detail, add(el('div', 'head'), el('h2', '', guards.id),
      guards.score === null ? null : el('span', 'badge ' + guards.outcome, 'guard score ' + guards.score)));
    if (guards.score !== null) {
      add(detail, el('p', 'claim', 'Each part of each guard was changed in turn; a trio that goes red notices it.'));
      add(detail, add(el('dl', 'facts'), fact('trios', String(guards.trios)), fact('states', guards.states === null ? 'not explored' : String(guards.states)), fact('mutants', String(guards.mutants.length))));
      add(detail, bar(guards.counts));
      if (guards.problems.length > 0) add(detail, add(el('section', 'why fail'), el('h3', 'problem', 'Waivers that hold no longer'), lines(guards.problems)));
      var open = guards.mutants.filter(function (mutant) { return mutant.kind === 'survives'; });
      if (open.length > 0) add(detail, el('h3', '', 'Survivors: a trio is missing'));
      open.forEach(function (mutant) { add(detail, survivor(mutant)); });
      add(detail, el('h3', '', 'All mutants'), mutantTable(guards.mutants));
    }
    if (guards.coverage) showCoverage(detail, guards.coverage);
  }

  function bar(counts) {
    var all = counts.reduce(function (sum, one) { return sum + one.count; }, 0);
    var strip = el('div', 'bar');
    strip.setAttribute('aria-hidden', 'true');
    var legend = el('ul', 'legend');
    counts.forEach(function (one) {
      if (one.count === 0) return;
      var piece = el('span', one.kind);
      piece.style.flexGrow = String(one.count);
      add(strip, piece);
      add(legend, add(el('li'), el('span', 'swatch ' + one.kind), el('span', '', one.count + ' ' + one.word)));
    });
    return all === 0 ? el('p', 'empty', 'There was no mutant to judge.') : add(el('div'), strip, legend);
  }

  function survivor(mutant) {
    var box = el('section', 'why fail');
    var dl = add(el('dl', 'rows'), row('guard part', el('code', 'mono', mutant.text)), row('what follows', el('div', '', mutant.why)),
      mutant.steps.length === 0 ? null : row('shortest attack', ordered(mutant.steps)));
    return add(box, el('h3', 'problem', mutant.name), dl);
  }

  function mutantTable(mutants) {
    var body = el('tbody');
    mutants.forEach(function (mutant) {
      var kind = kinds[mutant.kind];
      add(body, add(el('tr'), cell('Mutant', el('span', 'mono', mutant.name)), cell('Guard part', el('span', 'mono', mutant.text)),
        cell('Outcome', el('span', 'tag ' + (kind === 'none' ? '' : kind), mutant.word)), cell('By what, or why', el('span', '', mutant.why))));
    });
    return table(['Mutant', 'Guard part', 'Outcome', 'By what, or why'], body);
  }

  function cell(label, content) {
    var td = el('td');
    td.dataset.label = label;
    return add(td, content);
  }

  function table(heads, body) {
    var tr = el('tr');
    heads.forEach(function (head) { var th = el('th', '', head); th.scope = 'col'; add(tr, th); });
    return add(el('div', 'scroll'), add(el('table'), add(el('thead'), tr), body));
  }

  function showCoverage(detail, coverage) {
    add(detail, el('h3', '', 'What ' + plural(coverage.runs, 'run') + ' of the trios cover'));
    var totals = el('dl', 'totals');
    coverage.totals.forEach(function (total) {
      add(totals, add(el('div', total.covered === total.all ? 'pass' : 'unknown'), el('dt', '', total.what), el('dd', '', total.covered + ' of ' + total.all)));
    });
    add(detail, totals);
    if (coverage.gaps.length > 0) add(detail, el('h3', '', 'Guard parts that no step shows to decide alone, both ways'));
    coverage.gaps.forEach(function (gap) {
      var dl = add(el('dl', 'rows'), row('guard part', el('code', 'mono', gap.text)), row('missing', el('div', '', gap.lacks)));
      gap.wanted.forEach(function (wanted) { add(dl, row(wanted.title, ordered(wanted.steps))); });
      add(detail, add(el('section', 'why unknown'), el('h3', 'problem', gap.name), dl));
    });
    add(detail, el('h3', '', 'Actions'), rows(['Action', 'Taken', 'Refused'], coverage.actions, function (one) {
      return [one.name, one.taken === 0 ? 'never' : String(one.taken), String(one.refused)];
    }));
    add(detail, el('h3', '', 'Guard parts'), rows(['Guard part', 'Alone let a step through', 'Alone refused a step'], coverage.guards, function (one) {
      return [one.name, one.letThrough || 'never', one.refused || 'never'];
    }));
    add(detail, el('h3', '', 'Invariants'), rows(['Invariant', 'First exercised'], coverage.invariants, function (one) { return [one.name, one.where || 'never']; }));
    if (coverage.events.length > 0) {
      add(detail, el('h3', '', 'Event kinds of the mapping'), rows(['Kind', 'Events'], coverage.events, function (one) { return [one.name, one.count === 0 ? 'never' : String(one.count)]; }));
    }
  }

  function rows(heads, items, cells) {
    var body = el('tbody');
    items.forEach(function (item) {
      var tr = el('tr');
      cells(item).forEach(function (text, index) {
        add(tr, cell(heads[index], el('span', (index === 0 ? 'mono' : '') + (text === 'never' ? ' never' : ''), text)));
      });
      add(body, tr);
    });
    return items.length === 0 ? el('p', 'empty', 'none') : table(heads, body);
  }
`;
