import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakePdfWorker } from '../../testing/fake-pdf-worker'
import { show } from '../../testing/show'
import { ContentsView } from './contents-view'
import type { DrawOutcome, OpenOutcome, PdfCalls } from './pdf-calls'

/** Everything is in view, because a test page has no layout. */
class EagerObserver {
  constructor(seen: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
    this.observe = () => queueMicrotask(() => seen([{ isIntersecting: true }]))
  }

  observe: () => void
  disconnect(): void {}
}

beforeEach(() => {
  FakePdfWorker.install()
  vi.stubGlobal('IntersectionObserver', EagerObserver)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const sample = btoa('%PDF-1.7 and so on')

function answer(outcome: OpenOutcome, draw: PdfCalls['draw'] = async () => drawn()): void {
  FakePdfWorker.calls = { open: async () => outcome, draw, read: never }
}

/** A picture as it arrives: numbers, no functions. */
function drawn(): DrawOutcome {
  return { type: 'drawn', bitmap: { width: 20, height: 30 } as ImageBitmap }
}

const refused = (why: 'page' | 'complex') => ({ type: 'refused', why }) as const

function showPdf(data = sample) {
  const contents = [{ uri: 'a://report.pdf', mimeType: 'application/pdf', text: null, blob: data }]
  return show(<ContentsView contents={contents} name="report.pdf" />)
}

const never = () => new Promise<never>(() => {})

test('shows each page as a labelled picture in a list that the keyboard scrolls, and can save the file', async () => {
  answer({ type: 'opened', pageCount: 3 })
  showPdf()
  const pages = await screen.findByRole('group', { name: 'Pages of report.pdf' })
  expect(pages.tabIndex).toBe(0)
  for (const page of [1, 2, 3]) {
    const figure = screen.getByRole('figure', { name: `Page ${page} of 3` })
    await waitFor(() => expect(figure.getAttribute('aria-busy')).toBe('false'))
    expect(figure.querySelector('canvas')?.width).toBe(20)
  }
  expect(screen.getByRole('button', { name: 'Save as…' })).toBeTruthy()
  // Nothing is left to draw.
  await waitFor(() => expect(FakePdfWorker.all[0]?.isTerminated).toBe(true))
})

test('shows the first 20 pages of a long file, and says what to do about the others', async () => {
  answer({ type: 'opened', pageCount: 57 })
  showPdf()
  expect(await screen.findAllByRole('figure')).toHaveLength(20)
  expect(screen.getByText('The first 20 of 57 pages. Save the PDF to read the others.')).toBeTruthy()
})

test.each([
  ['password', "The PDF is password-protected, so Parley can't display it."],
  ['damaged', "This file can't be displayed as a PDF."]
] as const)('shows the bytes of a rejected file (%s), with a reason', async (why, sentence) => {
  answer({ type: 'refused', why })
  showPdf()
  expect(await screen.findByText(new RegExp(sentence))).toBeTruthy()
  expect(screen.getByRole('group', { name: 'First bytes' }).textContent).toContain('25 50 44 46')
  expect(screen.getByRole('button', { name: 'Save as…' })).toBeTruthy()
  expect(FakePdfWorker.all[0]?.isTerminated).toBe(true)
})

test('ends only the worker of a file that keeps it busy, and shows the bytes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  FakePdfWorker.calls = { open: never, draw: never, read: never }
  showPdf()
  await act(() => vi.advanceTimersByTimeAsync(14_000))
  expect(FakePdfWorker.all[0]?.isTerminated).toBe(false)
  await act(() => vi.advanceTimersByTimeAsync(1_001))
  expect(FakePdfWorker.all[0]?.isTerminated).toBe(true)
  expect(screen.getByText(/Displaying it took longer than 15 seconds and was stopped\./)).toBeTruthy()
})

test("says in its place that a page can't be drawn, and shows the bytes if the first page fails", async () => {
  answer({ type: 'opened', pageCount: 2 }, async (page) => (page === 2 ? refused('page') : drawn()))
  const { unmount } = showPdf()
  expect(await screen.findByText("This page can't be displayed.")).toBeTruthy()
  expect(screen.getByRole('figure', { name: 'Page 1 of 2' }).querySelector('canvas')).not.toBeNull()
  unmount()

  answer({ type: 'opened', pageCount: 2 }, async () => refused('page'))
  showPdf()
  expect(await screen.findByText(/This page can't be displayed\. .*application\/pdf, 18 bytes/)).toBeTruthy()
})

test('ends a worker that is busy with a page of too many parts, and keeps drawn pages', async () => {
  answer({ type: 'opened', pageCount: 3 }, async (page) => (page === 2 ? refused('complex') : drawn()))
  showPdf()
  expect(await screen.findAllByText('This page has too many parts to be displayed.')).toHaveLength(2)
  expect(screen.getByRole('figure', { name: 'Page 1 of 3' }).querySelector('canvas')?.width).toBe(20)
  expect(FakePdfWorker.all[0]?.isTerminated).toBe(true)
})

test('reports a crashed worker, and ends the worker when the view is removed', async () => {
  FakePdfWorker.calls = { open: never, draw: never, read: never }
  const { unmount } = showPdf()
  await waitFor(() => expect(FakePdfWorker.all).toHaveLength(1))
  FakePdfWorker.all[0]?.dispatchEvent(new Event('error'))
  expect(
    await screen.findByText(/The part of Parley that displays PDFs stopped while opening this one\./)
  ).toBeTruthy()
  unmount()

  const other = showPdf()
  await waitFor(() => expect(FakePdfWorker.all).toHaveLength(2))
  other.unmount()
  expect(FakePdfWorker.all[1]?.isTerminated).toBe(true)
})

test('starts no worker for a file beyond 20 MB or one too many at a time', async () => {
  answer({ type: 'opened', pageCount: 2 }, never)
  showPdf('JVBERi0x'.repeat(3_400_000)).unmount()
  showPdf('JVBERi0x'.repeat(3_400_000))
  expect(await screen.findByText(/PDFs larger than 20 MB aren't displayed\./)).toBeTruthy()
  expect(FakePdfWorker.all).toHaveLength(0)

  const six = Array.from({ length: 6 }, () => showPdf())
  await waitFor(() => expect(FakePdfWorker.all).toHaveLength(6))
  showPdf()
  expect(await screen.findByText(/6 PDFs are open\. Close one of them/)).toBeTruthy()
  expect(FakePdfWorker.all).toHaveLength(6)
  for (const { unmount } of six) unmount()
  showPdf()
  await waitFor(() => expect(FakePdfWorker.all).toHaveLength(7))
})
