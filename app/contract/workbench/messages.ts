/** Messages between Parley and a server: a filtered list without their JSON, and one message in full. No secrets. */
import { z } from 'zod'
import { localizedText } from '../json'
import { serverName } from '../servers'

/** @spec base protocol: requests, responses, notifications */
export const messageKinds = ['request', 'result', 'error', 'notification', 'unreadable'] as const
export type MessageKind = (typeof messageKinds)[number]

/** Rows of one answer. */
export const mostRows = 200

const filterText = z.string().max(2_000)
const number = z.number().int().min(0)

export const messageRow = z.strictObject({
  /** Identifies the message. Counts the messages of its server. Increases. */
  number,
  connectionId: z.string(),
  /** Counts the messages of the connection, from 0. */
  index: number,
  at: z.number(),
  direction: z.enum(['in', 'out']),
  kind: z.enum(messageKinds),
  /** For an answer, its request's method. null: unknown. Untrusted text, as `id` and `tool`. */
  method: z.string().nullable(),
  /** JSON. */
  id: z.string().nullable(),
  /** The tool that a call names; for an answer, its request's. */
  tool: z.string().nullable(),
  /** From a request to its answer; null for others. */
  tookMs: z.number().nullable(),
  /** Characters of its JSON; null where it nests too deeply, or was too long to be measured. */
  size: number.nullable(),
  /** The error in a received message, as a clause after "The server"; null: none. */
  oddity: z.string().nullable(),
  /** The number of its answer or its request, if both are kept. */
  partner: number.nullable(),
  /** For a request that was repeated with answers to questions, and its results: counts from 1. */
  round: number.nullable(),
  /** The place among messages that arrived together, from 1. */
  batch: z.strictObject({ place: number, count: number }).nullable(),
  /** Of the HTTP response that a sent message got. */
  status: number.nullable(),
  /** Set if it is the first of its connection in this list: how many earlier ones were removed. */
  removedBefore: number.nullable()
})
export type MessageRow = z.infer<typeof messageRow>

/** A part of a filter that Parley ignores, with the reason. */
export const filterProblem = z.strictObject({ start: number, end: number, reason: localizedText })
export type FilterProblem = z.infer<typeof filterProblem>

export const messagePage = z.strictObject({
  /** Positions in the list, which count from its beginning and never change: of the oldest that is kept … */
  first: number,
  /** … and after the newest. */
  end: number,
  /** The position of the first row. */
  from: number,
  rows: z.array(messageRow).max(mostRows),
  /** Messages of the server that are no longer kept. */
  removed: number,
  problems: z.array(filterProblem)
})
export type MessagePage = z.infer<typeof messagePage>

const headers = z.record(z.string(), z.string())

/** How a message was sent to a remote server. Values of secret headers are `[secret]`. */
export const httpExchange = z.strictObject({
  url: z.string(),
  status: number,
  requestHeaders: headers,
  responseHeaders: headers
})
export type HttpExchange = z.infer<typeof httpExchange>

/** Where a message doesn't fit the JSON Schema of its revision. `pointer`: a JSON pointer into the message. */
export const messageFault = z.strictObject({ pointer: z.string(), reason: localizedText })
export type MessageFault = z.infer<typeof messageFault>

export const messageDetails = z.strictObject({
  /** JSON; null where it is too long or nests too deeply. */
  text: z.string().nullable(),
  /** The revision whose schema it was checked against; null: no schema describes it. */
  checkedAgainst: z.string().nullable(),
  faults: z.array(messageFault),
  http: httpExchange.nullable(),
  /** A command line that sends it again; null: it wasn't sent over HTTP. */
  curl: z.string().nullable()
})
export type MessageDetails = z.infer<typeof messageDetails>

export const messageCalls = {
  /**
   * A part of the messages that match the filter, in the order in which they came. Afterwards the event
   * `messages.changed` comes once, when there are more.
   */
  'messages.find': {
    approval: null,
    input: z.strictObject({
      serverName,
      filter: filterText,
      /** The position of the first row; null: the last rows. */
      from: number.nullable(),
      count: z.number().int().min(0).max(mostRows)
    }),
    output: messagePage
  },
  /** The position of a message in the filtered list; null: it isn't in it. */
  'messages.locate': {
    approval: null,
    input: z.strictObject({ serverName, filter: filterText, number }),
    output: z.strictObject({ position: number.nullable() })
  },
  /** Filters that continue this one, best first. */
  'messages.complete-filter': {
    approval: null,
    input: z.strictObject({ serverName, filter: filterText }),
    output: z.strictObject({ filters: z.array(z.string()) })
  },
  /** null: it is no longer kept. */
  'messages.read': {
    approval: null,
    input: z.strictObject({ serverName, number }),
    output: messageDetails.nullable()
  },
  /** The newest messages that match the filter: one a line, as JSON with time and direction. */
  'messages.export': {
    approval: null,
    input: z.strictObject({ serverName, filter: filterText }),
    output: z.strictObject({ lines: z.string() })
  }
} as const
