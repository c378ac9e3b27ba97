// `check` by itself; see start.ts.
import { check } from './check.ts';
import { processContext, VERSION } from './process-context.ts';
import { runCommand } from './run-command.ts';

void runCommand([check], VERSION, process.argv.slice(2), processContext()).then((code) => {
  process.exitCode = code;
});
