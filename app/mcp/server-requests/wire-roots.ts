/**
 * The folders that servers may know of: those that were set, as far as they can be reached. Watched, because a
 * folder may vanish (a disk that is unplugged) and come back. Which ones are set is the person's choice.
 *
 * @spec 2025-11-25 client/roots
 */
import { opendir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rootsFor } from '../../contract/requests'
import type { OfferedRoot, Root } from '../../contract/requests'

export interface RootListOptions {
  /** Something else is offered than before to the servers for which `isConcerned` says so. */
  readonly onChange: (isConcerned: (serverName: string) => boolean) => void
  /** Between two looks whether the folders are still there, in milliseconds. */
  readonly lookEveryMs?: number
}

export class RootList {
  readonly #options: RootListOptions
  #chosen: readonly OfferedRoot[] = []
  /** What was last found to be there. */
  #told: readonly OfferedRoot[] = []
  #isLooking = false
  #timer: NodeJS.Timeout | null = null

  constructor(options: RootListOptions) {
    this.#options = options
  }

  /** What the server may know of and can be read at this moment, in the order in which it was set. */
  async offeredTo(serverName: string): Promise<readonly Root[]> {
    return rootsFor(await this.#readable(), serverName)
  }

  /** Only `file:` addresses of plain paths are kept. */
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

/** Whether a server's own part of the list is another one. */
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
    return false // gone, no folder, or not for us to read: a server must not be pointed to it
  }
}

/** Null for what could lead elsewhere than it looks: another scheme, a separator or a step up in disguise. */
function toPath(uri: string): string | null {
  try {
    const path = fileURLToPath(uri)
    const isPlain = !/%2f|%5c|%00/i.test(uri) && !decodeURIComponent(uri).split(/[\\/]/).includes('..')
    return isPlain ? path : null
  } catch {
    return null
  }
}
