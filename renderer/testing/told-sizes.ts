/** Sizes as a page would tell them: the page of these tests lays nothing out, so it never tells any. */
import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** Each call of what is returned tells all that observe sizes at that moment. */
export function tellSizes(): () => void {
  const told = new Set<() => void>()
  class Told implements ResizeObserver {
    readonly #tell: () => void
    constructor(callback: ResizeObserverCallback) {
      this.#tell = () => callback([], this)
    }
    observe() {
      told.add(this.#tell)
    }
    unobserve() {
      told.delete(this.#tell)
    }
    disconnect() {
      told.delete(this.#tell)
    }
  }
  vi.stubGlobal('ResizeObserver', Told)
  onTestFinished(() => void vi.unstubAllGlobals())
  return () => act(() => told.forEach((tell) => tell()))
}
