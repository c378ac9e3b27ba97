import { afterEach } from 'vitest';
import type { Command } from '../command.ts';
import { type CliRun, cliFolder } from './run-cli.ts';

/** A small module with its configuration and trios, for commands that look at guards: who rings may come in, the thief may not. */
export const DOOR = {
  'Door.tla': `---- MODULE Door ----
EXTENDS Naturals
CONSTANTS People, Most
VARIABLES open, inside, rings
Init == open = FALSE /\\ inside = "nobody" /\\ rings = 0
Ring == rings < Most /\\ open' = TRUE /\\ rings' = rings + 1 /\\ UNCHANGED inside
Known(w) == w # "thief"
Enter(w) == /\\ w \\in People
            /\\ open
            /\\ Known(w)
            /\\ inside' = w /\\ open' = FALSE /\\ UNCHANGED rings
Next == Ring \\/ \\E w \\in People : Enter(w)
Safe == inside # "thief"
====
`,
  'Door.cfg': 'INIT Init\nNEXT Next\nINVARIANT Safe\nCONSTANTS\n  People = {"owner", "thief"}\n  Most = 2\n',
  'Door.mapping.yaml': 'on:\n  - { event: call.proposed, do: { Enter: { w: $tool } } }\nbounds: [Most]\n',
  'thief.scenario.yaml': `trio: door/thief
claim: The thief stays outside.
model: { spec: Door.tla }
attack:
  steps: [Ring, { Enter: { w: thief } }]
control:
  steps: [Ring, { Enter: { w: owner } }]
  reaches: inside = "owner"
negative-control: { weaken: Known }
`,
} as const;

/** Runs a command in a folder of its own that holds {@link DOOR} and more files; the folder is gone after each test. */
export function inDoorFolder(command: Command) {
  let folder: ReturnType<typeof cliFolder> | undefined;
  afterEach(() => {
    folder?.dispose();
    folder = undefined;
  });
  return {
    run: (args: readonly string[], files: { readonly [path: string]: string } = {}): Promise<CliRun> => {
      folder?.dispose();
      folder = cliFolder({ ...DOOR, ...files });
      return folder.run([command], command.name, ...args);
    },
    /** Once more in the folder of the last run. */
    again: (args: readonly string[]): Promise<CliRun> => folder!.run([command], command.name, ...args),
    cwd: (): string => folder!.cwd,
  };
}
