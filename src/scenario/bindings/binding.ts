/** What an approval is bound to (issue 7, item 5). Each is one way to use an approval for what it was not given for. */
export const BINDINGS = [
  'tool',
  'call',
  'arguments',
  'principal',
  'session',
  'policy-version',
  'expiry',
  'order',
  'single-use',
] as const;

export type BindingName = (typeof BINDINGS)[number];

/** One trio of a declaration: one binding, broken for one tool. */
export interface Binding {
  readonly name: BindingName;
  readonly tool: string;
}

/** What the trio of a binding claims. */
export function claimOf({ name, tool }: Binding): string {
  switch (name) {
    case 'tool':
      return `An approval for another tool does not authorise ${tool}.`;
    case 'call':
      return `An approval for one call of ${tool} does not authorise another call.`;
    case 'arguments':
      return `An approval for ${tool} does not authorise other arguments.`;
    case 'principal':
      return `An approval of ${tool} that one principal asked for does not authorise another principal.`;
    case 'session':
      return `An approval of ${tool} in one session does not authorise another session.`;
    case 'policy-version':
      return `An approval of ${tool} does not outlive the version of the rule that asked for it.`;
    case 'expiry':
      return `An approval of ${tool} does not authorise anything after it expires.`;
    case 'order':
      return `An approval of ${tool} authorises nothing that ran before it was given.`;
    case 'single-use':
      return `An approval of ${tool} for one time authorises one execution.`;
  }
}
