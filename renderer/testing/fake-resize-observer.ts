/** Simulated sizes: the page of these tests has no layout, so it never reports any. */
import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** Each call of the returned function reports to all current observers. */
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
