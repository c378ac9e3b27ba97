import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEvidence } from '../../record/build.ts';
import type { EvidenceRecord } from '../../record/schema.ts';
import { traceInput, trioInput } from '../../testing/fixtures.ts';
import { guardReport } from '../../testing/guards.ts';
import { HOSTILE_TEXTS } from '../../testing/hostile.ts';
import { type HtmlOptions, renderHtml } from './report.ts';
import { STYLE } from './style.ts';

const named = (input: ReturnType<typeof trioInput>, id: string) => ({ ...input, subject: { ...input.subject, id } });

const RECORDS: readonly EvidenceRecord[] = [
  traceInput(),
  trioInput(),
  named(trioInput('guard gone'), 'gate/guard-gone'),
  named(trioInput('control refused'), 'gate/control-refused'),
].map((input) => buildEvidence(input));

/** Every hostile text in every place of a trace, shown because redaction is off. */
const hostileRecords = (): readonly EvidenceRecord[] =>
  HOSTILE_TEXTS.map(({ name, text }) =>
    buildEvidence(
      named(traceInput({ to: text, amount: text, note: text, message: text }), `${name} ${text.slice(0, 300)}`),
      false,
    ),
  );

/** Hostile names of trios without evidence, of models, guards and actions. */
const hostileOthers = () => ({
  guards: HOSTILE_TEXTS.map(({ text }) => guardReport(text.slice(0, 300))),
  others: HOSTILE_TEXTS.map(({ text }, index) => ({
    id: text.slice(0, 300),
    outcome: index % 2 === 0 ? ('pass' as const) : ('fail' as const),
    guard: text.slice(0, 300),
    at: { file: text.slice(0, 300), line: 1 },
    reasons: [text.slice(0, 300)],
  })),
});

/** A colour of the stylesheet, for light (0) or dark (1). */
function colourOf(name: string, scheme: number): string {
  const colours = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(STYLE);
  if (colours === null) throw new Error(`no colour ${name}`);
  return colours[scheme + 1]!;
}

/** Contrast of two colours (WCAG 2.2, "contrast ratio"). */
function contrast(one: string, other: string): number {
  const luminance = (colour: string): number => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

describe('the HTML report', () => {
  it('is the same bytes for the same records in any order', () => {
    expect(renderHtml([...RECORDS].reverse())).toBe(renderHtml(RECORDS));
  });

  it('loads nothing and allows its one script and one stylesheet by their hashes', () => {
    const html = renderHtml(RECORDS);
    expect(html).toMatch(
      /default-src &#39;none&#39;; script-src &#39;sha256-[^;]+&#39;; style-src &#39;sha256-[^;]+&#39;;/,
    );
    expect(html).not.toMatch(/unsafe-inline|https?:|\ssrc=|\sstyle=|\son[a-z]+=/);
  });

  it('holds no markup that is not its own, whatever a trace holds and whatever guards and trios are called', () => {
    const tags = (html: string) => [...html.matchAll(/<\/?[a-z!][a-z]*/gi)].map(([tag]) => tag);
    expect(tags(renderHtml(hostileRecords(), hostileOthers()))).toEqual(tags(renderHtml(RECORDS)));
  });

  it('has no two colours together that are hard to tell apart (WCAG 2.2: 4.5 to 1 for text, 3 to 1 for edges and focus)', () => {
    const pairs = [
      ...['ink', 'soft', 'accent', 'bad', 'good', 'unsure'].flatMap((ink) => [`${ink} page 4.5`, `${ink} card 4.5`]),
      ...['bad', 'good', 'unsure'].flatMap((ink) => [
        `${ink} ${ink}-wash 4.5`,
        `ink ${ink}-wash 4.5`,
        `soft ${ink}-wash 4.5`,
        `accent ${ink}-wash 4.5`,
      ]),
      'edge page 3',
      'edge card 3',
    ];
    const poor = pairs.flatMap((pair) => {
      const [one, other, least] = pair.split(' ') as [string, string, string];
      return [0, 1].flatMap((scheme) => {
        const ratio = contrast(colourOf(one, scheme), colourOf(other, scheme));
        return ratio >= Number(least)
          ? []
          : [`${one} on ${other}, ${scheme === 0 ? 'light' : 'dark'}: ${ratio.toFixed(2)}`];
      });
    });
    expect(poor).toEqual([]);
  });
});

const executablePath = '/usr/bin/chromium';

// Visibly skipped where Debian's Chromium is missing.
describe.skipIf(!existsSync(executablePath))('the HTML report in Chromium', { timeout: 60_000 }, () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tracefold-report-'));
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(
    records: readonly EvidenceRecord[],
    width = 1280,
    options: HtmlOptions = {},
  ): Promise<{ page: Page; complaints: string[] }> {
    const file = join(folder, 'report.html');
    writeFileSync(file, renderHtml(records, options));
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (request.url() !== page.url() && !request.url().startsWith('file:')) complaints.push(request.url());
    });
    await page.goto(pathToFileURL(file).href);
    return { page, complaints };
  }

  it('lists trios by model and guard and opens the first that failed', async () => {
    const { page, complaints } = await open(RECORDS);
    expect(await page.locator('nav h2').allTextContents()).toEqual(['PaymentGate']);
    expect(await page.locator('nav h3').allTextContents()).toEqual(['Guard ApprovalOk']);
    expect(await page.locator('nav button').allTextContents()).toEqual([
      'failedpays only what was approved',
      'provedgate/approval-replay',
      'failedgate/control-refused',
      'failedgate/guard-gone',
    ]);
    expect(await page.locator('main h2').textContent()).toBe('pays only what was approved');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows who said what to whom, the trust in it and how the approvals stood', async () => {
    const { page } = await open(RECORDS);
    const rows = await page.locator('.seq > li').allTextContents();
    expect(rows).toEqual([
      '1. user to agent:user content i-1: [text#1]trusted',
      '2. agent to tool:proposes bank.pay as call c-1 with {amount: [args.amount#1], to: [args.to#1]}',
      '3. agent to approver:asks for approval a-1 of bank.pay with {amount: [args.amount#1], to: [args.to#1]}approvals now: a-1 requested',
      '4. approver to agent:decides approval a-1: approve, once, serverapprovals now: a-1 approved',
      '5. retrieval to agent:retrieval content i-2: [text#2]untrusted',
      '6. agent to tool:runs bank.pay for call c-2 under approval a-1 with {amount: [args.amount#1], to: [args.to#1]}forbidden state reachedapprovals now: a-1 used',
    ]);
    await page.close();
  });

  it('sets attack and control side by side, with the state beside each step and the point where they part', async () => {
    const { page } = await open(RECORDS);
    await page.getByRole('button', { name: 'gate/guard-gone' }).click();
    expect(await page.locator('.leg > header').allTextContents()).toEqual([
      'Attacknot as required',
      'Controlas required',
      'Negative controlas required',
    ]);
    expect(await page.locator('li.part .what').allTextContents()).toEqual([
      '3. Run(call: c-2, tool: bank.pay, with: {to: acme})',
      '3. Run(call: c-1, tool: bank.pay, with: {to: acme})',
    ]);
    expect(await page.locator('[aria-label="Control"] li.part .state').textContent()).toBe(
      'approvals{c-1: approved}ran[{approved: true, args: {to: acme}, tool: bank.pay}]',
    );
    const [left, right] = await Promise.all(
      ['Attack', 'Control'].map((name) => page.locator(`[aria-label="${name}"]`).boundingBox()),
    );
    expect(left!.y).toBe(right!.y);
    await page.close();
  });

  it('says first why a trio is red: what happened, at which step, what is false, which guard, what to do', async () => {
    const { page } = await open(RECORDS);
    await page.getByRole('button', { name: 'gate/guard-gone' }).click();
    const box = page.locator('.why').first();
    expect(await box.locator('h3').textContent()).toBe('A forbidden state was reachedtrio/attack-reaches');
    expect(await box.locator('dt').allTextContents()).toEqual([
      'decisive step',
      'forbidden by',
      'because',
      'what is false',
      'guard',
      'what to do',
    ]);
    expect((await box.boundingBox())!.y).toBeLessThan(400);
    await page.close();
  });

  it('lists trios without evidence too, with their place, and those that could not run with the reason', async () => {
    const at = { file: 'pay.scenario.yaml', line: 3 };
    const others = [
      { id: 'pay/kept', outcome: 'pass' as const, guard: 'ApprovalOk', at, reasons: [] },
      { id: 'pay/wrong', outcome: 'fail' as const, guard: null, at, reasons: ['unknown action "Pya"'] },
    ];
    const { page } = await open([], 1280, { others });
    expect(await page.locator('.counts').textContent()).toContain('1 proved');
    expect(await page.locator('main h2').textContent()).toBe('pay/wrong');
    expect(await page.locator('.why').textContent()).toBe('unknown action "Pya"');
    await page.getByRole('button', { name: 'pay/kept' }).click();
    expect(await page.locator('.facts').textContent()).toBe('guardApprovalOkatpay.scenario.yaml:3');
    await page.close();
  });

  it("shows a model's guards: the score, survivors with their shortest attack, every mutant, and what the trios cover", async () => {
    const { page, complaints } = await open(RECORDS, 1280, { guards: [guardReport()] });
    await page.getByRole('button', { name: '33 % pay' }).click();
    expect(await page.locator('.legend').allTextContents()).toEqual([
      '1 survives1 not judged1 waived1 killed1 equivalent',
    ]);
    expect(await page.locator('.why.fail').last().textContent()).toBe(
      'Run/fresh removedguard partnow < expireswhat followsno trio notices it, and pay is violated in 2 stepsshortest attackpay: { call: "pay" }Run',
    );
    expect(await page.locator('table').first().locator('tbody tr').count()).toBe(5);
    expect(await page.locator('.totals').textContent()).toBe(
      'actions taken1 of 2guard parts that decide alone, both ways1 of 3invariants exercised1 of 2event kinds of the mapping1 of 2',
    );
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('opens what is folded by keyboard, and for paper', async () => {
    const { page } = await open(RECORDS);
    await page.getByRole('button', { name: 'gate/guard-gone' }).click();
    const closed = () => page.locator('main details:not([open])').count();
    const before = await closed();
    expect(before).toBeGreaterThan(0);
    await page.locator('main details:not([open]) > summary').first().focus();
    await page.keyboard.press('Enter');
    expect(await closed()).toBe(before - 1);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await closed()).toBe(0);
    await page.close();
  });

  it('prints all that the list shows and that is no pass, beside what is open', async () => {
    const { page } = await open(RECORDS);
    await page.getByRole('button', { name: 'gate/guard-gone' }).click();
    const wanted = RECORDS.filter(({ outcome }) => outcome !== 'pass').map(({ subject }) => subject.id);
    const onPaper = () => page.locator('h2').locator('visible=true').allTextContents();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator('main h2').textContent()).toBe('gate/guard-gone');
    expect(new Set(await onPaper())).toEqual(new Set(wanted));
    expect(await page.locator('.printed details:not([open])').count()).toBe(0);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await page.emulateMedia({ media: 'screen' });
    expect(await page.locator('.printed').count()).toBe(0);
    // As the filter says, so on paper.
    await page.locator('#search').fill('control-refused');
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator('.printed h2').allTextContents()).toEqual(['gate/control-refused']);
    await page.close();
  });

  it('says so where there is nothing to report', async () => {
    const { page } = await open([]);
    expect(await page.locator('main h2').textContent()).toBe('There is nothing to report');
    await page.close();
  });

  it('filters by outcome and by text, and says when nothing matches', async () => {
    const { page } = await open(RECORDS);
    await page.getByLabel('Outcome').selectOption('pass');
    expect(await page.locator('nav button').allTextContents()).toEqual(['provedgate/approval-replay']);
    await page.getByLabel('Outcome').selectOption('all');
    await page.getByLabel('Find').fill('REFUSED');
    expect(await page.locator('nav button').allTextContents()).toEqual(['failedgate/control-refused']);
    await page.getByLabel('Find').fill('nothing like this');
    expect(await page.locator('#list').textContent()).toBe('Nothing matches the filter.');
    expect(await page.locator('#status').textContent()).toBe('0 of 4 shown');
    await page.close();
  });

  it('can be used by keyboard alone', async () => {
    const { page } = await open(RECORDS);
    await page.keyboard.press('j');
    expect(await page.locator('main h2').textContent()).toBe('gate/approval-replay');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('main h2').textContent()).toBe('gate/control-refused');
    await page.keyboard.press('k');
    expect(await page.locator('main h2').textContent()).toBe('gate/approval-replay');
    await page.keyboard.press('/');
    await page.keyboard.type('gone');
    expect(await page.locator('nav button').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await page.locator('nav button').count()).toBe(4);
    await page.close();
  });

  it('begins at the head of a trio, however far down the reader was in the one before', async () => {
    const { page } = await open(RECORDS);
    await page.evaluate('scrollTo(0, 700)');
    await page.keyboard.press('j');
    expect(await page.locator('main h2').isVisible()).toBe(true);
    expect((await page.locator('main h2').boundingBox())!.y).toBeGreaterThanOrEqual(0);
    await page.close();
  });

  it('remembers the trio in its address', async () => {
    const { page } = await open(RECORDS);
    await page.getByRole('button', { name: 'gate/guard-gone' }).click();
    expect(new URL(page.url()).hash).toBe('#4');
    await page.reload();
    expect(await page.locator('main h2').textContent()).toBe('gate/guard-gone');
    await page.close();
  });

  it('switches between light and dark', async () => {
    const { page } = await open(RECORDS);
    const colour = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const before = await colour();
    await page.getByRole('button', { name: 'Light or dark' }).click();
    expect(await colour()).not.toBe(before);
    await page.close();
  });

  it('needs no sideways scrolling at 360 pixels, for any trio', async () => {
    const { page } = await open([...RECORDS, ...hostileRecords()], 360, { guards: [guardReport()] });
    const count = await page.locator('nav button').count();
    for (let index = 0; index < count; index++) {
      await page.locator('nav button').nth(index).click();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    }
    await page.close();
  });

  it('hides its controls in print', async () => {
    const { page } = await open(RECORDS);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('nav').isVisible()).toBe(false);
    expect(await page.locator('main h2').isVisible()).toBe(true);
    await page.close();
  });

  it('runs nothing and loads nothing of a hostile trace', async () => {
    const { page, complaints } = await open(hostileRecords(), 1280, hostileOthers());
    const count = await page.locator('nav button').count();
    expect(count).toBe(3 * HOSTILE_TEXTS.length);
    for (let index = 0; index < count; index++) await page.locator('nav button').nth(index).click();
    expect(await page.evaluate('globalThis.owned')).toBeUndefined();
    expect(await page.locator('main script, main img, main svg, main iframe, main a').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('refuses a script that is not its own, which shows that the policy is in force', async () => {
    const file = join(folder, 'forged.html');
    writeFileSync(file, renderHtml(RECORDS).replace('</body>', '<script>globalThis.owned = 8</script></body>'));
    const page = await browser.newPage();
    await page.goto(pathToFileURL(file).href);
    expect(await page.locator('main h2').count()).toBe(1);
    expect(await page.evaluate('globalThis.owned')).toBeUndefined();
    await page.close();
  });
});
