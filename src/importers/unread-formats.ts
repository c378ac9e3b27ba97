import type { Json } from '../trace/json.ts';
import { arrayField, field, nameField, objectField, stringField } from './fields.ts';

/** A format that is recognised and not read: what to record in its place. */
export interface UnreadFormat {
  readonly title: string;
  readonly instead: string;
  is(record: Json): boolean;
}

const SPANS = 'export its OpenTelemetry spans (OpenInference has an instrumentation) and import those';

/** Recordings that people have and that cannot be read as they are, each with what can. */
export const UNREAD_FORMATS: readonly UnreadFormat[] = [
  {
    title: 'chunks of a stream of OpenAI Chat Completions',
    instead: 'record the messages that the agent keeps: the list it sends with the next request',
    is: (record) => stringField(record, 'object') === 'chat.completion.chunk',
  },
  {
    title: 'events of a stream of Anthropic Messages',
    instead: 'record the messages that the agent keeps: the list it sends with the next request',
    is: (record) =>
      /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop))$/.test(stringField(record, 'type') ?? ''),
  },
  {
    title: 'LangChain events of tools alone',
    instead: 'record the events of the models too ("on_chat_model_end"), or the messages of the state',
    is: (record) =>
      /^on_[a-z_]+$/.test(stringField(record, 'event') ?? '') && objectField(record, 'data') !== undefined,
  },
  {
    title: 'a log of CrewAI tasks or events',
    instead: SPANS,
    is: (record) =>
      nameField(record, 'task_name') !== undefined ||
      /^(?:crew_kickoff|task|agent_execution|tool_usage|llm_call)_(?:started|completed|finished|failed|error)$/.test(
        stringField(record, 'type') ?? '',
      ),
  },
  {
    title: 'the memory of smolagents',
    instead: SPANS,
    is: (record) => field(record, 'step_number') !== undefined && field(record, 'observations') !== undefined,
  },
  {
    title: 'a trajectory of SWE-agent',
    instead: 'import its "history" with format: "openai-chat"',
    is: (record) => arrayField(record, 'trajectory') !== undefined && arrayField(record, 'history') !== undefined,
  },
  {
    title: 'events of OpenHands',
    instead: SPANS,
    is: (record) =>
      /^(?:agent|user|environment)$/.test(stringField(record, 'source') ?? '') &&
      (stringField(record, 'action') !== undefined ||
        stringField(record, 'observation') !== undefined ||
        nameField(record, 'kind')?.endsWith('Event') === true),
  },
];
