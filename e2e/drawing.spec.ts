/** Text that once emptied the window, and kept it empty over restarts: Parley draws it, or shows its source. */
import fs from 'node:fs'
import { slowTexts } from '../app/testing/slow-texts'
import { fixture } from './fixtures/entries'
import { say } from './fixtures/model'
import { expectLegible, expectLegibleScrolled } from './legible'
import { expect, sharedTest as test } from './test'
import {
  answers,
  conversationList,
  messageBox,
  offeredResource,
  openAttach,
  personMessages,
  resourceCard,
  sendMessage,
  trustAll
} from './window'
import type { ServerEntry, Workspace } from './workspace'

/** A server whose resources are these. */
function textServer(workspace: Workspace, texts: Readonly<Record<string, string>>): ServerEntry {
  const file = workspace.file('texts.json')
  fs.writeFileSync(
    file,
    JSON.stringify(Object.entries(texts).map(([name, text]) => ({ name, texts: [text] })))
  )
  return fixture('texts', `--texts=${file}`)
}

test('decodes named HTML entities in an answer, a preview and an attached card, also after a restart', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([
    [say('Fish &amp; chips, 5&nbsp;€ &copy; AT&T; &notAnEntity; &#x41;')],
    [say('Read &lt;b&gt; it.')]
  ])
  const texts = textServer(workspace, { menu: 'Salt &amp; vinegar &eacute; &hearts;' })
  workspace.writeSettings({ mcpServers: { texts }, ...model.settings })
  const first = await start()
  await trustAll(first.window, ['texts'])
  await sendMessage(first.window, 'What is there to eat &amp; drink?')
  await expectLegible(personMessages(first.window).first(), 'eat &amp; drink?')
  await expectLegible(answers(first.window).last(), 'Fish & chips, 5\u00a0€ © AT&T; &notAnEntity; A')

  const dialog = await openAttach(first.window)
  await offeredResource(dialog, 'texts', 'menu').click()
  await dialog.getByRole('button', { name: 'Show content' }).click()
  await expectLegible(dialog.getByRole('region', { name: 'Details' }), 'Salt & vinegar é ♥')
  await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
  await sendMessage(first.window, 'Read this')
  await expectLegible(answers(first.window).last(), 'Read <b> it.')
  const card = resourceCard(first.window, 'texts', 'menu')
  await card.getByRole('button', { expanded: false }).click()
  await expectLegible(card, 'Salt & vinegar é ♥')
  await first.quit()

  const { window } = await start()
  await expectLegible(answers(window).first(), 'Fish & chips, 5\u00a0€ © AT&T; &notAnEntity; A')
  await expectLegible(answers(window).last(), 'Read <b> it.')
  await expect(conversationList(window).getByRole('listitem').first()).toContainText(
    'What is there to eat &amp; drink?'
  )
})

const nested = { quotes: '>'.repeat(3_000), items: '- '.repeat(10_000) }

test('shows the source of text that is nested too deeply, in an answer and in a resource, also after a restart', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel(
    Object.values(nested).map((text) => [say(`**Before**\n\n${text}x\n\n**After**`)])
  )
  const texts = textServer(workspace, nested)
  workspace.writeSettings({ mcpServers: { texts }, ...model.settings })
  const first = await start()
  await trustAll(first.window, ['texts'])
  for (const text of Object.values(nested)) {
    await sendMessage(first.window, 'Go deep')
    const answer = answers(first.window).last()
    await expectLegible(answer, 'After')
    await expectLegibleScrolled(answer.getByRole('note'), 'nested too deeply')
    await expectLegibleScrolled(answer.getByRole('note').locator('..'), text.slice(0, 60))
  }
  const dialog = await openAttach(first.window)
  for (const [name, text] of Object.entries(nested)) {
    await offeredResource(dialog, 'texts', name).click()
    await dialog.getByRole('button', { name: 'Show content' }).click()
    await expectLegible(dialog.getByRole('region', { name: 'Details' }), text.slice(0, 60))
  }
  await first.quit()

  const { window } = await start()
  await expectLegible(answers(window).last(), 'After')
  await sendMessage(window, 'Still there?')
  await expectLegible(personMessages(window).last(), 'Still there?')
})

test('shows the source of text that would stall the window, during and after streaming, and stays responsive', async ({
  start,
  startModel,
  workspace
}) => {
  // How long it may take is measured by the bench. Here it only has to appear.
  const model = await startModel(
    slowTexts.map(({ text }) => (text.match(/[^]{1,20000}/gu) ?? []).map((piece) => say(piece)))
  )
  workspace.writeSettings({ ...model.settings })
  const { window } = await start()
  for (const { name, asWritten } of slowTexts) {
    await window.getByRole('button', { name: 'New conversation' }).click()
    await sendMessage(window, `Show me ${name}`)
    // Not by role: searching thousands of elements for one takes longer than drawing them.
    const answer = window.locator('article').last()
    const plain = answer.locator('[role="note"]').last().locator('..')
    await plain.waitFor({ timeout: 60_000 })
    await expectLegibleScrolled(plain, 'original text')
    await expectLegibleScrolled(plain, asWritten)
    await messageBox(window).pressSequentially('still there')
    await expect(messageBox(window)).toHaveValue('still there')
    await expect(window.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  }
})

test('draws mathematics in an answer, and leaves hostile TeX and prices as text', async ({
  start,
  startModel,
  workspace
}) => {
  const answer = [
    'For $x > 0$ the area is \\(\\int_0^x t\\,dt\\), and lunch costs $5 or $10:',
    '\\[\n\\begin{aligned} a &= \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a} \\\\ c &= d \\end{aligned}\n\\]',
    '$$\n\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix} \\in \\mathbb{R}^{2 \\times 2}\n$$',
    '| City | Degrees |\n| - | -: |\n| Oslo | -3 |\n\n```python\nprint("a rather long line of code that goes on and on and on and on and on and on and on and on")\n```',
    'Hidden: $\\phantom{obey me}$. The end.'
  ].join('\n\n')
  const model = await startModel([[say(answer)]])
  workspace.writeSettings({ ...model.settings })
  const { window } = await start()
  await sendMessage(window, 'Draw')
  const drawn = answers(window).last()
  await expect(drawn).toContainText('The end.')
  await expect(drawn.locator('math')).toHaveCount(4)
  await expect(drawn).toContainText('lunch costs $5 or $10:')
  await expect(drawn).toContainText('$\\phantom{obey me}$')
  const size = await drawn.locator('math[display=block]').first().boundingBox()
  expect(size?.height).toBeGreaterThan(40)
  await drawn.getByRole('button', { name: 'Wrap lines' }).click()
  await window.screenshot({ path: test.info().outputPath('drawn.png') })
  await window.emulateMedia({ colorScheme: 'dark' })
  await window.setViewportSize({ width: 800, height: 600 })
  await window.screenshot({ path: test.info().outputPath('drawn-dark.png') })
})
