import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileLimits } from '../../../app/contract/limits'
import type { PdfCalls } from '../../parts/content/pdf-calls'
import { FakePdfWorker } from '../../testing/fake-pdf-worker'
import { readPdf } from './pdf-text'

beforeEach(() => FakePdfWorker.install())
afterEach(() => void vi.unstubAllGlobals())

function answer(pageCount: number, text: string | null): void {
  const read: PdfCalls['read'] = async () =>
    text === null ? { type: 'refused', why: 'page' } : { type: 'read', text }
  FakePdfWorker.calls = { open: async () => ({ type: 'opened', pageCount }), read }
}

const pdf = (size = 100) => Object.defineProperty(new File(['%PDF-1.7'], 'scan.pdf'), 'size', { value: size })

async function read(file = pdf()) {
  const { words, whole } = (await readPdf(file, () => true)) ?? {}
  return { words: await words?.text(), wholeSize: whole?.size }
}

test('sends the text of a PDF page by page, with the PDF for models that accept it', async () => {
  answer(2, 'Hello')
  expect(await read()).toEqual({ words: '[Page 1 of 2]\nHello\n\n[Page 2 of 2]\nHello', wholeSize: 100 })
})

test.each([
  ['without text', 2, ''],
  ['whose pages cannot be read', 2, null],
  ['with as many pages as a model accepts', fileLimits.pdfPages, '']
])('sends a PDF %s whole', async (_case, pageCount, text) => {
  answer(pageCount, text)
  expect(await read()).toEqual({ words: '', wholeSize: 100 })
})

test('sends only the text of a PDF that is too long to go whole', async () => {
  answer(fileLimits.pdfPages + 1, 'Hello')
  expect(await read()).toMatchObject({ wholeSize: 0 })
  answer(1, 'Hello')
  expect(await read(pdf(fileLimits.wholePdf + 1))).toMatchObject({ wholeSize: 0 })
})

test('refuses a PDF without text that is too long to go whole, and says why', async () => {
  answer(fileLimits.pdfPages + 1, '')
  await expect(readPdf(pdf(), () => true)).rejects.toMatchObject({ why: 'pages' })
  answer(1, '')
  await expect(readPdf(pdf(fileLimits.wholePdf + 1), () => true)).rejects.toMatchObject({ why: 'empty' })
})

test('reads no further page of a PDF that the user removed', async () => {
  answer(2, 'Hello')
  expect(await readPdf(pdf(), () => false)).toBeNull()
})
