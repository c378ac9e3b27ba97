import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
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

/** A span as the Python SDK prints it, or as Phoenix gives it: over HTTP, or as a row of a table, whose columns are paths. */
export const isNamedSpan = (value: Json): boolean =>
  nameField(objectField(value, 'context'), 'trace_id') !== undefined ||
  nameField(value, 'context.trace_id') !== undefined;

/** A page of spans, or a trace of Phoenix with its own. */
export function namedSpansIn(value: Json): { readonly key: string; readonly list: readonly Json[] } | undefined {
  for (const key of ['data', 'spans']) {
    const list = arrayField(value, key);
    if (list?.some(isNamedSpan) === true) return { key, list };
  }
  return undefined;
}

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

/** The spans of an OTLP/JSON export (opentelemetry-proto, `ExportTraceServiceRequest`), of a dump of the JavaScript SDK, or of a map of attributes. `drop` is told of what is none of them. */
export function* spansOf(value: Json, at: Place, drop: (at: Place) => void): Generator<SpanRecord> {
  const page = namedSpansIn(value);
  if (!isJsonObject(value)) drop(at);
  else if (page !== undefined)
    for (const [index, span] of page.list.entries()) yield* spansOf(span, placeBelow(at, page.key, index), drop);
  else if (isExport(value)) yield* exportedSpans(value, at, drop);
  else if (isNamedSpan(value)) yield namedSpan(value, at);
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
    attributes: new Map(Object.entries(objectField(span, 'attributes') ?? {})),
    events: (arrayField(span, 'events') ?? []).map((event, index) => ({
      name: stringField(event, 'name') ?? '',
      attributes: new Map(Object.entries(objectField(event, 'attributes') ?? {})),
      at: placeBelow(at, 'events', index),
    })),
    at,
  };
}

function namedSpan(span: JsonObject, at: Place): SpanRecord {
  const context = objectField(span, 'context');
  const attributes = new Map<string, Json>();
  for (const [key, value] of Object.entries(objectField(span, 'attributes') ?? {}))
    addNested(attributes, key, value, 0);
  for (const [key, value] of Object.entries(span))
    if (key.startsWith('attributes.') && value !== null)
      addNested(attributes, key.slice('attributes.'.length), value, 0);
  const kind = nameField(span, 'span_kind');
  if (kind !== undefined && !attributes.has('openinference.span.kind')) attributes.set('openinference.span.kind', kind);
  const status = nameField(span, 'status_code') ?? nameField(objectField(span, 'status'), 'status_code');
  return {
    name: stringField(span, 'name') ?? '',
    trace: nameField(context, 'trace_id') ?? nameField(span, 'context.trace_id') ?? '',
    id: nameField(context, 'span_id') ?? nameField(span, 'context.span_id') ?? '',
    parent: nameField(span, 'parent_id'),
    start: timeOfDay(field(span, 'start_time')),
    end: timeOfDay(field(span, 'end_time')),
    failed: status === 'ERROR',
    attributes,
    events: (arrayField(span, 'events') ?? []).map((event, index) => ({
      name: stringField(event, 'name') ?? '',
      attributes: new Map(Object.entries(objectField(event, 'attributes') ?? {})),
      at: placeBelow(at, 'events', index),
    })),
    at,
  };
}

/** Attributes of OpenInference, which Phoenix stores as a tree and gives in any mixture of trees and paths. */
const NESTED = /^(llm|tool|input|output|retrieval|openinference|session|agent)(\.|$)/;
/** What stands in one of these is a value of the program and no path. */
const VALUE = /(^|\.)(parameters|arguments|value|json_schema|metadata|content)$/;

function addNested(attributes: Map<string, Json>, path: string, value: Json, depth: number): void {
  if (!NESTED.test(path) || VALUE.test(path) || depth > 12) attributes.set(path, value);
  else if (isJsonObject(value))
    for (const [key, inner] of Object.entries(value)) addNested(attributes, `${path}.${key}`, inner, depth + 1);
  else if (isJsonArray(value))
    for (const [index, inner] of value.entries()) addNested(attributes, `${path}.${index}`, inner, depth + 1);
  else attributes.set(path, value);
}

/** Nanoseconds of a time as stores of spans give it: in ISO 8601, which is in UTC where it names no zone, or in milliseconds. */
export function timeOfDay(value: Json | undefined): bigint | undefined {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) * 1_000_000n : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.replace(' ', 'T');
  const [, whole, part = '', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? [];
  const time = whole === undefined ? undefined : isoTime(`${whole}${zone}`);
  return time === undefined || time < 0 ? undefined : BigInt(time) * 1_000_000n + BigInt(part.padEnd(9, '0'));
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
