import { traceEvent } from '../../trace/event.ts';

// Keys of objects are chosen by whoever wrote the trace, and may hold what values hold (`{"alice": 100}`). So they pass by a list too.

/** What arguments of tools are commonly called: words of ours, so that showing one tells no more than that it is one of them. */
const ARGUMENTS =
  'account address amount args arguments attachments authority bcc body branch cc channel city code command content count country currency cwd data date description destination directory email end entries env expires file filename files format headers host id ids input items kind label language limit line lines link list method mode msg name new note number offset old options order output owner page params password path payload permissions phone port price priority query reason recipient recipients repo request resource result role scope source start state status subject table tags target text time timeout title token tool type unit url user username value version'.split(
    ' ',
  );

/** What our own sentences call the places of their values. */
const PLACES = ['approved', 'claim', 'error', 'executed', 'policy', 'reference', 'resolver', 'shown', 'truth'];

/** Keys that may be shown of any trace: the fields of the normal form (design section 3) and common names of arguments. */
export const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  ...traceEvent.options.flatMap((option) => Object.keys(option.shape)),
  ...ARGUMENTS,
  ...PLACES,
]);

/** The parts of path globs that the user spelled out: `args.*.city` names `args` and `city`. */
export const globFields = (globs: readonly string[]): readonly string[] =>
  globs.flatMap((glob) => glob.split('.').filter((part) => /^[A-Za-z0-9_$-]+$/.test(part)));
