/**
 * Writes the activity log. Takes records from the core and turns them into chained, durable entries a moment later, so
 * calls never wait. If writing fails, the user is notified, and the log records the gap.
 */
import type { LedgerEntry } from '../contract/ledger'
import type { LocalizedText } from '../contract/localized-text'
import { say } from '../texts/render-localized'
import { toLocalizedText } from '../base/host-error'
import type { Logger } from '../base/logger'
import type { HistoryStore, StoredLedgerEntry } from '../history/interface'
import { beforeAll, chainEntries, createChainCheck } from './chain'
import type { ChainEnd, Unchained } from './chain'
import { selectLaterEnd } from './stored-end'
import type { StoredEnd } from './stored-end'
import { createExcerpt, measure, withoutSecrets } from './excerpt'
import type { Ledger, LedgerDraft } from './interface'
import { toJsonLines } from './json-lines'
import { lostEntries, removedEntries } from './record-gaps'

export interface LedgerOptions {
  readonly history: Pick<
    HistoryStore,
    'appendLedger' | 'readLedgerEnd' | 'readNotedLedgerEnd' | 'searchLedger' | 'readLedger'
  >
  /** A copy of the log's end, outside the history. */
  readonly endNote: StoredEnd
  /** Replaces the secrets that the program knows. */
  readonly redact: (text: string) => string
  /** Runs `work` after `delayMs`. The returned function cancels it. */
  readonly schedule: (work: () => void, delayMs: number) => () => void
  readonly now: () => number
  /** An unguessable text. */
  readonly newId: () => string
  /** A failure to show to the user. */
  readonly alert: (text: LocalizedText) => void
  readonly onKept: (entries: readonly StoredLedgerEntry[]) => void
  readonly log: Logger
}

export interface LedgerControl extends Ledger {
  /** Writes for the last time. Later records are lost. */
  dispose(): Promise<void>
}

const flushAfterMs = 250
const retryAfterMs = 5_000
/** Records that wait while the disk rejects writes. Records above this limit are only counted. */
const mostWaiting = 10_000
const pageSize = 500

type Dated = LedgerDraft & { readonly at: number }

export function createLedger(options: LedgerOptions): LedgerControl {
  return new KeptLedger(options)
}

/** Public members are bound, because callers pass them separately. */
class KeptLedger implements LedgerControl {
  readonly #options: LedgerOptions
  #drafts: Dated[] = []
  /** Not known to be durable. */
  #waiting: readonly Unchained[] = []
  /** The same with their last attempted positions in the chain. */
  #tried: readonly StoredLedgerEntry[] = []
  /** End of the durable part; undefined while unknown. */
  #end: ChainEnd | null | undefined = undefined
  #isEndChecked = false
  #lost = 0
  #isFailing = false
  #isDisposed = false
  #callOff: (() => void) | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(options: LedgerOptions) {
    this.#options = options
  }

  readonly record = (draft: LedgerDraft): void => {
    if (this.#drafts.length + this.#waiting.length >= mostWaiting) this.#lost += 1
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
    const { history } = this.#options
    const check = createChainCheck(await this.#readNoted())
    for await (const entry of readAll(history)) if (!check.take(entry)) break
    return check.result(await this.#readNoted())
  }

  readonly export: LedgerControl['export'] = async () => {
    await this.flush()
    const { history } = this.#options
    const count = (await history.readLedgerEnd())?.position ?? 0
    return toJsonLines(readAll(history), count)
  }

  readonly dispose = async (): Promise<void> => {
    this.#isDisposed = true
    await this.flush()
    this.#callOff?.()
    const count = this.#waiting.length
    if (count > 0)
      this.#options.log.error('unsaved entries of the activity log are lost at the end', { count })
  }

  #plan(delayMs: number): void {
    if (this.#isDisposed) return
    this.#callOff ??= this.#options.schedule(() => {
      this.#callOff = null
      void this.flush() // never rejects: `#write` reports its failures
    }, delayMs)
  }

  async #write(): Promise<void> {
    const { history, onKept } = this.#options
    try {
      for (;;) {
        const end = this.#end === undefined ? await this.#readEnd() : this.#end
        this.#describeDrafts()
        if (this.#waiting.length === 0) return
        this.#tried = chainEntries(this.#waiting, end)
        await history.appendLedger(this.#tried)
        this.#kept(this.#tried)
        await this.#noteEnd()
        this.#isFailing = false
        onKept(this.#tried)
      }
    } catch (error) {
      this.#failed(error)
    }
  }

  /** At the start and after every failure: the last attempt may be durable, or another program may have written. */
  async #readEnd(): Promise<ChainEnd | null> {
    const { history } = this.#options
    const end = await history.readLedgerEnd()
    if (end !== null && end.hash === this.#tried.at(-1)?.hash) this.#kept(this.#tried)
    if (!this.#isEndChecked) await this.#checkEnd(end?.position ?? 0)
    this.#isEndChecked = true
    this.#end = end
    return end
  }

  #kept(rows: readonly StoredLedgerEntry[]): void {
    this.#end = rows.at(-1) ?? this.#end
    this.#waiting = []
  }

  async #readNoted(): Promise<ChainEnd | null> {
    const { history, endNote } = this.#options
    return selectLaterEnd(await history.readNotedLedgerEnd(), await endNote.read())
  }

  /** A record that can't be written leaves the other one. */
  async #noteEnd(): Promise<void> {
    const { endNote, log } = this.#options
    if (this.#end === null || this.#end === undefined) return
    await endNote.write(this.#end).catch((error: unknown) => {
      log.warn('the end of the activity log could not be saved in its second file', { error })
    })
  }

  /** Reported now, because the next entry overwrites the evidence. */
  async #checkEnd(last: number): Promise<void> {
    const noted = await this.#readNoted()
    if (noted === null) return
    const { alert, history, now } = this.#options
    if (noted.position > last) {
      alert(say('ledger.removed', { count: noted.position - last, first: last + 1, last: noted.position }))
      this.#drafts.unshift({ ...removedEntries(last + 1, noted.position), at: now() })
      return
    }
    const [entry] = await history.readLedger(noted.position - 1, 1)
    if (entry !== undefined && entry.hash !== noted.hash)
      alert(say('ledger.replacedAtStart', { entry: noted.position }))
  }

  /** Few at a time, because it runs in the main process. */
  #describeDrafts(): void {
    if (this.#drafts.length === 0 && this.#lost > 0) {
      this.#drafts = [{ ...lostEntries(this.#lost), at: this.#options.now() }]
      this.#lost = 0
    }
    const drafts = this.#drafts.slice(0, pageSize)
    this.#drafts = this.#drafts.slice(pageSize)
    this.#waiting = [...this.#waiting, ...drafts.map((draft) => describe(draft, this.#options))]
  }

  #failed(error: unknown): void {
    const { alert, log } = this.#options
    this.#end = undefined
    log.error('the activity log could not be written', { error })
    if (!this.#isFailing) alert(say('ledger.notWritten', { reason: toLocalizedText(error) }))
    this.#isFailing = true
    this.#plan(retryAfterMs)
  }
}

async function* readAll(history: Pick<HistoryStore, 'readLedger'>): AsyncGenerator<StoredLedgerEntry> {
  let position = beforeAll
  for (;;) {
    const page = await history.readLedger(position, pageSize)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    // Positions only increase, because a damaged file may contain anything.
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
    excerpt: createExcerpt(telling ?? content, redact),
    salt: newId()
  }
}

/** Content that can't be converted to JSON was never sent in that form. */
function measureSafely(content: unknown): LedgerEntry['bytes'] {
  try {
    return measure(content)
  } catch {
    return 0 // an entry must not be lost because of its size
  }
}
