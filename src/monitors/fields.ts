/** What the fields of the shipped monitors' states are called; their functions stand outside of the definitions. */
export const MONITOR_FIELDS: readonly string[] =
  'account actual agent amends answer approval approvalFor approvalRequired approvals approvers args asked askedTools at bound by call caller callers calls changed commandAllowlisted configOwners constants cut declared declaredByNode definition definitions deliveries delivery denials denied deniedCalls deny descents details done effect exec executions expiresAt extraAllow finished forgotten from given guarded id identity inScope item items kept key kind last live missing needed no nodeDeclares nodesRunCommand nodesRunTools notApprovers observations operands origin owners parent path platformDefaults policies policy policyAllowMain policyAllowShared policyAllows principal prohibitedBy prohibitions question remembered rules said scope sent session sessionType sessions standing state status text to tool tools trustClientClaims unsure until use used users uses value version write writes yes'.split(
    ' ',
  );

/** What states of approvals and denials are called there. */
export const MONITOR_WORDS: readonly string[] = [
  ...['pending', 'approved', 'denied', 'expired', 'revoked'],
  ...['open', 'closed', 'once', 'session', 'always'],
];
