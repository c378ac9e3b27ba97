import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { checkWithTlc, findTlc, JAR_VARIABLE, tlcCommand } from './tlc-engine.ts';

const folder = mkdtempSync(join(tmpdir(), 'tracefold-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const specFile = join(folder, 'Counter.tla');
writeFileSync(
  specFile,
  `---- MODULE Counter ----
EXTENDS Naturals
CONSTANT Top
VARIABLE n
Init == n = 0
Up == n < Top /\\ n' = n + 1
Back == n = Top /\\ n' = 0
Next == Up \\/ Back
Spec == Init /\\ [][Next]_n
Fair == Spec /\\ WF_n(Next)
Small == n < 3
Type == n \\in 0..Top
Stays == <>[](n = 3)
Wrong == n = "a"
====
`,
);
const config = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, `${text}CONSTANT Top = 3\n`);
  return file;
};

/** A program that stands where TLC would: prints a text and exits. */
const launcher = (name: string, script: string): string => {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
};

describe('without a TLC', () => {
  const why = (jar: string): string => {
    const found = findTlc(jar);
    return found.ok ? '' : formatDiagnostic(found.errors[0]);
  };

  test('no jar is named', () => {
    expect(why('')).toMatchInlineSnapshot(`
      "--engine tlc needs a TLC, and the environment variable TLA2TOOLS_JAR is not set [explore/tlc-no-jar]
        expected the path of a tla2tools.jar, or of a program that takes the arguments of TLC"
    `);
  });

  test('the jar does not exist', () => {
    expect(why('no/such.jar')).toMatchInlineSnapshot(`
      "there is no file at "no/such.jar" [explore/tlc-no-jar]
        expected TLA2TOOLS_JAR to be the path of a tla2tools.jar, or of a program that takes the arguments of TLC"
    `);
  });

  test('there is no Java', async () => {
    const jar = join(folder, 'empty.jar');
    writeFileSync(jar, '');
    const report = await checkWithTlc({ specFile, jar, java: join(folder, 'no-java') });
    expect([report.outcome, report.error === null ? '' : formatDiagnostic(report.error)]).toMatchInlineSnapshot(`
      [
        "error",
        ""no-java" was not found: TLC needs a Java runtime [explore/tlc-no-java]
        hint: install Java 11 or later and put "java" on the PATH",
      ]
    `);
  });

  test('TLC does not come to an end', async () => {
    const report = await checkWithTlc({ specFile, jar: launcher('slow', 'exec sleep 60'), maxMilliseconds: 50 });
    expect(report.error).toMatchObject({ code: 'explore/tlc-timeout' });
  });

  test('TLC is ended by a signal', async () => {
    const report = await checkWithTlc({ specFile, jar: launcher('killed', 'kill -9 $$') });
    expect(report.error).toMatchObject({ code: 'explore/tlc-truncated' });
  });
});

describe('the command', () => {
  test('a jar is run by Java, and no argument can be taken for another', () => {
    const { command, args } = tlcCommand(
      '/tools/tla2tools.jar',
      { specFile: '/m/A b;$(x).tla', workers: 'auto' },
      '/states',
    );
    expect([command, ...args]).toEqual([
      'java',
      '-XX:+UseParallelGC',
      '-Djava.io.tmpdir=/states',
      '-cp',
      '/tools/tla2tools.jar',
      'tlc2.TLC',
      '-tool',
      '-noGenerateSpecTE',
      '-workers',
      'auto',
      '-coverage',
      '1',
      '-metadir',
      '/states',
      '-config',
      'A b;$(x).cfg',
      'A b;$(x).tla',
    ]);
  });

  test("TLC's flag for deadlocks switches the check off", () => {
    const options = { specFile: '/m/A.tla', deadlock: false, coverage: false };
    expect(tlcCommand('/tools/tlc', options, '/states').args).toContain('-deadlock');
    expect(tlcCommand('/tools/tlc', { ...options, deadlock: true }, '/states').args).not.toContain('-deadlock');
  });

  test('the distributed mode has a main class of its own, and fewer options', () => {
    const { args } = tlcCommand(
      '/tools/tla2tools.jar',
      { specFile: '/m/A.tla', distributed: true, workers: 4 },
      '/states',
    );
    expect(args).toContain('tlc2.tool.distributed.TLCServer');
    expect(args).not.toContain('-workers');
    expect(args).not.toContain('-noGenerateSpecTE');
  });

  test('an old TLC that does not know a flag is asked again without it', async () => {
    const old = launcher(
      'old-tlc',
      `case "$*" in *noGenerateSpecTE*) echo 'Error: unrecognized option: -noGenerateSpecTE'; exit 1;; esac
say() { printf '@!@!@STARTMSG %s:0 @!@!@\\n%s\\n@!@!@ENDMSG %s @!@!@\\n' "$1" "$2" "$1"; }
say 2193 'No error has been found.'
say 2186 'Finished'`,
    );
    expect((await checkWithTlc({ specFile, jar: old })).outcome).toBe('ok');
  });
});

describe.skipIf(!process.env[JAR_VARIABLE])(`with the TLC of ${JAR_VARIABLE}`, { timeout: 60_000 }, () => {
  test('a model that holds', async () => {
    const configFile = config('holds.cfg', 'SPECIFICATION Spec\nINVARIANT Type\n');
    expect(await checkWithTlc({ specFile, configFile })).toMatchObject({
      outcome: 'ok',
      initialStates: 1,
      distinctStates: 4,
      generatedStates: 5,
      depth: 4,
      coverage: { Up: 3, Back: 1 },
    });
  });

  test('an invariant that is violated', async () => {
    const configFile = config('violated.cfg', 'SPECIFICATION Spec\nINVARIANT Small\n');
    const report = await checkWithTlc({ specFile, configFile });
    expect([report.outcome, report.name]).toEqual(['invariant', 'Small']);
    expect(report.trace).toEqual([0, 1, 2, 3].map((n) => ({ action: n === 0 ? null : 'Up', state: { n } })));
  });

  test('constants that win over those of the configuration', async () => {
    const configFile = config('constants.cfg', 'SPECIFICATION Spec\n');
    expect(await checkWithTlc({ specFile, configFile, constants: { Top: 6 } })).toMatchObject({
      outcome: 'ok',
      distinctStates: 7,
    });
  });

  test('a property that is violated by a lasso', async () => {
    const configFile = config('lasso.cfg', 'SPECIFICATION Fair\nPROPERTY Stays\n');
    const report = await checkWithTlc({ specFile, configFile });
    expect([report.outcome, report.name, report.trace.length, report.loopsTo]).toEqual(['property', 'Stays', 4, 0]);
  });

  test('an expression that cannot be evaluated', async () => {
    const configFile = config('wrong.cfg', 'SPECIFICATION Spec\nINVARIANT Wrong\n');
    const report = await checkWithTlc({ specFile, configFile });
    expect(report.error).toMatchObject({ code: 'explore/tlc-evaluation', at: { file: 'Counter.tla' } });
  });
});
