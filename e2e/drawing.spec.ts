/** Text of others that once emptied the window, and kept it empty over restarts: it is drawn, or shown as it was written. */
import fs from 'node:fs'
import { fixture } from './fixtures/entries'
import { say } from './fixtures/model'
import { expectLegible } from './legible'
import { expect, test } from './test'
import {
  answers,
  conversationList,
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
  fs.writeFileSync(file, JSON.stringify(Object.entries(texts).map(([name, text]) => ({ name, text }))))
  return fixture('texts', `--texts=${file}`)
}

test('named HTML entities are decoded in an answer, a preview and an attached card, and the next start shows them', async ({
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
  await expect(conversationList(window).getByRole('listitem')).toHaveCount(1)
})
