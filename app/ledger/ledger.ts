/**
 * Keeps the ledger: takes what the core hands over, and makes entries of it a moment later, chained and durable. A
 * call never waits for it. What can not be kept is told to the person and leaves a gap that the ledger names itself.
 */
import type { LedgerEntry } from '../contract/ledger'
import { toFailure } from '../base/host-error'
import type { Logger } from '../base/logger'
import type { HistoryStore, StoredLedgerEntry } from '../history/interface'
import { chainEntry, createChainCheck } from './chain'
import type { ChainEnd } from './chain'
import { excerptOf, measure, withoutSecrets } from './excerpt'
import type { Ledger, LedgerDraft } from './interface'
import { toJsonLine } from './json-lines'

export interface LedgerOptions {
  readonly history: Pick<HistoryStore, 'appendLedger' | 'readLedgerEnd' | 'searchLedger' | 'readLedger'>
  /** Takes out the secrets that are known to the program. */
  readonly redact: (text: string) => string
  /** Runs `work` after `delayMs`; the returned function calls it off. */
  readonly schedule: (work: () => void, delayMs: number) => () => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Unguessable. */
  readonly newId: () => string
  /** A failure that the person should know of. */
  readonly alert: (text: string) => void
  /** Entries are durable. */
  readonly onKept?: (entries: readonly StoredLedgerEntry[]) => void
  readonly log: Logger
}

export interface LedgerControl extends Ledger {
  /** Flushes for the last time; what is recorded later is lost. */
  dispose(): Promise<void>
}

const flushAfterMs = 250
const retryAfterMs = 5_000
/** Held back while the disk refuses; what comes on top is counted only. */
const mostWaiting = 10_000
const pageSize = 500

type Dated = LedgerDraft & { readonly at: number }

export function createLedger(options: LedgerOptions): LedgerControl {
  return new KeptLedger(options)
}

/** Public members are bound: they are handed on one by one. */
class KeptLedger implements LedgerControl {
  readonly #options: LedgerOptions
  #drafts: Dated[] = []
  /** Chained and not durable yet. */
  #rows: readonly StoredLedgerEntry[] = []
  /** Of the durable part; undefined until it was read. */
  #end: ChainEnd | null | undefined = undefined
  #lost = 0
  #isFailing = false
  #isDisposed = false
  #callOff: (() => void) | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(options: LedgerOptions) {
    this.#options = options
  }

  readonly record = (draft: LedgerDraft): void => {
    if (this.#drafts.length + this.#rows.length >= mostWaiting) this.#lost += 1
    else this.#drafts.push({ ...draft, at: this.#options.now() })
    this.#plan(this.#isFailing ? retryAfterMs : flushAfterMs)
  }

  readonly flush = (): Promise<void> => {
    this.#callOff?.()
    this.#callOff = null
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  readonly search: LedgerControl['search'] = async (query) => {
    await this.flush()
    return this.#options.history.searchLedger(query)
  }

  readonly verify: LedgerControl['verify'] = async () => {
    await this.flush()
    const check = createChainCheck()
    for await (const entry of readAll(this.#options.history)) if (!check.take(entry)) break
    return check.result()
  }

  readonly export: LedgerControl['export'] = async () => {
    await this.flush()
    const lines: string[] = []
    for await (const entry of readAll(this.#options.history)) lines.push(toJsonLine(entry))
    return new TextEncoder().encode(lines.join(''))
  }

  readonly dispose = async (): Promise<void> => {
    this.#isDisposed = true
    await this.flush()
    this.#callOff?.()
    const count = this.#rows.length
    if (count > 0) this.#options.log.error('entries of the ledger are lost with the end', { count })
  }

  #plan(delayMs: number): void {
    if (this.#isDisposed) return
    this.#callOff ??= this.#options.schedule(() => {
      this.#callOff = null
      void this.flush() // never rejects: `#write` tells its failures
    }, delayMs)
  }

  async #write(): Promise<void> {
    const { history, onKept } = this.#options
    try {
      if (this.#end === undefined) this.#end = await history.readLedgerEnd()
      for (;;) {
        this.#chainDrafts(this.#end)
        const kept = this.#rows
        if (kept.length === 0) return
        await history.appendLedger(kept)
        this.#end = kept.at(-1) ?? this.#end
        this.#rows = []
        this.#isFailing = false
        onKept?.(kept)
      }
    } catch (error) {
      this.#failed(error)
    }
  }

  /** Few at a time: it is done where the window is served. */
  #chainDrafts(end: ChainEnd | null): void {
    if (this.#drafts.length === 0) {
      this.#drafts = gapOf(this.#lost, this.#options.now())
      this.#lost = 0
    }
    const drafts = this.#drafts.slice(0, pageSize)
    this.#drafts = this.#drafts.slice(pageSize)
    const rows = [...this.#rows]
    for (const draft of drafts) rows.push(chainEntry(describe(draft, this.#options), rows.at(-1) ?? end))
    this.#rows = rows
  }

  #failed(error: unknown): void {
    const { alert, log } = this.#options
    log.error('the ledger could not be written', { error })
    if (!this.#isFailing) {
      const { message } = toFailure(error)
      alert(`The ledger can not be written: ${message} Parley keeps the entries and tries again.`)
    }
    this.#isFailing = true
    this.#plan(retryAfterMs)
  }
}

async function* readAll(history: Pick<HistoryStore, 'readLedger'>): AsyncGenerator<StoredLedgerEntry> {
  let position = 0
  for (;;) {
    const page = await history.readLedger(position, pageSize)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    // A damaged file may hold anything: reading goes on upwards only.
    position = Math.max(position + 1, last.position)
  }
}

function describe(draft: Dated, { redact, newId }: LedgerOptions) {
  const { content, telling, decision, ...place } = draft
  return {
    ...place,
    recipient: redact(draft.recipient),
    subject: withoutSecrets(draft.subject.slice(0, 2_000), redact).slice(0, 500),
    bytes: measureSafely(content),
    decidedBy: decision.by,
    decision: decision.detail,
    excerpt: excerptOf(telling ?? content, redact),
    salt: newId()
  }
}

/** What can not be written as JSON never left the program as such. */
function measureSafely(content: unknown): LedgerEntry['bytes'] {
  try {
    return measure(content)
  } catch {
    return 0 // the entry itself must not be lost for its size
  }
}

function gapOf(lost: number, at: number): Dated[] {
  if (lost === 0) return []
  const place = { conversationId: null, messageId: null, callId: null }
  const decision = { by: 'rule', detail: 'The disk refused for too long.' } as const
  const gap = { recipientType: 'server', recipient: 'several', kind: 'gap', content: '' } as const
  return [{ ...place, ...gap, decision, subject: `${lost} entries were not kept`, at }]
}
