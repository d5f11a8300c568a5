/**
 * Tracks links of a server by its own ids, to know which of them it may still report as completed. The ids are only
 * compared.
 *
 * @spec 2025-11-25 client/elicitation#url-mode
 */

interface Link {
  isOpened: boolean
  readonly completed: Promise<void>
  readonly complete: () => void
}

/** The oldest are dropped, because a server may never report a link as completed. */
const keptLinks = 1_000

export class UrlElicitationTracker {
  readonly #links = new Map<string, Link>()

  /** Expects the completion of this link. */
  add(id: string): void {
    if (this.#links.has(id)) return
    let complete = () => {}
    const completed = new Promise<void>((resolve) => {
      complete = resolve
    })
    this.#links.set(id, { isOpened: false, completed, complete })
    const [oldest] = this.#links.keys()
    if (this.#links.size > keptLinks && oldest !== undefined) this.#links.delete(oldest)
  }

  /** The user opened the link. */
  opened(id: string): void {
    const link = this.#links.get(id)
    if (link !== undefined) link.isOpened = true
  }

  isOpened(id: string): boolean {
    return this.#links.get(id)?.isOpened === true
  }

  forget(id: string): void {
    this.#links.delete(id)
  }

  /** True if it was expected and not completed before. */
  complete(id: string): boolean {
    const link = this.#links.get(id)
    this.#links.delete(id)
    link?.complete()
    return link !== undefined
  }

  /** Resolves at once for a link that isn't expected. */
  async completed(id: string): Promise<void> {
    await this.#links.get(id)?.completed
  }
}
