---------------------------- MODULE NodesPipeline ----------------------------
\* How a request that anyone in a channel may send becomes a command on a node,
\* and the four places where it can be stopped: tool policy, the gateway's
\* allowlist, the node's own declaration, and a human's approval.
\*
\* The module is a harness: one approval at a time, a bounded queue, a bounded
\* list of executions. For real traces use the monitor that has no such bounds
\* (`spec: monitor:nodes-pipeline`).

EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
  Tools, NodesRunTool,              \* what can be asked for, and what runs a command on a node
  RequestIds,                       \* names of requests; an approval is bound to one of them
  SessionType,                      \* who may speak: anyone ("shared") or the owner ("main")
  PolicyAllowShared, PolicyAllowMain,
  NodeCommands, NodesRunCommand,    \* the command behind NodesRunTool
  PlatformDefaults, ExtraAllow, Deny,
  DeclaredByNode,
  ApprovalRequired,
  MaxQueueLen, MaxExecLen           \* bounds of the model, not of the system

ASSUME NodesRunTool \in Tools
ASSUME RequestIds # {}
ASSUME SessionType \in {"main", "shared"}
ASSUME PolicyAllowShared \union PolicyAllowMain \subseteq Tools
ASSUME NodesRunCommand \in NodeCommands
ASSUME PlatformDefaults \union ExtraAllow \union Deny \union DeclaredByNode \subseteq NodeCommands
ASSUME ApprovalRequired \in BOOLEAN
ASSUME {MaxQueueLen, MaxExecLen} \subseteq 0..5

VARIABLES
  inbox,          \* requests that wait for the agent, oldest first
  executed,       \* what ran, oldest first, each with whether an approval for it stood at that moment
  approvalState,
  approvedRid     \* the request that the approval is for

vars == <<inbox, executed, approvalState, approvedRid>>

-----------------------------------------------------------------------------
\* The guards.

EffectiveAllowlist == (PlatformDefaults \union ExtraAllow) \ Deny
NodeCommandAllowlisted == NodesRunCommand \in EffectiveAllowlist
NodeCommandDeclared == NodesRunCommand \in DeclaredByNode

AllowedByPolicy(tool) ==
  tool \in (IF SessionType = "shared" THEN PolicyAllowShared ELSE PolicyAllowMain)

ApprovalOk(request) ==
  ApprovalRequired => /\ approvalState = "approved"
                      /\ approvedRid = request.rid

MayExecute(request) ==
  LET onNode == request.tool = NodesRunTool
      policyOk == AllowedByPolicy(request.tool)
      nodesOk == onNode => (NodeCommandAllowlisted /\ NodeCommandDeclared)
      approvalOk == onNode => ApprovalOk(request)
  IN /\ policyOk
     /\ nodesOk
     /\ approvalOk

-----------------------------------------------------------------------------
\* What can happen.

Init ==
  /\ inbox = <<>>
  /\ executed = <<>>
  /\ approvalState = "none"
  /\ approvedRid = CHOOSE rid \in RequestIds : TRUE

AttackerSend(t, rid) ==
  /\ t \in Tools
  /\ rid \in RequestIds
  /\ Len(inbox) < MaxQueueLen
  /\ inbox' = Append(inbox, [tool |-> t, rid |-> rid])
  /\ UNCHANGED <<executed, approvalState, approvedRid>>

RequestApproval(rid) ==
  /\ rid \in RequestIds
  /\ approvalState \in {"none", "denied", "expired"}
  /\ approvalState' = "pending"
  /\ approvedRid' = rid
  /\ UNCHANGED <<inbox, executed>>

HumanApprove ==
  /\ approvalState = "pending"
  /\ approvalState' = "approved"
  /\ UNCHANGED <<inbox, executed, approvedRid>>

ExpireApproval ==
  /\ approvalState = "approved"
  /\ approvalState' = "expired"
  /\ UNCHANGED <<inbox, executed, approvedRid>>

\* The agent takes the oldest request. One that may not run is dropped. Whether
\* an approval stood is recorded apart from the guard that asks the same.
AgentStep ==
  /\ inbox # <<>>
  /\ LET request == Head(inbox)
         record == [tool |-> request.tool, rid |-> request.rid,
                    approved |-> approvalState = "approved" /\ approvedRid = request.rid]
     IN executed' = IF MayExecute(request) /\ Len(executed) < MaxExecLen
                    THEN Append(executed, record)
                    ELSE executed
  /\ inbox' = Tail(inbox)
  /\ UNCHANGED <<approvalState, approvedRid>>

Next ==
  \/ \E t \in Tools, rid \in RequestIds : AttackerSend(t, rid)
  \/ \E rid \in RequestIds : RequestApproval(rid)
  \/ HumanApprove
  \/ ExpireApproval
  \/ AgentStep

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
\* In a shared session nothing ran on a node without an approval that stood for
\* that very request. It says nothing about policy, allowlist and declaration,
\* and nothing about one request running twice.
Inv_SharedNodesRunSafe ==
  SessionType = "shared" =>
    \A i \in 1..Len(executed) :
      executed[i].tool = NodesRunTool => executed[i].approved
=============================================================================
