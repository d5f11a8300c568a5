/** Closes resources with their scope, last in first out. */
export class Scope {
  readonly #controller = new AbortController()
  readonly #closers: (() => void | Promise<void>)[] = []

  /** Fires when closing begins. Pass it to long operations of the scope. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get isClosed(): boolean {
    return this.#controller.signal.aborted
  }

  /** Registers cleanup. In a closed scope it runs at once. */
  defer(close: () => void | Promise<void>): void {
    if (this.isClosed) void Promise.resolve(close()).catch(() => {}) // no caller is left to handle errors
    else this.#closers.push(close)
  }

  /** Runs all cleanup. An error skips none of the rest and is thrown at the end. */
  async close(): Promise<void> {
    if (this.isClosed) return
    this.#controller.abort()
    const errors: unknown[] = []
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) {
      try {
        await close()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Closing a scope failed')
  }
}
