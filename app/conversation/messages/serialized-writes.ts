/** Writes one value repeatedly, never twice at a time. Changes during a write go into the next one. */

export interface SerializedWrites {
  /** Resolves when the state at the time of the call is written or its write has failed. Never rejects. */
  save(): Promise<void>
}

/** `write` writes the latest state. A failure is reported, and the next `save` tries again. */
export function createSerializedWrites(
  write: () => Promise<void>,
  onFailed: (error: unknown) => void
): SerializedWrites {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function writeOnce(): Promise<void> {
    try {
      await write()
    } catch (error) {
      onFailed(error)
    }
  }

  function start(): Promise<void> {
    const mine = writeOnce().finally(() => {
      if (running === mine) running = null
    })
    running = mine
    return mine
  }

  function save(): Promise<void> {
    if (running === null) return start()
    next ??= running.then(() => {
      next = null
      return start()
    })
    return next
  }

  return { save }
}
