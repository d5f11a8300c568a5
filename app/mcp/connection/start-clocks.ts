/**
 * The clocks of a connection's start: of its handshake and of listing its tools. They stop while a question of the
 * server is open.
 */
import type { StartClock } from './start-clock'

type Clock = Pick<StartClock, 'pause'>

export class StartClocks {
  /** Each with the function that resumes it; null while it runs. */
  readonly #clocks = new Map<Clock, (() => void) | null>()
  #holds = 0

  /** Registers a clock until the returned function is called. */
  readonly began = (clock: Clock): (() => void) => {
    this.#clocks.set(clock, this.#holds > 0 ? clock.pause() : null)
    return () => this.#clocks.delete(clock)
  }

  /** Stops the clocks until the returned function is called. */
  hold(): () => void {
    this.#holds += 1
    if (this.#holds === 1) for (const clock of this.#clocks.keys()) this.#clocks.set(clock, clock.pause())
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#holds -= 1
      if (this.#holds === 0) this.#resume()
    }
  }

  /** Stops the clocks of calls and of the start together. */
  readonly holdWith = (holdCalls: () => () => void) => (): (() => void) => {
    const resumes = [holdCalls(), this.hold()]
    return () => resumes.forEach((resume) => resume())
  }

  #resume(): void {
    for (const [clock, resume] of this.#clocks) {
      resume?.()
      this.#clocks.set(clock, null)
    }
  }
}
