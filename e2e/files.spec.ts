/** The user's files: pasted, dropped and chosen, sent with a message, and there after a restart. */
import { strToU8, zipSync } from 'fflate'
import type { ElectronApplication, Page } from 'playwright/test'
import { asianPdf } from '../app/testing/asian-pdf'
import { say } from './fixtures/model'
import { lookAt } from './pictures'
import { expect, sharedTest as test } from './test'
import { answers, chips, messageBox, personMessages, sendMessage } from './window'

const line = 'The two-megabyte text goes on, line by line.\n'

test('sends a pasted image and 2 MB of pasted text to the model, shows them in the message and keeps them over a restart', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[say('A red square, and a long text.')], [say('Still red.')]])
  workspace.writeSettings({ ...model.settings })
  const first = await start()
  const { app, window } = first
  await messageBox(window).click()
  await pasteImage(window)
  await expect(chips(window)).toHaveText([/image\.png/])
  const text = `${line.repeat(Math.ceil(2_000_000 / line.length))}The last line.`
  await app.evaluate(({ clipboard }, words) => clipboard.writeText(words), text)
  await window.keyboard.press('ControlOrMeta+V')
  await expect(chips(window)).toHaveText([/image\.png/, /Pasted text\.txt2\.0 MB/])
  await expect(messageBox(window)).toHaveValue('')

  await window.getByRole('button', { name: 'Preview image.png' }).click()
  const preview = window.getByRole('dialog', { name: 'image.png as sent to the model' })
  await expect(preview.getByRole('img')).toBeVisible()
  await lookAt(window, 'preview')
  await preview.getByRole('button', { name: 'Close' }).click()
  await sendMessage(window, 'What is this?')
  await expect(answers(window).last()).toContainText('A red square')
  const sent = JSON.stringify(model.requests()[0])
  expect(sent).toContain('"media_type":"image/png"')
  expect(sent).toContain(JSON.stringify(text).slice(1, -1))
  expect(sent).toContain('[File \\"Pasted text.txt\\"')
  await expectShown(window)
  await lookAt(window, 'sent')
  await first.quit()

  const second = await start()
  await expectShown(second.window)
  await sendMessage(second.window, 'And now?')
  await expect(answers(second.window).last()).toContainText('Still red.')
  const again = JSON.stringify(model.requests()[1])
  expect(again).toContain('"media_type":"image/png"')
  expect(again).toContain('The last line.')
})

/** A red square, as the browser delivers a copied picture. */
async function pasteImage(window: Page): Promise<void> {
  await messageBox(window).evaluate(async (box) => {
    const canvas = new OffscreenCanvas(40, 40)
    const drawing = canvas.getContext('2d')
    if (drawing === null) throw new Error('nothing can be drawn')
    drawing.fillStyle = 'red'
    drawing.fillRect(0, 0, 40, 40)
    const clipboardData = new DataTransfer()
    const picture = await canvas.convertToBlob({ type: 'image/png' })
    clipboardData.items.add(new File([picture], 'image.png', { type: 'image/png' }))
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
}

async function expectShown(window: Page): Promise<void> {
  const message = personMessages(window).first()
  await expect(message.getByRole('group', { name: 'File image.png' }).getByRole('img')).toBeVisible()
  const card = message.getByRole('group', { name: 'File Pasted text.txt' })
  await expect(card).toContainText('Text · 2.0 MB')
}

test("shows chosen and dropped files as chips, says why one can't be attached, and sends the rest", async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[say('Read.')]])
  workspace.writeSettings({ ...model.settings })
  const { app, window } = await start()
  const chosen = window.getByLabel('Files', { exact: true })
  const opened = window.waitForEvent('filechooser')
  await window.getByRole('button', { name: 'Add files', exact: true }).click()
  await (
    await opened
  ).setFiles([
    { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Tea\n\nDarjeeling.') },
    { name: 'paper.docx', mimeType: 'application/msword', buffer: Buffer.from('PK\x03\x04rest') },
    { name: 'plan.docx', mimeType: 'application/msword', buffer: wordDocument('Buy tea') }
  ])
  await expect(chips(window)).toHaveText([/notes\.md/, /plan\.docx/])
  await window.getByRole('button', { name: 'Preview plan.docx' }).click()
  await expect(window.getByRole('dialog', { name: 'plan.docx as sent to the model' })).toContainText(
    'Buy tea'
  )
  await lookAt(window, 'office')
  await window.keyboard.press('Escape')
  await window.getByRole('button', { name: 'Remove plan.docx' }).click()
  await expect(window.getByRole('alert')).toContainText(
    "“paper.docx” wasn't added: it can't be read as an office document"
  )
  await lookAt(window, 'refused')
  await chosen.setInputFiles([{ name: 'gone.txt', mimeType: 'text/plain', buffer: Buffer.from('gone') }])
  await expect(window.getByRole('alert')).toHaveCount(0)
  await window.getByRole('button', { name: 'Remove gone.txt' }).click()
  await dragOver(window, 'dragover')
  await expect(window.getByText('Drop to add to the message')).toBeVisible()
  await lookAt(window, 'drop')
  await dragOver(window, 'drop')
  await expect(chips(window)).toHaveText([/notes\.md/, /code\.ts/])
  const report = await printedPdf(app)
  await chosen.setInputFiles([{ name: 'report.pdf', mimeType: 'application/pdf', buffer: report }])
  await expect(chips(window).last()).toHaveText(/report\.pdfPDF/)
  await window.getByRole('button', { name: 'Preview report.pdf' }).click()
  const preview = window.getByRole('dialog', { name: 'report.pdf as sent to the model' })
  await expect(preview).toContainText('Add your first server')
  await lookAt(window, 'words of a PDF')
  await preview.getByRole('button', { name: 'Close' }).click()
  await chosen.setInputFiles([
    { name: '你好.pdf', mimeType: 'application/pdf', buffer: asianPdf('你好世界') }
  ])
  await window.getByRole('button', { name: 'Preview 你好.pdf' }).click()
  const chinese = window.getByRole('dialog', { name: '你好.pdf as sent to the model' })
  await expect(chinese).toContainText('你好世界')
  await chinese.getByRole('button', { name: 'Close' }).click()
  await window.getByRole('button', { name: 'Remove 你好.pdf' }).click()
  await lookAt(window, 'chips')
  await sendMessage(window, 'Read these.')
  await expect(answers(window).last()).toContainText('Read.')
  const sent = JSON.stringify(model.requests()[0])
  expect(sent).toContain('Darjeeling.')
  expect(sent).toContain('let dropped = true')
  expect(sent).not.toContain('gone')
  expect(sent).toContain('[File \\"report.pdf\\", application/pdf')
  // This model takes PDFs: it gets the pages as images.
  expect(sent).toContain(report.toString('base64'))
  await personMessages(window)
    .getByRole('button', { name: /notes\.md/ })
    .click()
  await expect(personMessages(window).getByRole('heading', { name: 'Tea' })).toBeVisible()
  await lookAt(window, 'message')
})

/** The window on paper: a PDF as programs make them. */
async function printedPdf(app: ElectronApplication): Promise<Buffer> {
  const printed = await app.evaluate(async ({ BrowserWindow }) => {
    const pdf = await BrowserWindow.getAllWindows()[0]?.webContents.printToPDF({})
    return pdf?.toString('base64') ?? ''
  })
  return Buffer.from(printed, 'base64')
}

async function dragOver(window: Page, type: 'dragover' | 'drop'): Promise<void> {
  await window.evaluate((name) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['let dropped = true'], 'code.ts', { type: 'text/plain' }))
    document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
  }, type)
}

function wordDocument(words: string): Buffer {
  const part = `<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:body></w:document>`
  return Buffer.from(zipSync({ 'word/document.xml': strToU8(part) }))
}
