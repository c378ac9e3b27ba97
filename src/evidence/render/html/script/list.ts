/** The list of trios and models, its filters, the keyboard, and what is opened first. */
export const LIST = `
  var data = JSON.parse(document.getElementById('data').textContent);
  var entries = data.guards.concat(data.trios);
  entries.forEach(function (entry) { entry.search = [entry.id, entry.claim, entry.guard, entry.group].join(' ').toLowerCase(); });
  var list = document.getElementById('list');
  var detail = document.getElementById('detail');
  var search = document.getElementById('search');
  var outcome = document.getElementById('outcome');
  var status = document.getElementById('status');
  var buttons = [];
  var current = -1;

  function isTrio(index) { return index >= data.guards.length; }

  // Only what is opened is put together: a report of a thousand trios opens as fast as one of ten.
  function revive(value) {
    if (typeof value === 'string') return value.charAt(0) === '~' ? data.texts[Number(value.slice(1))] : value;
    if (Array.isArray(value)) return value.map(revive);
    if (typeof value !== 'object' || value === null) return value;
    var copy = {};
    Object.keys(value).forEach(function (key) { copy[key] = revive(value[key]); });
    return copy;
  }

  function fillList() {
    list.textContent = '';
    buttons = [];
    var wanted = search.value.toLowerCase();
    var state = outcome.value;
    var group = null, guard = null, ul = null, shown = 0;
    entries.forEach(function (entry, index) {
      if (state !== 'all' && entry.outcome !== state) return;
      if (wanted !== '' && entry.search.indexOf(wanted) === -1) return;
      shown++;
      if (entry.group !== group) { group = entry.group; guard = undefined; add(list, el('h2', '', group)); }
      if (entry.guard !== guard) {
        guard = entry.guard;
        if (guard !== null) add(list, el('h3', '', 'Guard ' + guard));
        ul = el('ul'); add(list, ul);
      }
      var button = el('button');
      button.type = 'button';
      button.dataset.index = String(index);
      add(button, el('span', 'dot ' + entry.outcome, entry.word), el('span', '', entry.id));
      if (index === current) button.setAttribute('aria-current', 'true');
      buttons.push(button);
      add(ul, add(el('li'), button));
    });
    if (shown === 0) add(list, el('p', 'empty', entries.length === 0 ? 'The list is empty.' : 'Nothing matches the filter.'));
    status.textContent = shown + ' of ' + entries.length + ' shown';
  }

  function select(index, move) {
    var entry = entries[index];
    if (!entry) return;
    current = index;
    buttons.forEach(function (button) {
      if (Number(button.dataset.index) === index) {
        button.setAttribute('aria-current', 'true');
        button.scrollIntoView({ block: 'nearest' });
        if (move) button.focus();
      } else button.removeAttribute('aria-current');
    });
    if (location.hash !== '#' + (index + 1)) history.replaceState(null, '', '#' + (index + 1));
    detail.textContent = '';
    var whole = Object.assign({}, entry, revive(entry.body));
    if (isTrio(index)) showTrio(detail, whole);
    else showGuards(detail, whole);
    // A reader who was far down in one begins with the head of the next.
    if (detail.getBoundingClientRect().top < 0) detail.scrollIntoView();
  }

  list.addEventListener('click', function (event) {
    var button = event.target.closest('button');
    if (!button) return;
    select(Number(button.dataset.index), false);
    // Where the list stands above what it opens, the reader is taken there.
    if (matchMedia('(max-width: 760px)').matches) detail.scrollIntoView();
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
  // What is folded on a screen is read on paper.
  var printed = null;
  window.addEventListener('beforeprint', function () {
    if (printed) return;
    printed = el('div', 'printed');
    // Beside what is open, everything that the list shows and that is no pass: nobody can choose on paper.
    buttons.forEach(function (button) {
      var index = Number(button.dataset.index);
      if (index !== current && isTrio(index) && entries[index].outcome !== 'pass') {
        var page = el('section', 'page');
        showTrio(page, Object.assign({}, entries[index], revive(entries[index].body)));
        add(printed, page);
      }
    });
    detail.after(printed);
    document.querySelectorAll('details').forEach(function (one) { one.open = true; });
  });
  window.addEventListener('afterprint', function () { if (printed) printed.remove(); printed = null; });

  fillList();
  function firstOf(wanted, trio) { return entries.findIndex(function (entry, index) { return entry.outcome === wanted && isTrio(index) === trio; }); }
  var asked = Number(location.hash.slice(1)) - 1;
  var first = [entries[asked] ? asked : -1, firstOf('fail', true), firstOf('unknown', true), firstOf('fail', false), 0].find(function (index) { return index !== -1; });
  if (entries.length > 0) select(first, false);
  else add(detail, el('h2', '', 'There is nothing to report'), el('p', 'empty', 'No scenario ran, or everything passed and the reporter was asked for failures only.'));
`;
