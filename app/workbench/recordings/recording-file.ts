/** Writes and reads recordings. Reading accepts files that were cut, and lines that a later version added. */
import { z } from 'zod'
import { jsonObject } from '../../contract/json'
import { recordingVersion, type Recording, type RecordingEntry, type RecordingHeader } from './recording'

export const recordingLimits = {
  /** Of a whole file. Parley's own end at 20 MB. */
  bytes: 25_000_000,
  entries: 200_000
} as const

const server = z.object({
  name: z.string(),
  info: jsonObject.nullable().default(null),
  revision: z.string().nullable().default(null),
  transport: z.enum(['stdio', 'http', 'sse']).catch('stdio'),
  tools: z.array(jsonObject).optional()
})

const header = z.object({
  parleyRecording: z.number().int().min(1),
  of: z.enum(['server', 'conversation']).catch('server'),
  parley: z.string().default(''),
  recordedAt: z.string().default(''),
  title: z.string().default(''),
  servers: z.array(server).default([])
})

const call = z.object({
  callId: z.string(),
  server: z.string(),
  tool: z.string(),
  name: z.string(),
  arguments: jsonObject
})
const at = z.number().catch(0)

const entry = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    at,
    server: z.string().default(''),
    connection: z.number().int().default(0),
    direction: z.enum(['in', 'out']),
    message: jsonObject.nullable()
  }),
  z.object({
    type: z.literal('turn'),
    at,
    text: z.string(),
    attachments: z.number().int().default(0)
  }),
  z.object({
    type: z.literal('reply'),
    at,
    model: z.string().default(''),
    text: z.string(),
    calls: z.array(call).default([])
  }),
  z.object({
    type: z.literal('result'),
    at,
    callId: z.string(),
    server: z.string(),
    answer: jsonObject.nullable()
  })
]) satisfies z.ZodType<RecordingEntry>

export function toRecordingLine(part: RecordingHeader | RecordingEntry): string {
  return `${JSON.stringify(part)}\n`
}

/** Null: not a recording, or one of a newer format. */
export function readRecording(text: string): Recording | null {
  const [first = '', ...lines] = text.split('\n')
  const head = header.safeParse(parseLine(first))
  if (!head.success || head.data.parleyRecording > recordingVersion) return null
  const isCut = (lines.at(-1) ?? '') !== ''
  const entries: RecordingEntry[] = []
  let unreadLines = 0
  for (const line of lines) {
    if (line === '') continue
    const read = entry.safeParse(parseLine(line))
    if (read.success && entries.length < recordingLimits.entries) entries.push(read.data)
    else unreadLines += 1
  }
  return { header: head.data, entries, unreadLines, isCut }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null // not JSON, or cut
  }
}
