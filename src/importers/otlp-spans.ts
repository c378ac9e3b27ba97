import { isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { arrayField, field, isoTime, nameField, objectField, stringField } from './fields.ts';
import { type Place, placeBelow } from './run-builder.ts';

/** A span, a log record or a bare map of attributes, whatever it was exported by. */
export interface SpanRecord {
  readonly name: string;
  readonly trace: string;
  readonly id: string;
  readonly parent: string | undefined;
  /** Nanoseconds. */
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
  readonly failed: boolean;
  /** Whether the recorder says that it dropped something of it. */
  readonly lossy?: boolean;
  readonly attributes: ReadonlyMap<string, Json>;
  readonly events: readonly {
    readonly name: string;
    readonly attributes: ReadonlyMap<string, Json>;
    readonly at: Place;
  }[];
  readonly at: Place;
}

/** Milliseconds of a time in nanoseconds. */
export const millis = (time: bigint | undefined): number | undefined =>
  time === undefined ? undefined : Number(time / 1_000_000n) + Number(time % 1_000_000n) / 1_000_000;

const AGENT_KEY = /^(gen_ai|llm|openinference|ai|tool|retrieval|mcp)[._]/;

/** Whether an object is a bare map of attributes, as test suites of instrumentations store them. */
export const isAttributeMap = (value: Json): boolean =>
  isJsonObject(value) &&
  Object.keys(value).some((key) =>
    /^(gen_ai\.|llm\.|openinference\.|ai\.(operationId|toolCall|prompt|response))/.test(key),
  );

export const isJsSpan = (value: Json): boolean =>
  objectField(value, 'attributes') !== undefined &&
  (objectField(value, 'spanContext') !== undefined || field(value, 'startTime') !== undefined);

export const isExport = (value: Json): boolean =>
  arrayField(
    value,
    'resourceSpans',
    'resource_spans',
    'resourceLogs',
    'resource_logs',
    'resourceMetrics',
    'resource_metrics',
  ) !== undefined;

/** A span as the Python SDK writes it (`ReadableSpan.to_json`), and as Phoenix gives it out (`GET /v1/projects/…/spans`). */
export const isPythonSpan = (value: Json): boolean =>
  objectField(value, 'attributes') !== undefined && nameField(objectField(value, 'context'), 'span_id') !== undefined;

/** A row of a table of spans (`get_spans_dataframe` of Phoenix): nested names are joined by dots. */
export const isFlatSpan = (value: Json): boolean => nameField(value, 'context.span_id') !== undefined;

/** A page of spans: `data`, and where the next one begins. */
export const isPage = (value: Json): boolean =>
  (arrayField(value, 'data', 'spans') ?? []).slice(0, 5).some((span) => isPythonSpan(span) || isFlatSpan(span));

/** The spans of an OTLP/JSON export (opentelemetry-proto, `ExportTraceServiceRequest`), of a dump of the JavaScript SDK, or of a map of attributes. `drop` is told of what is none of them. */
export function* spansOf(value: Json, at: Place, drop: (at: Place) => void): Generator<SpanRecord> {
  if (!isJsonObject(value)) drop(at);
  else if (isExport(value)) yield* exportedSpans(value, at, drop);
  else if (isPage(value)) {
    const key = arrayField(value, 'data') === undefined ? 'spans' : 'data';
    for (const [index, span] of (arrayField(value, key) ?? []).entries())
      yield* spansOf(span, placeBelow(at, key, index), drop);
  } else if (isPythonSpan(value)) yield pythonSpan(value, at);
  else if (isFlatSpan(value)) yield flatSpan(value, at);
  else if (isJsSpan(value)) yield jsSpan(value, at);
  else if (isAttributeMap(value)) {
    const attributes = new Map(Object.entries(value));
    yield {
      name: '',
      trace: '',
      id: '',
      parent: undefined,
      start: undefined,
      end: undefined,
      failed: false,
      attributes,
      events: [],
      at,
    };
  } else if (nameField(value, 'traceId') !== undefined) yield protoSpan(value, at);
  else drop(at);
}

const LEVELS = [
  ['resourceSpans', 'scopeSpans', 'spans'],
  ['resource_spans', 'scope_spans', 'spans'],
  ['resourceSpans', 'instrumentationLibrarySpans', 'spans'],
  ['resourceLogs', 'scopeLogs', 'logRecords'],
  ['resource_logs', 'scope_logs', 'log_records'],
] as const;

function* exportedSpans(value: JsonObject, at: Place, drop: (at: Place) => void): Generator<SpanRecord> {
  for (const [outer, middle, inner] of LEVELS) {
    for (const [i, resource] of (arrayField(value, outer) ?? []).entries()) {
      for (const [j, scope] of (arrayField(resource, middle) ?? []).entries()) {
        for (const [k, span] of (arrayField(scope, inner) ?? []).entries()) {
          const place = placeBelow(at, outer, i, middle, j, inner, k);
          if (isJsonObject(span)) yield protoSpan(span, place);
          else drop(place);
        }
      }
    }
  }
}

/** How many attributes and events a recorder dropped because of its limits. */
const DROPPED = ['droppedAttributesCount', 'dropped_attributes_count', 'droppedEventsCount', 'dropped_events_count'];

function protoSpan(span: JsonObject, at: Place): SpanRecord {
  const status = field(objectField(span, 'status'), 'code');
  const body = attributeValue(field(span, 'body') ?? null);
  const attributes = attributeList(arrayField(span, 'attributes'));
  // A GenAI event that is logged has its content in the body.
  if (isJsonObject(body))
    for (const [key, value] of Object.entries(body)) if (!attributes.has(key)) attributes.set(key, value);
  return {
    name: stringField(span, 'name', 'eventName') ?? '',
    trace: nameField(span, 'traceId', 'trace_id') ?? '',
    id: nameField(span, 'spanId', 'span_id') ?? '',
    parent: nameField(span, 'parentSpanId', 'parent_span_id'),
    start: nanos(
      field(span, 'startTimeUnixNano') ?? field(span, 'start_time_unix_nano') ?? field(span, 'timeUnixNano'),
    ),
    end: nanos(field(span, 'endTimeUnixNano') ?? field(span, 'end_time_unix_nano')),
    failed: status === 2 || status === 'STATUS_CODE_ERROR',
    lossy: DROPPED.some((key) => Number(field(span, key) ?? 0) > 0),
    attributes,
    events: (arrayField(span, 'events') ?? []).map((event, index) => ({
      name: stringField(event, 'name') ?? '',
      attributes: attributeList(arrayField(event, 'attributes')),
      at: placeBelow(at, 'events', index),
    })),
    at,
  };
}

function jsSpan(span: JsonObject, at: Place): SpanRecord {
  const context = objectField(span, 'spanContext');
  return {
    name: stringField(span, 'name') ?? '',
    trace: nameField(context, 'traceId') ?? nameField(span, 'traceId') ?? '',
    id: nameField(context, 'spanId') ?? nameField(span, 'id', 'spanId') ?? '',
    parent: nameField(span, 'parentSpanId', 'parentId') ?? nameField(objectField(span, 'parentSpanContext'), 'spanId'),
    start: hrTime(field(span, 'startTime')),
    end: hrTime(field(span, 'endTime')),
    failed: field(objectField(span, 'status'), 'code') === 2,
    lossy: DROPPED.some((key) => Number(field(span, key) ?? 0) > 0),
    attributes: new Map(Object.entries(objectField(span, 'attributes') ?? {})),
    events: (arrayField(span, 'events') ?? []).map((event, index) => ({
      name: stringField(event, 'name') ?? '',
      attributes: new Map(Object.entries(objectField(event, 'attributes') ?? {})),
      at: placeBelow(at, 'events', index),
    })),
    at,
  };
}

function pythonSpan(span: JsonObject, at: Place): SpanRecord {
  const context = objectField(span, 'context');
  const attributes = nestedAttributes(objectField(span, 'attributes') ?? {});
  const kind = nameField(span, 'span_kind');
  if (kind !== undefined && !attributes.has(KIND)) attributes.set(KIND, kind);
  const status = stringField(objectField(span, 'status'), 'status_code') ?? stringField(span, 'status_code');
  return {
    name: stringField(span, 'name') ?? '',
    trace: nameField(context, 'trace_id') ?? '',
    id: nameField(context, 'span_id') ?? '',
    parent: nameField(span, 'parent_id'),
    start: isoNanos(field(span, 'start_time')),
    end: isoNanos(field(span, 'end_time')),
    failed: status === 'ERROR',
    attributes,
    events: (arrayField(span, 'events') ?? []).map((event, index) => ({
      name: stringField(event, 'name') ?? '',
      attributes: nestedAttributes(objectField(event, 'attributes') ?? {}),
      at: placeBelow(at, 'events', index),
    })),
    at,
  };
}

const KIND = 'openinference.span.kind';

/** The columns of a row, put back where they stand in a span. */
function flatSpan(row: JsonObject, at: Place): SpanRecord {
  const below = (prefix: string): JsonObject =>
    Object.fromEntries(
      Object.entries(row).flatMap(([key, value]) =>
        key.startsWith(prefix) && value !== null ? [[key.slice(prefix.length), value]] : [],
      ),
    );
  return pythonSpan({ ...row, context: below('context.'), attributes: below('attributes.') }, at);
}

/** Attributes by their names, those that were nested joined by dots: a value that holds others is there beside them. */
function nestedAttributes(attributes: JsonObject): Map<string, Json> {
  const found = new Map<string, Json>();
  const walk = (value: Json, name: string, depth: number): void => {
    found.set(name, value);
    if (depth === 0 || value === null || typeof value !== 'object') return;
    for (const [key, inner] of Object.entries(value)) walk(inner as Json, `${name}.${key}`, depth - 1);
  };
  for (const [key, value] of Object.entries(attributes)) walk(value, key, 12);
  return found;
}

/** Nanoseconds of an ISO 8601 time, or of the milliseconds that tables of pandas hold. A time without a zone is UTC: so the tools write that export spans. */
export function isoNanos(value: Json | undefined): bigint | undefined {
  if (typeof value === 'number' && value >= 0 && value < 1e14) return BigInt(Math.round(value * 1000)) * 1000n;
  if (typeof value !== 'string') return undefined;
  const found = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/.exec(value);
  const whole = found === null ? undefined : isoTime(`${found[1]}T${found[2]}${found[4] ?? 'Z'}`);
  if (whole === undefined) return undefined;
  return BigInt(whole) * 1_000_000n + BigInt((found![3] ?? '').padEnd(9, '0'));
}

function nanos(value: Json | undefined): bigint | undefined {
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined;
}

function hrTime(value: Json | undefined): bigint | undefined {
  if (!Array.isArray(value)) return undefined;
  const [seconds, rest] = value as readonly Json[];
  const whole = nanos(seconds);
  const part = nanos(rest);
  return whole === undefined || part === undefined ? undefined : whole * 1_000_000_000n + part;
}

function attributeList(list: readonly Json[] | undefined): Map<string, Json> {
  const attributes = new Map<string, Json>();
  for (const entry of list ?? []) {
    const key = nameField(entry, 'key');
    if (key !== undefined) attributes.set(key, attributeValue(field(entry, 'value') ?? null));
  }
  return attributes;
}

/** The value of an `AnyValue`; whole numbers come as strings because they may not fit a double. */
function attributeValue(value: Json): Json {
  if (!isJsonObject(value)) return value;
  for (const key of [
    'stringValue',
    'boolValue',
    'doubleValue',
    'string_value',
    'bool_value',
    'double_value',
    'bytesValue',
  ]) {
    const found = field(value, key);
    if (found !== undefined) return found;
  }
  const whole = field(value, 'intValue') ?? field(value, 'int_value');
  if (whole !== undefined) {
    const number = Number(whole);
    return Number.isSafeInteger(number) ? number : whole;
  }
  const list = objectField(value, 'arrayValue', 'array_value');
  if (list !== undefined) return (arrayField(list, 'values') ?? []).map(attributeValue);
  const map = objectField(value, 'kvlistValue', 'kvlist_value');
  if (map === undefined) return null;
  // fromEntries defines its keys as data, so that one named __proto__ stays one.
  return Object.fromEntries(attributeList(arrayField(map, 'values')));
}

/** Whether anything of the span speaks of an agent. */
export const speaksOfAgent = (span: SpanRecord): boolean =>
  [...span.attributes.keys()].some((key) => AGENT_KEY.test(key)) ||
  span.events.some(({ name }) => name.startsWith('gen_ai.'));
