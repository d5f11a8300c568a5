/**
 * The table of models that ships with Parley, overridden by the user's own file, which is read again after each change.
 * Problems in it are reported, and the shipped value applies there. A price below the shipped one is ignored: it would
 * allow more spending than a limit says, and any program could have written the file. The settings accept such a price
 * with an approval.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createEmitter } from '../../base/emitter'
import { HostError } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { ModelFacts } from '../../contract/models/model-facts'
import type { SettingsProblem } from '../../contract/settings'
import { say } from '../../texts/render-localized'
import { createLineIndex, isBreakage, nearestNode, parseDocument } from '../document/json-document'
import { readSettingsFile } from '../store/settings-file'
import { watchSettingsFile, type SettingsWatcher } from '../store/settings-watcher'
import { findFacts } from './find-facts'
import { emptyTable, readTable, type ModelTable } from './read-table'

export interface ModelTablesOptions {
  readonly dataFolder: string
  /** The text of the shipped one. */
  readonly shippedText: string
  /** The initial text of the user's own. */
  readonly firstText: string
  readonly log: Logger
}

/** The facts of a model, and which of them the user wrote. */
export interface KnownFacts {
  readonly facts: ModelFacts
  readonly own: ModelFacts
  /** What the shipped table says about it. */
  readonly shipped: ModelFacts
}

const priceKeys = [
  'inputPerMillion',
  'outputPerMillion',
  'cacheReadPerMillion',
  'cacheWritePerMillion'
] as const

export class ModelTables {
  readonly path: string
  readonly #options: ModelTablesOptions
  readonly #shipped: ModelTable
  readonly #changes = createEmitter<void>()
  #own: ModelTable = emptyTable
  #watcher: SettingsWatcher | null = null
  #isDisposed = false

  constructor(options: ModelTablesOptions) {
    this.#options = options
    this.#shipped = readTable(options.shippedText)
    this.path = join(options.dataFolder, 'models.jsonc')
  }

  /** Reads the user's file and watches it. Never rejects, for any content of the path. */
  async start(): Promise<void> {
    const report = (error: unknown) =>
      this.#options.log.warn('Watching or reading the table of models failed', { error })
    const watcher = await watchSettingsFile(this.path, () => void this.reload().catch(report), report)
    if (this.#isDisposed) return await watcher.close()
    this.#watcher = watcher
    await this.reload().catch(report)
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true
    await this.#watcher?.close()
  }

  async reload(): Promise<void> {
    const reading = await readSettingsFile(this.path)
    const before = this.#own
    if (reading.type === 'missing') this.#own = emptyTable
    else if (reading.type === 'unusable') this.#own = { entries: new Map(), problems: [reading.problem] }
    else this.#own = this.#withoutLowPrices(readTable(reading.text), reading.text)
    if (this.#own !== before) this.#changes.emit()
  }

  problems(): readonly SettingsProblem[] {
    return this.#own.problems
  }

  onChange(listener: () => void): () => void {
    return this.#changes.on(listener)
  }

  find(providerName: string, model: string): KnownFacts {
    const shipped = findFacts(this.#shipped.entries, providerName, model)
    const own = findFacts(this.#own.entries, providerName, model)
    const facts: ModelFacts = { ...shipped, ...own }
    for (const key of priceKeys) {
      const [least, given] = [leastPrice(shipped, key), facts[key]]
      if (least !== undefined && given !== undefined && given < least) Object.assign(facts, { [key]: least })
    }
    return { facts, own, shipped }
  }

  /** Creates an initial file if there is none. @throws HostError FILE_WRITE_FAILED */
  async make(): Promise<void> {
    try {
      await writeFile(this.path, this.#options.firstText, { flag: 'wx', mode: 0o600 })
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') return
      throw new HostError('FILE_WRITE_FAILED', say('settings.tableNotMade', { reason: message }), {
        cause: error
      })
    }
    await this.reload()
  }

  /** Reports the ignored prices if the pattern is one of the shipped models' own. */
  #withoutLowPrices(table: ModelTable, text: string): ModelTable {
    const document = parseDocument(text)
    if (isBreakage(document)) return table
    const positionAt = createLineIndex(text)
    const low = [...table.entries].flatMap(([pattern, facts]) => {
      const shipped = findFacts(this.#shipped.entries, '', pattern)
      return priceKeys.flatMap((key): SettingsProblem[] => {
        const [least, given] = [leastPrice(shipped, key), facts[key]]
        if (least === undefined || given === undefined || given >= least) return []
        const { line, column } = positionAt(nearestNode(document.root, ['models', pattern, key]).offset)
        const message = say('settings.tableLowPrice', { key, least: String(least) })
        return [
          { severity: 'warning', message, line, column, path: `models.${pattern}.${key}`, serverName: null }
        ]
      })
    })
    return { ...table, problems: [...table.problems, ...low] }
  }
}

/** If nothing is known of the cache, it costs as much as input. */
function leastPrice(shipped: ModelFacts, key: (typeof priceKeys)[number]): number | undefined {
  return shipped[key] ?? (key === 'outputPerMillion' ? undefined : shipped.inputPerMillion)
}
