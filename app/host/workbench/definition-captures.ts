/**
 * What servers offered earlier: `definitions/<server>.json` in the data folder, newest first, without secrets. Each
 * change is kept once.
 */
import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { HostError } from '../../base/host-error'
import { createServerFileNames } from '../../base/server-file-names'
import { writeWholeFile } from '../../base/write-whole-file'
import {
  definitions as definitionsSchema,
  type DefinitionCapture,
  type Definitions
} from '../../contract/workbench/differences'
import { say } from '../../texts/render-localized'
import { countTools } from '../../workbench/differences/compare-definitions'
import { isDeepStrictEqual } from 'node:util'
import { listedKinds } from '../../workbench/differences/definitions'

/** For each server. */
const keptCaptures = 20
/** Larger definitions aren't kept. */
const mostCharacters = 2_000_000
/** Of a file. */
const mostFileCharacters = 8_000_000

const storedCapture = z.object({ captureId: z.string(), at: z.number(), definitions: definitionsSchema })
type StoredCapture = z.infer<typeof storedCapture>

export interface DefinitionCapturesOptions {
  readonly folder: string
  readonly now: () => number
  readonly newId: () => string
}

export class DefinitionCaptures {
  readonly #options: DefinitionCapturesOptions
  readonly #nameFile = createServerFileNames('.json')
  /** One change of a file at a time. */
  #working: Promise<unknown> = Promise.resolve()

  constructor(options: DefinitionCapturesOptions) {
    this.#options = options
  }

  /** Newest first. */
  async list(serverName: string): Promise<DefinitionCapture[]> {
    return (await this.#read(serverName)).map(toView)
  }

  /** null: it is no longer kept. */
  async find(serverName: string, captureId: string): Promise<Definitions | null> {
    const stored = await this.#read(serverName)
    return stored.find((each) => each.captureId === captureId)?.definitions ?? null
  }

  /**
   * Adds them, unless the newest ones are the same. Returns the newest ones.
   * @throws HostError FILE_WRITE_FAILED: they are too large
   */
  keep(serverName: string, definitions: Definitions): Promise<DefinitionCapture> {
    const kept = this.#working.then(() => this.#keep(serverName, definitions))
    this.#working = kept.catch(() => {})
    return kept
  }

  /** What waits to be kept for the server is forgotten, too. */
  forget(serverName: string): Promise<void> {
    const gone = this.#working.then(() => rm(this.#place(serverName), { force: true }))
    this.#working = gone.catch(() => {})
    return gone
  }

  async settled(): Promise<void> {
    await this.#working
  }

  async #keep(serverName: string, definitions: Definitions): Promise<DefinitionCapture> {
    const { folder, now, newId } = this.#options
    const [newest, ...older] = await this.#read(serverName)
    const merged = newest === undefined ? null : mergeSame(newest.definitions, definitions)
    const first: StoredCapture =
      newest !== undefined && merged !== null
        ? { ...newest, definitions: merged }
        : { captureId: newId(), at: now(), definitions }
    const rest = merged === null && newest !== undefined ? [newest, ...older] : older
    if (JSON.stringify(first.definitions).length > mostCharacters)
      throw new HostError('FILE_WRITE_FAILED', say('differences.tooLarge', { server: serverName }))
    if (newest === undefined || merged === null || !isDeepStrictEqual(first, newest)) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWholeFile(this.#place(serverName), toFileText([first, ...rest]))
    }
    return toView(first)
  }

  /** A missing or damaged file counts as empty. */
  async #read(serverName: string): Promise<StoredCapture[]> {
    try {
      // Parley writes none that is larger. UTF-8 can need 4 bytes for a character.
      if ((await stat(this.#place(serverName))).size > 4 * mostFileCharacters) return []
      const text = await readFile(this.#place(serverName), 'utf8')
      return z.array(storedCapture).safeParse(JSON.parse(text)).data ?? []
    } catch {
      return []
    }
  }

  #place(serverName: string): string {
    return path.join(this.#options.folder, this.#nameFile(serverName))
  }
}

/** `captures`: newest first. */
function toFileText(captures: readonly StoredCapture[]): string {
  const kept = captures.map((capture) => ({ at: capture.at, text: JSON.stringify(capture) }))
  const isTooLarge = () => kept.reduce((sum, { text }) => sum + text.length, 0) > mostFileCharacters
  while (kept.length > keptCaptures || isTooLarge()) kept.splice(findShortest(kept), 1)
  return `[${kept.map(({ text }) => text).join(',')}]`
}

/**
 * What the server offered for the shortest time, so that quick changes don't replace what it offered for long. If that
 * is the same, the oldest. The newest two stay.
 */
function findShortest(captures: readonly Pick<StoredCapture, 'at'>[]): number {
  const offeredFor = (index: number) => (captures[index - 1]?.at ?? 0) - (captures[index]?.at ?? 0)
  let found = captures.length - 1
  for (let index = found - 1; index > 1; index -= 1) if (offeredFor(index) < offeredFor(found)) found = index
  return found
}

/** With the lists that only one of them has. null: they differ. */
function mergeSame(before: Definitions, after: Definitions): Definitions | null {
  const members = ['server', ...listedKinds] as const
  const isChanged = members.some((member) => {
    const [old, now] = [before[member], after[member]]
    return old !== null && now !== null && !isDeepStrictEqual(old, now)
  })
  if (isChanged) return null
  const merged = members.map((member) => [member, after[member] ?? before[member]] as const)
  return Object.fromEntries(merged) as unknown as Definitions
}

function toView({ captureId, at, definitions }: StoredCapture): DefinitionCapture {
  const { version } = definitions.server ?? {}
  return {
    captureId,
    at,
    version: typeof version === 'string' ? version : null,
    ...countTools(definitions.tool ?? [])
  }
}
