/**
 * The script of the report. It reads the data block and builds the page with `textContent` alone, so no text of a record can become
 * markup; the content security policy allows this script by its hash and no other. Plain JavaScript in a string: it is never compiled, so
 * no build step can change its bytes.
 */
export const SCRIPT = `'use strict';
(function () {
  var trios = JSON.parse(document.getElementById('data').textContent);
  var list = document.getElementById('list');
  var detail = document.getElementById('detail');
  var search = document.getElementById('search');
  var outcome = document.getElementById('outcome');
  var status = document.getElementById('status');
  var words = { pass: 'proved', fail: 'failed', unknown: 'unknown' };
  var marks = { forbidden: 'forbidden state reached', stopped: 'stopped by a guard', refused: 'refused', error: 'could not be evaluated' };
  var buttons = [];
  var current = -1;

  var standings = { requested: 'requested', approve: 'approved', deny: 'denied', edit: 'edited', expire: 'expired', revoke: 'revoked', used: 'used' };

  function el(tag, className, text) {
    var node = document.createElement(tag);
    if (className) node.className = className;
    if (text !== undefined && text !== null) node.textContent = text;
    return node;
  }
  function add(parent) {
    for (var i = 1; i < arguments.length; i++) if (arguments[i]) parent.appendChild(arguments[i]);
    return parent;
  }
  function lines(items) {
    var ul = el('ul', 'plain');
    items.forEach(function (item) { add(ul, el('li', '', item)); });
    return ul;
  }
  function titledLines(title, items) {
    if (items.length === 0) return null;
    return add(el('div'), el('h4', '', title), lines(items));
  }

  function fillList() {
    list.textContent = '';
    buttons = [];
    var wanted = search.value.toLowerCase();
    var state = outcome.value;
    var model = null, guard = null, ul = null, shown = 0;
    trios.forEach(function (trio, index) {
      if (state !== 'all' && trio.outcome !== state) return;
      if (wanted !== '' && trio.search.indexOf(wanted) === -1) return;
      shown++;
      if (trio.model !== model) { model = trio.model; guard = undefined; add(list, el('h2', '', model)); }
      if (trio.guard !== guard) {
        guard = trio.guard;
        if (guard !== null) add(list, el('h3', '', 'Guard ' + guard));
        ul = el('ul'); add(list, ul);
      }
      var button = el('button');
      button.type = 'button';
      button.dataset.index = String(index);
      add(button, el('span', 'dot ' + trio.outcome, words[trio.outcome]), el('span', '', trio.id));
      if (index === current) button.setAttribute('aria-current', 'true');
      buttons.push(button);
      add(ul, add(el('li'), button));
    });
    if (shown === 0) add(list, el('p', '', 'Nothing matches the filter.'));
    status.textContent = shown + ' of ' + trios.length + ' shown';
  }

  function select(index, move) {
    if (!trios[index]) return;
    current = index;
    buttons.forEach(function (button) {
      if (Number(button.dataset.index) === index) {
        button.setAttribute('aria-current', 'true');
        button.scrollIntoView({ block: 'nearest' });
        if (move) button.focus();
      } else button.removeAttribute('aria-current');
    });
    if (location.hash !== '#' + (index + 1)) history.replaceState(null, '', '#' + (index + 1));
    show(trios[index]);
  }

  function fact(name, value) {
    if (value === null || value === undefined) return null;
    return add(el('div'), el('dt', '', name), add(el('dd'), el('span', 'mono', value)));
  }

  function show(trio) {
    detail.textContent = '';
    add(detail, add(el('div', 'head'), el('h2', '', trio.id), el('span', 'badge ' + trio.outcome, words[trio.outcome])));
    if (trio.claim) add(detail, el('p', 'claim', trio.claim));
    add(detail, add(el('dl', 'facts'), fact('model', trio.model), fact('guard', trio.guard), fact('at', trio.place)));
    if (trio.problems.length > 0) add(detail, add(el('div', 'box wash ' + trio.outcome), lines(trio.problems)));
    trio.legs.filter(function (leg) { return !leg.met; }).forEach(function (leg) { add(detail, why(leg)); });
    if (trio.parting.length > 0) {
      add(detail, el('h3', '', 'Where attack and control part'), add(el('div', 'box'), lines(trio.parting)));
    }
    add(detail, el('h3', '', trio.legs.length > 1 ? 'The runs, side by side' : 'The run'));
    var sides = el('div', 'sides');
    trio.legs.forEach(function (leg) { add(sides, legCard(leg)); });
    add(detail, sides);
    if (trio.integrity) add(detail, el('p', 'detail', 'Integrity: ' + trio.integrity + '.'));
    trio.legs.forEach(function (leg) { if (leg.timeline.length > 0) add(detail, diagram(leg)); });
  }

  function why(leg) {
    var box = el('div', 'box wash ' + (leg.outcome === 'pass' ? 'unknown' : leg.outcome));
    add(box, el('strong', '', leg.headline));
    leg.claims.forEach(function (claim) {
      add(box, el('p', '', claim.title), el('p', 'detail', claim.reason),
        titledLines('What is false', claim.falseParts), titledLines('Evidence', claim.evidence),
        titledLines('What to do about it', claim.mitigations));
    });
    add(box, titledLines('Guards', leg.guards), titledLines('Notes', leg.notes));
    return box;
  }

  function stateList(state, changed) {
    var dl = el('dl', 'state');
    state.forEach(function (value, name) {
      var row = el('div', changed.has(name) ? 'changed' : '');
      var dd = el('dd', '', value);
      dd.title = value;
      add(dl, add(row, el('dt', '', name), dd));
    });
    return dl;
  }

  function legCard(leg) {
    var card = el('section', 'leg');
    card.setAttribute('aria-label', leg.name);
    add(card, add(el('header'), el('h4', '', leg.name), el('span', 'badge ' + (leg.met ? 'pass' : 'fail'), leg.met ? 'as required' : 'not as required')));
    add(card, el('p', '', leg.headline));
    if (leg.stepsNote) add(card, el('p', 'detail', leg.stepsNote));
    if (leg.steps.length === 0) return add(card, el('p', 'empty', 'This model keeps no steps; see what happened below.'));
    var state = new Map(leg.initial);
    var ol = el('ol', 'steps');
    if (leg.initial.length > 0) {
      add(ol, add(el('li'), add(el('div', 'pair'), el('div', 'detail', 'at the start'), stateList(state, new Set()))));
    }
    leg.steps.forEach(function (step) {
      var changed = new Set();
      step.set.forEach(function (pair) { state.set(pair[0], pair[1]); changed.add(pair[0]); });
      var li = el('li', (step.mark || '') + (step.step === leg.part ? ' part' : ''));
      var what = el('div');
      add(what, el('div', 'what', step.step + '. ' + step.text + (step.event === null ? '' : ' (event ' + step.event + ')')));
      if (step.mark) add(what, el('div', 'mark ' + (step.mark === 'forbidden' ? 'fail' : step.mark === 'stopped' ? 'pass' : 'unknown'), marks[step.mark]));
      step.details.forEach(function (text) { add(what, el('div', 'detail', text)); });
      add(ol, add(li, add(el('div', 'pair'), what, stateList(state, changed))));
    });
    return add(card, ol);
  }

  function diagram(leg) {
    var part = el('section');
    add(part, el('h3', '', leg.name + ': who said what to whom'));
    if (leg.omitted > 0) add(part, el('p', 'detail', leg.omitted + ' earlier events left out'));
    var lanes = [];
    leg.timeline.forEach(function (item) {
      [item.from, item.to].forEach(function (lane) { if (lanes.indexOf(lane) === -1) lanes.push(lane); });
    });
    var card = el('div', 'leg');
    card.style.setProperty('--lanes', String(lanes.length));
    var head = el('div', 'lanes');
    head.setAttribute('aria-hidden', 'true');
    lanes.forEach(function (lane) { add(head, el('div', '', lane)); });
    var ol = el('ol', 'seq');
    var approvals = new Map();
    leg.timeline.forEach(function (item) {
      var li = el('li', (item.trust || '') + (item.event !== null && item.event === leg.decided ? ' forbidden' : ''));
      var from = lanes.indexOf(item.from), to = lanes.indexOf(item.to);
      var say = el('div', 'say');
      add(say, el('span', 'who', (item.event === null ? '' : item.event + '. ') + item.from + ' to ' + item.to + ':'), el('span', '', item.text));
      if (item.trust) add(say, el('span', 'tag ' + (item.trust === 'unknown' ? 'unsure' : item.trust), item.trust === 'unknown' ? 'trust unknown' : item.trust));
      if (item.event !== null && item.event === leg.decided) add(say, el('span', 'tag untrusted', 'forbidden state reached'));
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
    return add(part, add(card, head, ol));
  }

  list.addEventListener('click', function (event) {
    var button = event.target.closest('button');
    if (button) select(Number(button.dataset.index), false);
  });
  search.addEventListener('input', fillList);
  outcome.addEventListener('change', fillList);
  document.getElementById('theme').addEventListener('click', function () {
    var root = document.documentElement;
    var dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
  });
  document.addEventListener('keydown', function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    var typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === '/' && !typing) { event.preventDefault(); search.focus(); return; }
    if (event.key === 'Escape' && event.target === search) { search.value = ''; fillList(); return; }
    if (typing && event.target !== search) return;
    var step = event.key === 'ArrowDown' || (event.key === 'j' && !typing) ? 1 : event.key === 'ArrowUp' || (event.key === 'k' && !typing) ? -1 : 0;
    if (step === 0 || buttons.length === 0) return;
    if (!typing && event.target.tagName !== 'BUTTON' && event.key.indexOf('Arrow') === 0) return;
    event.preventDefault();
    var at = buttons.findIndex(function (button) { return Number(button.dataset.index) === current; });
    var next = buttons[Math.max(0, Math.min(buttons.length - 1, at + step))];
    select(Number(next.dataset.index), true);
  });
  window.addEventListener('hashchange', function () { select(Number(location.hash.slice(1)) - 1, false); });

  fillList();
  var first = Number(location.hash.slice(1)) - 1;
  if (!trios[first]) first = trios.findIndex(function (trio) { return trio.outcome !== 'pass'; });
  if (trios.length > 0) select(first === -1 ? 0 : first, false);
  else add(detail, el('p', 'empty', 'There is nothing to report: no scenario ran.'));
})();
`;
