/** Text that was only in the result of a tool or in an attached file is found, and a press opens it, marked. */
import type { Page } from 'playwright/test'
import { everything, fixture } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { lookAt } from './pictures'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  conversationList,
  personMessages,
  sendMessage,
  toolCard,
  trustAll
} from './window'

/** What the window has marked and shows. */
function marked(window: Page): Promise<readonly string[]> {
  return window.evaluate(() =>
    ['found-word', 'found-words']
      .flatMap((name) => [...((CSS.highlights.get(name) ?? []) as Iterable<Range>)])
      .filter((range) => {
        const { top, bottom, height } = range.getBoundingClientRect()
        return height > 0 && top >= 0 && bottom <= document.documentElement.clientHeight
      })
      .map(String)
  )
}

async function search(window: Page, words: string) {
  await window.getByRole('searchbox', { name: 'Search conversations' }).fill(words)
  return conversationList(window).getByRole('listitem')
}

async function leave(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'New conversation' }).click()
  await expect(answers(window)).toHaveCount(0)
}

test("opens and unfolds the card of a match in a tool's result, until the conversation is deleted", async ({
  start,
  startModel,
  workspace
}) => {
  const message = `${'nothing of note\n'.repeat(60)}a quagga at dusk`
  const model = await startModel([
    [call('everything', 'echo', { message: 'a first one' })],
    [call('everything', 'echo', { message })],
    [say(`Two came back.\n\n${Array.from({ length: 60 }, (_, line) => `Line ${line}.`).join('\n\n')}`)]
  ])
  workspace.writeSettings({ mcpServers: { everything: everything() }, ...model.settings })
  const { window } = await start()
  await trustAll(window, ['everything'])
  await sendMessage(window, 'What did you see?')
  for (const answer of ['Allow once', 'Allow once'] as const)
    await answerCall(window, { server: 'everything', tool: 'echo', answer })
  await expect(answers(window).last()).toContainText('Line 59.')
  await leave(window)

  const rows = await search(window, 'quagga')
  await expect(rows).toHaveCount(1)
  const row = rows.getByRole('button', {
    name: 'What did you see?',
    description: /Result of echo.*quagga at dusk/
  })
  await expect(row.locator('mark')).toHaveText(['quagga'])
  await lookAt(window, 'result')
  await row.click()
  const card = toolCard(window, 'everything', 'echo').nth(1)
  await expect(card.locator('button[aria-controls]').first()).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => marked(window)).toContain('quagga')
  const first = toolCard(window, 'everything', 'echo').nth(0)
  await expect(first.locator('button[aria-controls]').first()).toHaveAttribute('aria-expanded', 'false')
  await lookAt(window, 'opened')

  await row.click({ button: 'right' })
  await window.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  const question = window.getByRole('dialog', { name: 'Delete this conversation?' })
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(question).toBeHidden()
  await search(window, '')
  await search(window, 'quagga')
  await expect(conversationList(window).getByText('No conversation contains “quagga”.')).toBeVisible()
})

test('opens the file of a match, and the whole of a long result for one deep inside it', async ({
  start,
  startModel,
  workspace
}) => {
  const log = Array.from({ length: 6_000 }, (_, line) =>
    line === 5_500 ? 'an okapi in the log' : `entry ${line} is fine`
  ).join('\n')
  const tools = [{ name: 'read_log', description: 'Reads the log.', text: log }]
  const model = await startModel([[call('lab', 'read_log', {})], [say('Both are read.')]])
  workspace.writeSettings({
    mcpServers: { lab: fixture('stub', `--stub=${JSON.stringify({ name: 'lab', tools })}`) },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['lab'])
  const notes = `${'Another line of it.\n'.repeat(400)}The zebu stands here.\n`
  await window
    .getByLabel('Files', { exact: true })
    .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from(notes) }])
  await sendMessage(window, 'What do they say?')
  await answerCall(window, { server: 'lab', tool: 'read_log', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('Both are read.')
  await leave(window)

  await (await search(window, 'zebu')).getByRole('button', { description: /File .*notes.*zebu/ }).click()
  const card = personMessages(window).getByRole('group', { name: 'File notes.txt' })
  await expect(card.getByRole('button', { name: /notes\.txt/ })).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => marked(window)).toEqual(['zebu'])
  await lookAt(window, 'file')

  await (
    await search(window, 'okapi')
  )
    .getByRole('button', { description: /Result of read_log.*okapi/ })
    .click()
  const whole = window.getByRole('dialog', { name: 'Result of read_log' })
  await expect(whole.getByText('an okapi in the log')).toBeAttached()
  await expect.poll(() => marked(window)).toEqual(['okapi'])
  await lookAt(window, 'whole')
  await window.keyboard.press('Escape')
  await expect(whole).toBeHidden()
})
