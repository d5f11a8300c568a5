/**
 * Reads all pages of a server's list and limits endless lists. Invalid entries are left out and logged; the others are
 * kept. The caller defines what a valid entry is.
 *
 * @spec 2026-07-28 server/utilities/pagination
 */
import { ProtocolError } from '@modelcontextprotocol/client'
import type { Client } from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import { sendRawRequest } from '../calls/send-request'
import type { Purpose } from '../calls/send-request'
import { isJsonFields } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import {
  readLenientList as readEntries,
  readLenientNumber,
  readLenientText
} from '../protocol/lenient-values'
import type { ReadList } from './list-cache'
import { toErrorText } from '../protocol/error-text'
import type { LogServerLine } from '../protocol/wire-log'
import { say } from '../../texts/render-localized'

const invalidParams = -32_602
const limits = { pages: 1_000, entries: 100_000 }

export interface ListOptions {
  readonly serverName: string
  readonly log: LogServerLine
  readonly signal: AbortSignal
  /** Limit of one page. */
  readonly timeoutMs: number
}

export interface ListKind<T> {
  readonly method: string
  /** The field of a page that has the entries. */
  readonly field: string
  /** Names the request in a failure. */
  readonly request: Purpose['request']
  /** Singular noun of an entry for the log; its plural ends in s. */
  readonly noun: string
  /** `position` counts the entries that were read before. A returned string says why an entry can't be used. */
  readonly read: (entry: unknown, position: number) => T | string
  /** Identifies an entry; of two with the same key the first is kept. */
  readonly keyOf: (item: T) => string
}

/**
 * All entries in the server's order. An endless list is cut, and the log says so.
 * @throws HostError SERVER_PROTOCOL if an answer has no list; the library's errors if there is no answer
 */
export async function readList<T>(client: Client, kind: ListKind<T>, options: ListOptions): Promise<T[]> {
  return [...(await readKeptList(client, kind, options)).items]
}

/** As `readLenientList`, with the time for which the server allows the list to be kept: the shortest of all pages. */
export async function readKeptList<T>(
  client: Client,
  kind: ListKind<T>,
  options: ListOptions
): Promise<ReadList<T>> {
  try {
    return await readPages(client, kind, options)
  } catch (error) {
    if (!(error instanceof StaleCursor)) throw error
    const text = `The server no longer knows its place in the list of ${kind.noun}s; read again from the start.`
    options.log('life', 'notice', text)
    return await readPages(client, kind, options)
  }
}

/** The server denies its own cursor, for example because the list has changed. */
class StaleCursor extends HostError {}

async function readPages<T>(client: Client, kind: ListKind<T>, options: ListOptions): Promise<ReadList<T>> {
  const items = new Map<string, T>()
  const cursors = new Set<string>()
  let cursor: string | undefined
  let ttlMs = Infinity
  for (let pages = 1; ; pages += 1) {
    const page = await readPage(client, { kind, cursor }, options)
    ttlMs = Math.min(ttlMs, page.ttlMs)
    takeEntries(page.entries, items, { kind, log: options.log })
    if (page.nextCursor === null) break
    const cut = whyToStop(page.nextCursor, { cursors, pages, count: items.size }, kind.noun)
    if (cut !== null) {
      const text = `The list of ${kind.noun}s was cut after ${items.size} ${kind.noun}s: ${cut}.`
      options.log('life', 'warning', text)
      break
    }
    cursors.add(page.nextCursor)
    cursor = page.nextCursor
  }
  return { items: [...items.values()], ttlMs: client.getProtocolEra() === 'modern' ? ttlMs : 0 }
}

async function readPage<T>(
  client: Client,
  { kind, cursor }: { readonly kind: ListKind<T>; readonly cursor: string | undefined },
  options: ListOptions
): Promise<Page> {
  const params = cursor === undefined ? {} : { cursor }
  const result = await sendRawRequest({ method: kind.method, params }, { ...options, client }).catch(
    (error: unknown) => {
      if (cursor === undefined || !isInvalidParams(error)) throw error
      throw new StaleCursor('SERVER_PROTOCOL', say('mcp.cursorRefused', { words: toErrorText(error) }))
    }
  )
  const { nextCursor, ttlMs }: JsonFields = isJsonFields(result) ? result : {}
  const given = isJsonFields(result) && kind.field in result ? (result[kind.field] ?? []) : result
  const entries = readEntries(given, isEntry) ?? readNamedEntries(given)
  if (entries !== null && (given !== result || Array.isArray(result)))
    return { entries, nextCursor: readCursor(nextCursor, kind, options.log), ttlMs: readTtl(ttlMs) }
  throw new HostError('SERVER_PROTOCOL', say('mcp.noList', { method: kind.method }))
}

interface Page {
  readonly entries: readonly unknown[]
  readonly nextCursor: string | null
  readonly ttlMs: number
}

/** Reads an object whose keys are the names of the entries. */
function readNamedEntries(value: unknown): readonly JsonFields[] | null {
  if (!isJsonFields(value)) return null
  const entries = Object.entries(value)
  return entries.every(([, entry]) => isJsonFields(entry))
    ? entries.map(([name, entry]) => ({ name, ...(entry as JsonFields) }))
    : null
}

/** True for a single entry instead of a list. */
function isEntry({ name, uri, uriTemplate, taskId }: JsonFields): boolean {
  return [name, uri, uriTemplate, taskId].some((key) => typeof key === 'string')
}

/** Null at the end of the list, also if a server marks the end with an empty string. */
function readCursor(
  given: unknown,
  { noun }: Pick<ListKind<unknown>, 'noun'>,
  log: LogServerLine
): string | null {
  if (given === undefined || given === null || given === '' || given === false) return null
  const cursor = readLenientText(given)
  if (cursor === null)
    log('life', 'warning', `The list of ${noun}s has a next page that can't be read. The rest is missing.`)
  return cursor
}

function readTtl(ttlMs: unknown): number {
  return Math.max(readLenientNumber(ttlMs) ?? 0, 0)
}

function isInvalidParams(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === invalidParams
}

function takeEntries<T>(
  entries: readonly unknown[],
  items: Map<string, T>,
  { kind, log }: { readonly kind: ListKind<T>; readonly log: LogServerLine }
): void {
  for (const entry of entries) {
    if (items.size >= limits.entries) return
    const item = kind.read(entry, items.size)
    if (typeof item === 'string') {
      log('life', 'warning', `The server listed a ${kind.noun} that ${item}; it was left out.`)
      continue
    }
    const key = kind.keyOf(item)
    if (!items.has(key)) items.set(key, item)
    else log('life', 'warning', `The server lists the ${kind.noun} "${key}" twice; the first one counts.`)
  }
}

function whyToStop(
  nextCursor: string,
  seen: { readonly cursors: ReadonlySet<string>; readonly pages: number; readonly count: number },
  noun: string
): string | null {
  if (seen.cursors.has(nextCursor)) return 'the server repeats a page'
  if (seen.pages >= limits.pages) return `it has more than ${limits.pages} pages`
  if (seen.count >= limits.entries) return `it has more than ${limits.entries} ${noun}s`
  return null
}
