------------------------- MODULE NodesPipelineAudit -------------------------
\* The harness with a memory of what a human was asked and agreed to, and with
\* the parts of its property that `Inv_SharedNodesRunSafe` leaves unsaid. The
\* invariants read the constants and the history themselves, so that weakening a
\* guard of the harness does not weaken them too.

EXTENDS NodesPipeline

VARIABLES
  shown,          \* the request that is before the human: a set of at most one
  agreed          \* requests that a human has said yes to

auditVars == <<vars, shown, agreed>>

AuditInit == Init /\ shown = {} /\ agreed = {}

Send(t, rid) == AttackerSend(t, rid) /\ UNCHANGED <<shown, agreed>>

\* A question that is already before the human does not change under their eyes.
Ask(rid) ==
  /\ RequestApproval(rid)
  /\ shown' = IF approvalState = "pending" THEN shown ELSE {rid}
  /\ UNCHANGED agreed

Approve ==
  /\ HumanApprove
  /\ agreed' = agreed \union shown
  /\ shown' = {}

Expire == ExpireApproval /\ UNCHANGED <<shown, agreed>>

Work == AgentStep /\ UNCHANGED <<shown, agreed>>

AuditNext ==
  \/ \E t \in Tools, rid \in RequestIds : Send(t, rid)
  \/ \E rid \in RequestIds : Ask(rid)
  \/ Approve
  \/ Expire
  \/ Work

AuditSpec == AuditInit /\ [][AuditNext]_auditVars

-----------------------------------------------------------------------------
OnNode(i) == SessionType = "shared" /\ executed[i].tool = NodesRunTool

Inv_PolicyAllows ==
  \A i \in 1..Len(executed) :
    SessionType = "shared" => executed[i].tool \in PolicyAllowShared

Inv_CommandAllowlisted ==
  \A i \in 1..Len(executed) :
    OnNode(i) => /\ NodesRunCommand \in PlatformDefaults \union ExtraAllow
                 /\ NodesRunCommand \notin Deny

Inv_NodeDeclares ==
  \A i \in 1..Len(executed) : OnNode(i) => NodesRunCommand \in DeclaredByNode

\* What ran on a node, a human had been shown and had said yes to.
Inv_HumanAgreed ==
  \A i \in 1..Len(executed) :
    OnNode(i) /\ ApprovalRequired => executed[i].rid \in agreed

\* One approval, one execution.
Inv_RanOnce ==
  \A i, j \in 1..Len(executed) :
    OnNode(i) /\ OnNode(j) /\ i # j => executed[i].rid # executed[j].rid
=============================================================================
