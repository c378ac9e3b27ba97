/** One trio: why it is not proved, its runs side by side with the state beside each step, and who said what to whom. */
export const TRIO = `
  // A state of this many variables is shown whole; of a larger one, what a step changed, and the rest on demand.
  var WHOLE = 4;

  function showTrio(detail, trio) {
    add(detail, add(el('div', 'head'), el('h2', '', trio.id), el('span', 'badge ' + trio.outcome, words[trio.outcome])));
    if (trio.claim) add(detail, el('p', 'claim', trio.claim));
    add(detail, add(el('dl', 'facts'), fact('model', trio.model), fact('guard', trio.guard), fact('at', trio.place)));
    if (trio.problems.length > 0) add(detail, add(el('section', 'why ' + trio.outcome), problemLines(trio.problems)));
    trio.legs.filter(function (leg) { return !leg.met; }).forEach(function (leg) { add(detail, why(leg)); });
    if (trio.parting.length > 0) {
      add(detail, el('h3', '', 'Where attack and control part'), add(el('div', 'box'), lines(trio.parting)));
    }
    add(detail, el('h3', '', trio.legs.length > 1 ? 'The runs, side by side' : 'The run'));
    var sides = el('div', 'sides');
    trio.legs.forEach(function (leg) { if (leg.beside) add(sides, legCard(leg)); });
    add(detail, sides);
    trio.legs.forEach(function (leg) {
      if (!leg.beside) add(detail, folded(!leg.met, el('span', 'sum', leg.headline), legCard(leg)));
    });
    if (trio.integrity) add(detail, el('p', 'detail', 'Integrity: ' + trio.integrity + '.'));
    trio.legs.forEach(function (leg) { if (leg.timeline.length > 0) add(detail, diagram(leg, !leg.met || trio.legs.length === 1)); });
  }

  function problemLines(problems) {
    var box = el('div');
    problems.forEach(function (problem, index) {
      add(box, add(el(index === 0 ? 'h3' : 'p', 'problem'), el('span', '', problem.text), el('code', 'code', problem.code)));
    });
    return box;
  }

  function why(leg) {
    var undecided = leg.problems.length > 0 ? leg.problems.every(function (problem) { return problem.code === 'trio/unknown'; }) : leg.outcome === 'unknown';
    var box = el('section', 'why ' + (undecided ? 'unknown' : 'fail'));
    box.setAttribute('aria-label', 'Why: ' + leg.name);
    add(box, leg.problems.length > 0 ? problemLines(leg.problems) : el('h3', 'problem', leg.headline));
    var dl = el('dl', 'rows');
    var step = leg.steps.find(function (one) { return one.mark && one.mark !== 'stopped'; });
    if (step) {
      var decisive = add(el('div'), el('div', 'what', step.step + '. ' + step.text + (step.event === null ? '' : ' (event ' + step.event + ')')));
      step.details.forEach(function (text) { add(decisive, el('div', 'detail', text)); });
      add(dl, row(step.mark === 'forbidden' ? 'decisive step' : step.mark === 'refused' ? 'refused step' : 'failing step', decisive));
    } else {
      var event = leg.timeline.find(function (item) { return item.event !== null && item.event === leg.decided; });
      if (event) add(dl, row('decisive event', el('div', '', event.event + '. ' + event.from + ' to ' + event.to + ': ' + event.text)));
    }
    leg.claims.slice(0, 3).forEach(function (claim) {
      var says = add(el('div'), el('div', 'mono', claim.title), claim.description === null ? null : el('div', 'detail', claim.description));
      add(dl, row(leg.outcome === 'fail' ? 'forbidden by' : 'undecided', says));
      add(dl, toldRow('because', claim.reason), toldRow('what is false', claim.falseParts), toldRow('evidence', claim.evidence));
    });
    add(dl, toldRow('and also', leg.claims.slice(3).map(function (claim) { return claim.title; })));
    // What refused a step stands with that step.
    var guards = leg.guards.filter(function (text) { return !step || step.details.indexOf(text) === -1; });
    add(dl, toldRow('guard', guards), toldRow('note', leg.notes));
    var todo = [];
    leg.claims.forEach(function (claim) { claim.mitigations.forEach(function (text) { if (todo.indexOf(text) === -1) todo.push(text); }); });
    return add(box, add(dl, toldRow('what to do', todo)));
  }

  function stateRows(dl, state, changed) {
    state.forEach(function (value, name) {
      var dd = el('dd', '', value);
      dd.title = value;
      add(dl, add(el('div', changed.has(name) ? 'changed' : ''), el('dt', '', name), dd));
    });
    return dl;
  }

  function stateList(state, changed) {
    if (state.size <= WHOLE) return stateRows(el('dl', 'state'), state, changed);
    var dl = el('dl', 'state');
    // Filled when it is opened: a long run has many states.
    var copy = new Map(state);
    var fold = folded(false, el('span', '', 'the state: ' + plural(state.size, 'variable')), dl);
    fold.className = 'fold small';
    fold.addEventListener('toggle', function () { if (dl.childElementCount === 0) stateRows(dl, copy, changed); });
    return fold;
  }

  function eventItem(leg, item) {
    var decided = item.event !== null && item.event === leg.decided;
    var li = el('li', (decided ? 'forbidden' : '') + (item.event !== null && item.event === leg.partEvent ? ' part' : ''));
    add(li, add(el('div'), el('span', 'who', (item.event === null ? '' : item.event + '. ') + item.from + ' to ' + item.to + ': '), el('span', '', item.text)));
    return decided ? add(li, el('div', 'mark fail', marks.forbidden)) : li;
  }

  function legCard(leg) {
    var card = el('section', 'leg');
    card.setAttribute('aria-label', leg.name);
    add(card, add(el('header'), el('h4', '', leg.name), el('span', 'badge ' + (leg.met ? 'pass' : 'fail'), leg.met ? 'as required' : 'not as required')));
    add(card, el('p', '', leg.headline));
    if (leg.stepsNote) add(card, el('p', 'detail', leg.stepsNote));
    var ol = el('ol', 'steps');
    if (leg.steps.length === 0) {
      if (leg.timeline.length === 0) return add(card, el('p', 'empty', 'Nothing happened in this run.'));
      leg.timeline.forEach(function (item) { add(ol, eventItem(leg, item)); });
      return add(card, ol);
    }
    var state = new Map(leg.initial);
    var pair = state.size <= WHOLE ? 'pair' : '';
    if (leg.initial.length > 0) {
      add(ol, add(el('li'), add(el('div', pair), el('div', 'detail', 'at the start'), stateList(state, new Set()))));
    }
    leg.steps.forEach(function (step) {
      var changed = new Set();
      step.set.forEach(function (pair) { state.set(pair[0], pair[1]); changed.add(pair[0]); });
      var li = el('li', (step.mark || '') + (step.step === leg.part ? ' part' : ''));
      var what = el('div');
      add(what, el('div', 'what', step.step + '. ' + step.text + (step.event === null ? '' : ' (event ' + step.event + ')')));
      if (step.mark) add(what, el('div', 'mark ' + (step.mark === 'forbidden' ? 'fail' : step.mark === 'stopped' ? 'pass' : 'unknown'), marks[step.mark]));
      step.details.forEach(function (text) { add(what, el('div', 'detail', text)); });
      add(ol, add(li, add(el('div', pair), what, stateList(state, changed))));
    });
    return add(card, ol);
  }

  function diagram(leg, open) {
    var lanes = [];
    leg.timeline.forEach(function (item) {
      [item.from, item.to].forEach(function (lane) { if (lanes.indexOf(lane) === -1) lanes.push(lane); });
    });
    var card = el('div', 'leg');
    card.style.setProperty('--lanes', String(lanes.length));
    if (leg.omitted > 0) add(card, el('p', 'detail', plural(leg.omitted, 'earlier event') + ' left out'));
    var head = el('div', 'lanes');
    head.setAttribute('aria-hidden', 'true');
    lanes.forEach(function (lane) { add(head, el('div', '', lane)); });
    var ol = el('ol', 'seq');
    var approvals = new Map();
    leg.timeline.forEach(function (item) {
      var decided = item.event !== null && item.event === leg.decided;
      var li = el('li', (item.trust || '') + (decided ? ' forbidden' : ''));
      var from = lanes.indexOf(item.from), to = lanes.indexOf(item.to);
      var say = el('div', 'say');
      add(say, el('span', 'who', (item.event === null ? '' : item.event + '. ') + item.from + ' to ' + item.to + ':'), el('span', '', item.text));
      if (item.trust) add(say, el('span', 'tag ' + (item.trust === 'unknown' ? 'unsure' : item.trust), item.trust === 'unknown' ? 'trust unknown' : item.trust));
      if (decided) add(say, el('span', 'tag untrusted', marks.forbidden));
      var arrow = el('div', 'arrow ' + (from === to ? 'self' : from < to ? 'right' : 'left'));
      arrow.setAttribute('aria-hidden', 'true');
      arrow.style.gridColumn = Math.min(from, to) + 1 + ' / ' + (Math.max(from, to) + 2);
      arrow.style.setProperty('--span', String(Math.abs(from - to) + 1));
      add(li, say, arrow);
      if (item.approval) {
        approvals.set(item.approval.id, item.approval.status);
        var standing = [];
        approvals.forEach(function (value, id) { standing.push(id + ' ' + standings[value]); });
        add(li, el('div', 'standing', 'approvals now: ' + standing.join(', ')));
      }
      add(ol, li);
    });
    return folded(open, el('h3', '', leg.name + ': who said what to whom'), add(card, head, ol));
  }
`;
