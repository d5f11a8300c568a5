/** Stands where the worker for PDFs is started, and answers as a test says. */
import { createBirpc } from 'birpc'
import { vi } from 'vitest'
import { channelOf } from '../parts/content/pdf-calls'
import type { PdfCalls } from '../parts/content/pdf-calls'

/** A promise that never settles is a file that keeps it busy. */
export class FakePdfWorker extends EventTarget {
  static all: FakePdfWorker[] = []
  static calls: PdfCalls
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
    createBirpc<Record<string, never>, PdfCalls>(FakePdfWorker.calls, channelOf(port))
  }

  terminate(): void {
    this.isTerminated = true
  }
}
