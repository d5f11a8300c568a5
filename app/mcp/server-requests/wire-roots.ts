/**
 * The roots that servers get: the configured folders that are currently readable. They are checked regularly, because a
 * folder may disappear with an unplugged disk and reappear. The user configures them.
 *
 * @spec 2025-11-25 client/roots
 */
import { opendir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rootsFor } from '../../contract/requests'
import type { OfferedRoot, Root } from '../../contract/requests'

export interface RootListOptions {
  /** Called when the roots of those servers changed for which `isConcerned` returns true. */
  readonly onChange: (isConcerned: (serverName: string) => boolean) => void
  /** Milliseconds between two checks that the folders are readable. */
  readonly lookEveryMs?: number
}

export class RootList {
  readonly #options: RootListOptions
  #chosen: readonly OfferedRoot[] = []
  /** The folders that were readable at the last check. */
  #told: readonly OfferedRoot[] = []
  #isLooking = false
  #timer: NodeJS.Timeout | null = null

  constructor(options: RootListOptions) {
    this.#options = options
  }

  /** The server's roots that are readable at this moment, in the configured order. */
  async offeredTo(serverName: string): Promise<readonly Root[]> {
    return rootsFor(await this.#readable(), serverName)
  }

  /** Keeps only `file:` URIs of plain paths. */
  set(roots: readonly OfferedRoot[]): void {
    const chosen = roots.filter(({ uri }) => toPath(uri) !== null)
    const before = this.#chosen
    if (JSON.stringify(chosen) === JSON.stringify(before)) return
    this.#chosen = chosen
    this.#watch()
    this.#options.onChange(differBetween(before, chosen))
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  async #readable(): Promise<readonly OfferedRoot[]> {
    const chosen = this.#chosen
    const areThere = await Promise.all(chosen.map(isReadableFolder))
    return chosen.filter((_root, index) => areThere[index])
  }

  #watch(): void {
    this.close()
    if (this.#chosen.length === 0) return
    this.#told = this.#chosen
    this.#timer = setInterval(() => void this.#look(), this.#options.lookEveryMs ?? 10_000) // never rejects
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    const chosen = this.#chosen
    const offered = await this.#readable()
    this.#isLooking = false
    const told = this.#told
    if (chosen !== this.#chosen || this.#timer === null || JSON.stringify(offered) === JSON.stringify(told))
      return
    this.#told = offered
    this.#options.onChange(differBetween(told, offered))
  }
}

/** Returns a function that tells whether a server's own roots differ. */
function differBetween(before: readonly OfferedRoot[], after: readonly OfferedRoot[]) {
  return (serverName: string): boolean =>
    JSON.stringify(rootsFor(before, serverName)) !== JSON.stringify(rootsFor(after, serverName))
}

async function isReadableFolder({ uri }: Root): Promise<boolean> {
  const path = toPath(uri)
  if (path === null) return false
  try {
    await (await opendir(path)).close()
    return true
  } catch {
    return false // missing, no folder, or unreadable: a server must not get it
  }
}

/** Null for a URI that could be misread: another scheme, or an encoded separator or parent folder. */
function toPath(uri: string): string | null {
  try {
    const path = fileURLToPath(uri)
    const isPlain = !/%2f|%5c|%00/i.test(uri) && !decodeURIComponent(uri).split(/[\\/]/).includes('..')
    return isPlain ? path : null
  } catch {
    return null
  }
}
