/** Replaces the start of the PDF worker, and answers as a test says. */
import { createBirpc } from 'birpc'
import { vi } from 'vitest'
import { createPdfChannel } from '../parts/content/pdf-calls'
import type { PdfCalls } from '../parts/content/pdf-calls'

const never = () => new Promise<never>(() => {})

/** A promise that never settles is a file that keeps it busy. */
export class FakePdfWorker extends EventTarget {
  static all: FakePdfWorker[] = []
  /** A missing one keeps it busy. */
  static calls: Partial<PdfCalls>
  isTerminated = false

  constructor() {
    super()
    FakePdfWorker.all.push(this)
  }

  /** Until `vi.unstubAllGlobals`. */
  static install(): void {
    FakePdfWorker.all = []
    vi.stubGlobal('Worker', FakePdfWorker)
  }

  postMessage(_message: unknown, [port]: readonly [MessagePort]): void {
    const all = { open: never, draw: never, read: never, readOffice: never, ...FakePdfWorker.calls }
    createBirpc<Record<string, never>, PdfCalls>(all, createPdfChannel(port))
  }

  terminate(): void {
    this.isTerminated = true
  }
}
