import '../testing/load-lazy-parts'
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeFailure, installFakeBridge } from '../testing/fake-bridge'
import { FakePdfWorker } from '../testing/fake-pdf-worker'
import { sampleShownMessage } from '../testing/sample-messages'
import { show } from '../testing/show'
import { subscribe } from '../bridge/subscribe'
import { clearAttachments } from '../conversation/content/attachments-view-store'
import { forgetFileProblems } from '../conversation/files/file-problems-view-store'
import { setDraft } from '../conversation/content/drafts-view-store'
import { Layout } from './layout'
import { navigate, useNavigation } from './navigation-view-store'

const initialNavigation = useNavigation.getInitialState()

beforeEach(() => {
  useNavigation.setState({ ...initialNavigation, isSidebarShown: true }, true)
  for (const id of ['c1', 'c3']) {
    setDraft(id, '')
    clearAttachments(id)
    forgetFileProblems(id)
  }
})

afterEach(() => vi.unstubAllGlobals())

/** The host's detection: everything is text, except files named as a picture or rejected. */
async function openWindow() {
  const bridge = installFakeBridge()
  bridge.handle({
    'file.add': ({ fileId, name, size, offset, data, pdfWords }) => {
      if (name.endsWith('.exe')) throw new FakeFailure('FILE_REFUSED', `“${name}” isn't text.`)
      const isWhole = offset + atob(data).length === size
      if (!isWhole) return null
      const found = { fileId, name, mimeType: name.endsWith('.png') ? 'image/png' : 'text/plain', size }
      if (pdfWords === undefined) return found
      const pdf = pdfWords === size ? 'words' : pdfWords === 0 ? 'pages' : 'both'
      return { ...found, mimeType: 'application/pdf', pdf }
    },
    'file.show': () => [{ type: 'text', text: '[File "notes.txt"] as it will be sent' }]
  })
  const view = show(<Layout />)
  const { ready } = subscribe()
  await act(async () => ready)
  act(() => navigate.toConversation('c3'))
  return { bridge, ...view }
}

const messageBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const chipTexts = () =>
  within(screen.getByRole('list', { name: 'Attached to this message' }))
    .getAllByRole('listitem')
    .map((chip) => chip.textContent)
const textFile = (words: string, name = 'notes.txt') => new File([words], name, { type: 'text/plain' })

test('shows files from the dialog as chips, opens and removes them, and sends them with the message', async () => {
  const { bridge, person } = await openWindow()
  const button = screen.getByRole('button', { name: 'Add files' })
  expect(button.getAttribute('data-tooltip')).toContain('Text and code up to 4.0 MB')
  await person.upload(screen.getByLabelText('Files'), [
    textFile('a'.repeat(1_200_000)),
    textFile('b', 'b.md')
  ])
  expect(chipTexts()).toEqual(['notes.txt1.2 MB', 'b.md1 byte'])
  await person.click(await screen.findByRole('button', { name: 'Preview notes.txt' }))
  const dialog = await screen.findByRole('dialog', { name: 'notes.txt as sent to the model' })
  await within(dialog).findByText('[File "notes.txt"] as it will be sent')
  await person.click(within(dialog).getByRole('button', { name: 'Close' }))
  await person.click(screen.getByRole('button', { name: 'Remove b.md' }))
  expect(document.activeElement).toBe(messageBox())
  const pieces = bridge.inputsOf('file.add').filter(({ name }) => name === 'notes.txt')
  expect(pieces.map(({ offset }) => offset)).toEqual([0, 524_288, 1_048_576])
  expect(pieces.map(({ data }) => atob(data)).join('')).toBe('a'.repeat(1_200_000))
  await person.type(messageBox(), 'Read it{Enter}')
  await waitFor(() => expect(bridge.inputsOf('conversation.send')).toHaveLength(1))
  expect(bridge.inputsOf('conversation.send')[0]).toMatchObject({
    text: 'Read it',
    files: [pieces[0]!.fileId]
  })
  expect(bridge.inputsOf('file.remove')).toHaveLength(1)
  expect(screen.queryByRole('list', { name: 'Attached to this message' })).toBeNull()
})

test('says why a file can’t be added, and loses nothing else', async () => {
  const { bridge, person } = await openWindow()
  await person.type(messageBox(), 'My words')
  await person.upload(screen.getByLabelText('Files'), [textFile('x', 'run.exe'), textFile('y')])
  expect((await screen.findByRole('alert')).textContent).toContain("“run.exe” isn't text.")
  await waitFor(() => expect(chipTexts()).toEqual(['notes.txt1 byte']))
  expect(messageBox().value).toBe('My words')
  await person.upload(
    screen.getByLabelText('Files'),
    Array.from({ length: 21 }, (_, index) => textFile('z', `${index}.txt`))
  )
  await waitFor(() => expect(chipTexts()).toHaveLength(20))
  expect(screen.getByRole('alert').textContent).toContain('a message can have at most 20 files')
  bridge.handle({
    'conversation.send': () => {
      throw new FakeFailure('HISTORY_UNAVAILABLE', 'The disk is full.')
    }
  })
  await person.type(messageBox(), '{Enter}')
  await screen.findByText('The disk is full.')
  expect(chipTexts()).toHaveLength(20)
  expect(messageBox().value).toBe('My words')
})

test('delays sending while a file arrives', async () => {
  const { bridge, person } = await openWindow()
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  bridge.handle({
    'file.add': async ({ fileId, name, size }) => {
      await arrived
      return { fileId, name, size, mimeType: 'text/plain' }
    }
  })
  await person.upload(screen.getByLabelText('Files'), textFile('late'))
  await person.type(messageBox(), 'Go{Enter}')
  expect(bridge.inputsOf('conversation.send')).toEqual([])
  arrive()
  await waitFor(() =>
    expect(bridge.inputsOf('conversation.send')).toMatchObject([{ files: [expect.any(String)] }])
  )
})

function paste(data: { text?: string; files?: File[] }) {
  const clipboardData = { getData: () => data.text ?? '', files: data.files ?? [] }
  const event = createEvent.paste(messageBox(), { clipboardData })
  fireEvent(messageBox(), event)
  return event
}

test('attaches a pasted picture and a long pasted text, and keeps short text as text', async () => {
  const { person } = await openWindow()
  expect(paste({ text: 'short' }).defaultPrevented).toBe(false)
  // As spreadsheet programs do; they mean the text.
  expect(paste({ text: 'a\tb', files: [textFile('p', 'table.png')] }).defaultPrevented).toBe(false)
  expect(paste({ files: [textFile('p', 'image.png')] }).defaultPrevented).toBe(true)
  const long = 'long '.repeat(2_001)
  expect(paste({ text: long }).defaultPrevented).toBe(true)
  await waitFor(() => expect(chipTexts()).toEqual(['image.png1 byte', 'Pasted text.txt10 kB']))
  await person.click(screen.getByRole('button', { name: 'Insert Pasted text.txt into the message' }))
  expect(messageBox().value).toBe(long)
  expect(chipTexts()).toEqual(['image.png1 byte'])
})

test('adds files that are dropped on the window, but not folders', async () => {
  await openWindow()
  const file = textFile('dropped')
  const items = [
    { kind: 'file', getAsFile: () => file },
    { kind: 'file', getAsFile: () => file, webkitGetAsEntry: () => ({ isDirectory: true }) }
  ]
  const dataTransfer = { types: ['Files'], items, files: [file] }
  fireEvent.dragOver(window, { dataTransfer })
  screen.getByText('Drop to add to the message')
  fireEvent.drop(window, { dataTransfer })
  expect(screen.queryByText('Drop to add to the message')).toBeNull()
  await waitFor(() => expect(chipTexts()).toEqual(['notes.txt7 bytes']))
})

test('keeps files with their drafts, per conversation', async () => {
  const { person } = await openWindow()
  await person.upload(screen.getByLabelText('Files'), textFile('kept'))
  act(() => navigate.toConversation('c1'))
  expect(screen.queryByRole('list', { name: 'Attached to this message' })).toBeNull()
  act(() => navigate.toConversation('c3'))
  await waitFor(() => expect(chipTexts()).toEqual(['notes.txt4 bytes']))
})

const never = () => new Promise<never>(() => {})
const pdf = (name = 'report.pdf') => textFile('%PDF-1.7 and so on', name)
/** Larger than what is sent as a PDF. */
const largePdf = () => textFile(`%PDF-1.7${'x'.repeat(10_000_000)}`, 'report.pdf')
const opened = (pageCount: number) => async () => ({ type: 'opened', pageCount }) as const

test('sends the text of a PDF page by page, read in a worker that ends, and the file after it', async () => {
  const { bridge, person } = await openWindow()
  FakePdfWorker.install()
  const pages = ['First words', null, 'Grüße']
  FakePdfWorker.calls = {
    open: opened(3),
    draw: never,
    read: async (page) => {
      const text = pages[page - 1] ?? null
      return text === null ? { type: 'refused', why: 'page' } : { type: 'read', text }
    }
  }
  await person.upload(screen.getByLabelText('Files'), pdf('no-ending'))
  await waitFor(() => expect(chipTexts()).toEqual(['no-endingPDF · 96 bytes']))
  const [piece] = bridge.inputsOf('file.add')
  expect(piece).toMatchObject({ name: 'no-ending', pdfWords: 78 })
  const sent = new TextDecoder().decode(Uint8Array.from(atob(piece!.data), (byte) => byte.charCodeAt(0)))
  expect(sent).toBe(
    "[Page 1 of 3]\nFirst words\n\n[Page 2 of 3 can't be read]\n\n\n[Page 3 of 3]\nGrüße%PDF-1.7 and so on"
  )
  expect(FakePdfWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true])
})

test.each<[string, Partial<typeof FakePdfWorker.calls>, string]>([
  ['locked', { open: async () => ({ type: 'refused', why: 'password' }) }, 'password-protected'],
  ['damaged', { open: async () => ({ type: 'refused', why: 'damaged' }) }, "can't be read as a PDF"],
  ['scanned', { read: async () => ({ type: 'read', text: '' }) }, 'contains only images, no text'],
  ['endless', { read: async () => ({ type: 'read', text: 'x'.repeat(3_000_000) }) }, 'longer than 4.0 MB']
])('does not add a PDF that is %s, says why, and ends its worker', async (_, calls, reason) => {
  const { bridge, person } = await openWindow()
  FakePdfWorker.install()
  FakePdfWorker.calls = { open: opened(2), draw: never, read: never, ...calls }
  await person.upload(screen.getByLabelText('Files'), largePdf())
  expect((await screen.findByRole('alert')).textContent).toMatch(
    new RegExp(`^“report.pdf” wasn't added: .*${reason}`)
  )
  expect(screen.queryByRole('list', { name: 'Attached to this message' })).toBeNull()
  expect(bridge.inputsOf('file.add')).toEqual([])
  expect(FakePdfWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true])
})

test('sends a PDF without text as its pages only', async () => {
  const { bridge, person } = await openWindow()
  FakePdfWorker.install()
  FakePdfWorker.calls = { open: opened(1), draw: never, read: async () => ({ type: 'read', text: '' }) }
  await person.upload(screen.getByLabelText('Files'), pdf())
  await waitFor(() => expect(chipTexts()).toEqual(['report.pdfPDF · 18 bytes']))
  expect(bridge.inputsOf('file.add')).toMatchObject([{ pdfWords: 0, size: 18 }])
})

test('sends only the text of a PDF with more pages than models accept, and nothing without text', async () => {
  const { bridge, person } = await openWindow()
  FakePdfWorker.install()
  FakePdfWorker.calls = { open: opened(101), draw: never, read: async () => ({ type: 'read', text: 'x' }) }
  await person.upload(screen.getByLabelText('Files'), pdf('long.pdf'))
  await waitFor(() => expect(bridge.inputsOf('file.add')).toHaveLength(1))
  const [{ size, pdfWords } = { size: 0, pdfWords: -1 }] = bridge.inputsOf('file.add')
  expect(pdfWords).toBe(size)
  FakePdfWorker.calls = { ...FakePdfWorker.calls, read: async () => ({ type: 'read', text: '' }) }
  await person.upload(screen.getByLabelText('Files'), pdf('scan.pdf'))
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^“scan.pdf” wasn't added: .*more than 100 pages/
  )
  expect(bridge.inputsOf('file.add')).toHaveLength(1)
})

test('ends the worker of a PDF that is removed while it is read, and sends nothing from it', async () => {
  const { bridge, person } = await openWindow()
  FakePdfWorker.install()
  let go = () => {}
  const read = vi.fn(
    () =>
      new Promise<{ type: 'read'; text: string }>(
        (resolve) => (go = () => resolve({ type: 'read', text: 'w' }))
      )
  )
  FakePdfWorker.calls = { open: opened(9), draw: never, read }
  await person.upload(screen.getByLabelText('Files'), pdf())
  await waitFor(() => expect(read).toHaveBeenCalledTimes(1))
  await person.click(screen.getByRole('button', { name: 'Remove report.pdf' }))
  go()
  await waitFor(() => expect(FakePdfWorker.all[0]?.isTerminated).toBe(true))
  expect(read).toHaveBeenCalledTimes(1)
  expect(bridge.inputsOf('file.add')).toEqual([])
})

const office = (name = 'plan.docx') => new File(['PK\u0003\u0004 and so on'], name)

test('sends the text of an office document, read in a worker that ends after that', async () => {
  const { bridge, person } = await openWindow()
  FakePdfWorker.install()
  FakePdfWorker.calls = { readOffice: async () => ({ type: 'read', text: 'The plan' }) }
  await person.upload(screen.getByLabelText('Files'), office())
  await waitFor(() => expect(chipTexts()).toEqual(['plan.docxWord document, as text · 8 bytes']))
  const [piece] = bridge.inputsOf('file.add')
  expect(piece).toMatchObject({ name: 'plan.docx', size: 8, data: btoa('The plan') })
  expect(FakePdfWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true])
})

test.each([
  ['kind', 'it is an archive, not an office document'],
  ['large', 'an office document can have at most 20.0 MB'],
  ['long', 'longer than 4.0 MB'],
  ['empty', 'contains no text']
] as const)('does not add an office document rejected as %s, and says why', async (why, reason) => {
  const { bridge, person } = await openWindow()
  FakePdfWorker.install()
  FakePdfWorker.calls = { readOffice: async () => ({ type: 'refused', why }) }
  await person.upload(screen.getByLabelText('Files'), office())
  expect((await screen.findByRole('alert')).textContent).toContain(reason)
  expect(bridge.inputsOf('file.add')).toEqual([])
})

/** The beginning of a compound file and the name of one of its parts. */
const compoundFile = (name: string, part: string) => {
  const letters = Uint16Array.from(part, (letter) => letter.charCodeAt(0))
  const bytes = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(letters.buffer)]
  return new File([Uint8Array.from(bytes)], name)
}

test.each([
  [
    'letter.doc',
    'WordDocument',
    'Save it as docx, xlsx, pptx or PDF in Office or LibreOffice, and add that file'
  ],
  ['sums.xls', 'Workbook', 'Save it as docx, xlsx, pptx or PDF in Office or LibreOffice, and add that file'],
  [
    'sums-of-95.xls',
    'Book',
    'Save it as docx, xlsx, pptx or PDF in Office or LibreOffice, and add that file'
  ],
  [
    'talk.ppt',
    'PowerPoint Document',
    'Save it as docx, xlsx, pptx or PDF in Office or LibreOffice, and add that file'
  ],
  ['secret.docx', 'EncryptedPackage', 'password-protected. Save a copy without a password, and add the copy']
])('rejects %s before reading it, and says what to do', async (name, part, whatToDo) => {
  const { bridge, person } = await openWindow()
  await person.upload(screen.getByLabelText('Files'), compoundFile(name, part))
  const told = (await screen.findByRole('alert')).textContent
  expect(told).toContain(`“${name}” wasn't added`)
  expect(told).toContain(whatToDo)
  expect(bridge.inputsOf('file.add')).toEqual([])
})

test('rejects files above the total limit, beginning with the one that exceeds it', async () => {
  const { person } = await openWindow()
  const large = (name: string) => textFile('a'.repeat(6_000_000), name)
  await person.upload(screen.getByLabelText('Files'), [large('1'), large('2'), large('3'), textFile('b')])
  await waitFor(() => expect(chipTexts()).toEqual(['16.0 MB', '26.0 MB', 'notes.txt1 byte']))
  expect(screen.getByRole('alert').textContent).toContain(
    "“3” wasn't added: the files of a message can have at most 15.0 MB together."
  )
})

test('shows a file in its message with its size, and its content on request', async () => {
  const { bridge, person } = await openWindow()
  const part = {
    type: 'file',
    name: 'notes.txt',
    mimeType: 'text/plain',
    size: 12,
    text: 'What it says',
    data: null
  } as const
  act(() =>
    bridge.emit('message.changed', sampleShownMessage({ id: 'm9', conversationId: 'c3', parts: [part] }))
  )
  const card = await screen.findByRole('group', { name: 'File notes.txt' })
  expect(card.textContent).toContain('Text · 12 bytes')
  await person.click(within(card).getByRole('button', { name: /notes\.txt/ }))
  within(card).getByText('What it says')
})

test.each([
  ['plan.docx', 'Word document, as text'],
  ['costs.ODS', 'Spreadsheet, as text'],
  ['talk.pptx', 'Presentation, as text']
])('names %s by what it is, and saves its text as text', async (name, kind) => {
  const { bridge, person } = await openWindow()
  bridge.handle({ 'app.save-file': () => ({ path: null }) })
  const part = {
    type: 'file',
    name,
    mimeType: 'text/plain',
    size: 12,
    text: 'Its words',
    data: null
  } as const
  act(() =>
    bridge.emit('message.changed', sampleShownMessage({ id: 'm9', conversationId: 'c3', parts: [part] }))
  )
  const card = await screen.findByRole('group', { name: `File ${name}` })
  expect(card.textContent).toContain(`${kind} · 12 bytes`)
  await person.click(within(card).getByRole('button', { name: new RegExp(name) }))
  await person.click(within(card).getByRole('button', { name: 'Save as…' }))
  expect(bridge.inputsOf('app.save-file')).toMatchObject([{ suggestedName: `${name}.txt` }])
})

test('shows the pages of a PDF that is sent as pages in its preview at once', async () => {
  const blob = btoa('%PDF-1.7')
  FakePdfWorker.install()
  FakePdfWorker.calls = { open: opened(1) }
  const { bridge, person } = await openWindow()
  bridge.handle({
    'file.add': ({ fileId, name, size }) => ({
      fileId,
      name,
      size,
      mimeType: 'application/pdf',
      pdf: 'pages' as const
    }),
    'file.show': () => [{ type: 'resource', uri: 'scan.pdf', mimeType: 'application/pdf', text: null, blob }]
  })
  await person.upload(screen.getByLabelText('Files'), textFile('words', 'scan.pdf'))
  await person.click(await screen.findByRole('button', { name: 'Preview scan.pdf' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'scan.pdf as sent to the model' }))
  expect(await dialog.findByRole('group', { name: 'Pages of scan.pdf' })).toBeTruthy()
})
