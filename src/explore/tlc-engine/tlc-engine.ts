import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import type { Configuration } from '../../tla/config/configuration.ts';
import { parseConfiguration } from '../../tla/config/parse-configuration.ts';
import type { JsonObject } from '../../trace/json.ts';
import { type CheckReport, failedReport } from '../check-report.ts';
import { readTlcReport, type TlcDiagnostic } from './read-report.ts';
import { type RunResult, run } from './run-tlc.ts';
import { withConstants } from './set-constants.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

/** Environment variable that names the jar of the TLA+ tools, or a program that takes TLC's arguments. */
export const JAR_VARIABLE = 'TLA2TOOLS_JAR';

export interface TlcOptions {
  readonly specFile: string;
  /** Default: the specification's name with `.cfg`. */
  readonly configFile?: string;
  /** Constants that win over the configuration's; a list is a set. */
  readonly constants?: JsonObject;
  /** False switches the deadlock check off; otherwise the configuration decides. */
  readonly deadlock?: boolean;
  /** Number of worker threads. Default 1, which makes the counterexample the same every time. */
  readonly workers?: number | 'auto';
  readonly coverage?: boolean;
  readonly maxMilliseconds?: number;
  /** Options for Java, before the class path: `-Xmx4g`, or `-Dtlc2.tool.distributed.TLCServer.expectedFPSetCount=2`. */
  readonly javaOptions?: readonly string[];
  /** Starts TLC's server, which waits for workers (`tlc2.tool.distributed.TLCWorker HOST`) of other machines; `workers` is not used. */
  readonly distributed?: boolean;
  /** A path that ends in `.jar`, or a launcher. Default: the environment variable {@link JAR_VARIABLE}. */
  readonly jar?: string;
  readonly java?: string;
}

/** The jar or launcher to use, or a diagnostic that says how to name one. */
export function findTlc(jar: string | undefined = process.env[JAR_VARIABLE]): Result<string, TlcDiagnostic> {
  if (jar === undefined || jar === '') {
    return fail({
      code: 'explore/tlc-no-jar',
      message: `--engine tlc needs a TLC, and the environment variable ${JAR_VARIABLE} is not set`,
      expected: 'the path of a tla2tools.jar, or of a program that takes the arguments of TLC',
    });
  }
  if (!existsSync(jar)) {
    return fail({
      code: 'explore/tlc-no-jar',
      message: `there is no file at "${jar}"`,
      expected: `${JAR_VARIABLE} to be the path of a tla2tools.jar, or of a program that takes the arguments of TLC`,
    });
  }
  return ok(resolve(jar));
}

const configFileOf = ({ specFile, configFile }: TlcOptions): string =>
  resolve(configFile ?? specFile.replace(/\.tla$/, '.cfg'));

/** The configuration, or undefined if it cannot be read, which TLC tells better. */
async function configurationOf(configFile: string): Promise<Configuration | undefined> {
  const text = await readFile(configFile, 'utf8').catch(() => '');
  const configuration = parseConfiguration(sourceText(basename(configFile), text));
  return configuration.ok ? configuration.value : undefined;
}

/** The options with a configuration file that sets the constants, written to the folder of the run. */
async function withConstantsSet(
  options: TlcOptions,
  configuration: Configuration | undefined,
  folder: string,
): Promise<Result<TlcOptions, TlcDiagnostic>> {
  if (options.constants === undefined || configuration === undefined) return ok(options);
  const text = withConstants(configuration, options.constants);
  if (!text.ok) return text;
  const configFile = join(folder, 'constants.cfg');
  await writeFile(configFile, text.value);
  return ok({ ...options, configFile });
}

/** Program and arguments of one run in the specification's folder; a pure function of the options. `metadir` is where TLC keeps its states. */
export function tlcCommand(
  tlc: string,
  options: TlcOptions,
  metadir: string,
  knowsTraceSpecs = true,
): { readonly command: string; readonly args: readonly string[] } {
  const args = ['-tool'];
  if (!options.distributed) {
    if (knowsTraceSpecs) args.push('-noGenerateSpecTE');
    args.push('-workers', String(options.workers ?? 1));
  }
  if (options.coverage ?? true) args.push('-coverage', '1');
  // TLC's flag switches the check off, whatever its name says.
  if (options.deadlock === false) args.push('-deadlock');
  // TLC 2.19 does not find a configuration in another folder by its absolute path; the specification's folder is where it runs.
  const configFile = relative(dirname(resolve(options.specFile)), configFileOf(options));
  args.push('-metadir', metadir, '-config', configFile, basename(options.specFile));
  if (!tlc.endsWith('.jar')) return { command: tlc, args };
  // TLC unpacks its standard modules to Java's temporary folder under fixed names, where two runs at once would meet.
  const java = ['-XX:+UseParallelGC', `-Djava.io.tmpdir=${metadir}`, ...(options.javaOptions ?? []), '-cp', tlc];
  const mainClass = options.distributed ? 'tlc2.tool.distributed.TLCServer' : 'tlc2.TLC';
  return { command: options.java ?? 'java', args: [...java, mainClass, ...args] };
}

function startFailure(result: RunResult, command: string, options: TlcOptions): TlcDiagnostic | undefined {
  switch (result.failure) {
    case null:
      return undefined;
    case 'not-found':
      return {
        code: 'explore/tlc-no-java',
        message: `"${command}" was not found: TLC needs a Java runtime`,
        hint: 'install Java 11 or later and put "java" on the PATH',
      };
    case 'not-started':
      return { code: 'explore/tlc-crashed', message: `"${command}" could not be started` };
    case 'timeout':
      return {
        code: 'explore/tlc-timeout',
        message: `TLC was stopped after ${options.maxMilliseconds} ms without a verdict`,
      };
    case 'too-much-output':
      return { code: 'explore/tlc-crashed', message: 'TLC wrote too much output and was stopped' };
  }
}

/**
 * Checks a specification with a TLC that the user has, and gives its verdict, counts and counterexample in the form that every engine
 * gives. What goes wrong is the report's `error` (codes `explore/tlc-…`). The states go to a temporary folder, which is removed.
 */
export async function checkWithTlc(options: TlcOptions): Promise<CheckReport> {
  const found = findTlc(options.jar);
  if (!found.ok) return failedReport(found.errors[0]);
  return withTemporaryFolder('tracefold-tlc-', async (metadir, stopped) => {
    const configuration = await configurationOf(configFileOf(options));
    const set = await withConstantsSet(options, configuration, metadir);
    if (!set.ok) return failedReport(set.errors[0]);
    let result = await attempt(found.value, set.value, metadir, stopped, true);
    // TLC up to 2.19 does not know this flag, and writes no trace specification anyway.
    if (/unrecognized option: -noGenerateSpecTE/i.test(result.stdout)) {
      result = await attempt(found.value, set.value, metadir, stopped, false);
    }
    const failure = startFailure(result, basename(options.java ?? 'java'), options);
    if (failure !== undefined) return failedReport(failure);
    const properties = configuration?.properties.map((name) => name.text) ?? [];
    return readTlcReport(result.stdout, { code: result.code, signal: result.signal }, properties);
  });
}

function attempt(
  tlc: string,
  options: TlcOptions,
  metadir: string,
  stopped: AbortSignal,
  knowsTraceSpecs: boolean,
): Promise<RunResult> {
  const { command, args } = tlcCommand(tlc, options, metadir, knowsTraceSpecs);
  return run(command, args, {
    cwd: dirname(resolve(options.specFile)),
    stopped,
    ...(options.maxMilliseconds === undefined ? {} : { maxMilliseconds: options.maxMilliseconds }),
  });
}
