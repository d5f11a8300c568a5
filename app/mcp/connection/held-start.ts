/** The time of a start, for those who know the connection and not its attempts. */
import type { StartClock } from './start-clock'

export class HeldStart {
  #clock: Pick<StartClock, 'pause'> | null = null

  readonly began = (clock: Pick<StartClock, 'pause'>): void => {
    this.#clock = clock
  }

  /** It stands still until the returned function is called; nothing happens before the start and after it. */
  hold(): () => void {
    return this.#clock?.pause() ?? (() => {})
  }
}
