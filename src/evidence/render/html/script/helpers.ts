/** Building elements; the only place where a text enters the page. */
export const HELPERS = `
  var words = { pass: 'proved', fail: 'failed', unknown: 'unknown' };
  var marks = { forbidden: 'forbidden state reached', stopped: 'stopped by a guard', refused: 'refused', error: 'could not be evaluated' };
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
  function ordered(items) {
    var ol = el('ol', 'plain mono');
    items.forEach(function (item) { add(ol, el('li', '', item)); });
    return ol;
  }
  // One line stands by itself; only several are a list.
  function told(items) { return items.length === 1 ? el('div', '', items[0]) : lines(items); }
  function row(name, content) {
    return content ? add(el('div', 'row'), el('dt', '', name), add(el('dd'), content)) : null;
  }
  function toldRow(name, items) { return items.length === 0 ? null : row(name, told(items)); }
  function fact(name, value) {
    if (value === null || value === undefined) return null;
    return add(el('div'), el('dt', '', name), add(el('dd'), el('span', 'mono', value)));
  }
  function folded(open, title, content) {
    var details = el('details', 'fold');
    details.open = open;
    return add(details, add(el('summary'), title), content);
  }
  function plural(count, noun) { return count + ' ' + noun + (count === 1 ? '' : 's'); }
`;
