/** Conversations of another program are imported, searched, continued and exported as a file. */
import fs from 'node:fs'
import { chatGptConversation, createZip } from '../app/testing/chatgpt-archive'
import { say } from './fixtures/model'
import { expect, test } from './test'
import { answers, conversationList, sendMessage } from './window'

test('imports 100 conversations of a ChatGPT archive once, and says what to do about a broken archive', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[say('We go on.')]])
  workspace.writeSettings(model.settings)
  const archive = workspace.file('chatgpt.zip')
  const talks = JSON.stringify(Array.from({ length: 100 }, (_, index) => chatGptConversation(index + 1)))
  fs.writeFileSync(archive, createZip({ 'chat.html': '<p>', 'conversations.json': talks }))
  const broken = workspace.file('broken.json')
  fs.writeFileSync(broken, talks.slice(0, talks.length / 2))
  const exported = workspace.file('exported.html')
  const { app, window } = await start()
  const choose = (file: string) =>
    app.evaluate(
      ({ dialog }, { chosen, target }) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: target })
      },
      { chosen: file, target: exported }
    )

  await choose(archive)
  await window.keyboard.press('Control+K')
  const words = window.getByRole('dialog').getByRole('combobox')
  await words.fill('Import conversations')
  await words.press('Enter')
  const dialog = window.getByRole('dialog', { name: 'Import conversations' })
  const button = dialog.getByRole('button', { name: 'Choose file…' })
  await button.click()
  await expect(dialog.getByRole('status')).toContainText('100 conversations were imported.')
  await window.screenshot({ path: test.info().outputPath('imported.png') })
  await button.click()
  await expect(dialog.getByRole('status')).toContainText('100 conversations were already here.')
  await choose(broken)
  await button.click()
  await expect(
    dialog.getByText(/“broken\.json” ends in the middle .* Download the export again/)
  ).toBeVisible()
  await window.keyboard.press('Escape')
  // Text typed while the old box is still there goes into it.
  await expect(dialog).toBeHidden()

  await window.getByRole('searchbox', { name: 'Search conversations' }).fill('second question 87')
  await conversationList(window)
    .getByRole('button', { name: /Imported talk 87/ })
    .first()
    .click()
  await expect(answers(window).last()).toContainText('Answer 87 of the talk')
  await expect(answers(window).last()).toContainText('Imported from ChatGPT')
  await window.screenshot({ path: test.info().outputPath('talk.png') })
  await sendMessage(window, 'And now?')
  await expect(answers(window).last()).toContainText('We go on.')
  expect(JSON.stringify(model.requests().at(-1))).toContain('Second question of talk 87')

  await conversationList(window)
    .getByRole('button', { name: /Imported talk 87/ })
    .first()
    .click({ button: 'right' })
  await window.getByRole('menuitem', { name: 'Export…' }).click()
  await window.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Web page' }).click()
  await expect(window.getByText(`Saved as ${exported}.`)).toBeVisible()
  const page = fs.readFileSync(exported, 'utf8')
  expect(page).toContain('<strong>87</strong>')
  expect(page).not.toContain('<script')
})
