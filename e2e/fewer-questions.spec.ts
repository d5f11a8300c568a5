/**
 * More informative and fewer questions: the difference to the file on disk, and an offer after repeated approvals.
 */
import fs from 'node:fs'
import path from 'node:path'
import { filesystem, fixture, readStarts } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { lookAt } from './pictures'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  callDialog,
  expectConnected,
  pressByKeyboard,
  pressIn,
  sendMessage,
  toolCard,
  trustAll,
  trustDialog
} from './window'

test('shows what a write changes in the file, and offers one permission after five equal approvals', async ({
  start,
  startModel,
  workspace
}) => {
  const notes = workspace.file('notes')
  fs.mkdirSync(notes)
  const tea = path.join(notes, 'tea.md')
  fs.writeFileSync(tea, 'Tea\n\nGreen tea takes two minutes.\n')
  const read = (name: string) => {
    fs.writeFileSync(path.join(notes, name), name)
    return call('files', 'read_text_file', { path: path.join(notes, name) })
  }
  const names = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'f.md']
  const model = await startModel([
    [call('files', 'write_file', { path: tea, content: 'Tea\n\nBlack tea takes four minutes.\n' })],
    ...names.map((name) => [read(name)]),
    [say('All read.')]
  ])
  workspace.writeSettings({ mcpServers: { files: filesystem(notes) }, ...model.settings })
  const { window } = await start()
  await trustAll(window, ['files'])
  await sendMessage(window, 'Write, then read.')

  const question = callDialog(window, 'files', 'write_file')
  const changes = question.getByRole('region', { name: `Changes in ${tea}` })
  await expect(changes).toContainText('1 line added, 1 removed.')
  await expect(changes.getByRole('deletion')).toHaveText('Green tea takes two minutes.')
  await expect(changes.getByRole('insertion')).toHaveText('Black tea takes four minutes.')
  await lookAt(window, 'what is written')
  await pressIn(question, 'Allow once')

  const offer = window.getByRole('region', { name: 'Stop asking for read_text_file on files?' })
  for (const _name of names.slice(0, 5)) {
    await expect(offer).toHaveCount(0)
    await answerCall(window, { server: 'files', tool: 'read_text_file', answer: 'Allow once' })
  }
  await expect(offer).toContainText(`“path” is inside ${notes}`)
  await lookAt(window, 'an offer')
  // The waiting call continues automatically, because it matches.
  await pressIn(offer, 'Allow in this conversation')
  await expect(answers(window).last()).toContainText('All read.')
  await expect(offer).toHaveCount(0)
  await expect(toolCard(window, 'files', 'read_text_file').last()).toContainText('allowed earlier')
})

test('starts two of three servers that wait for trust with one press, and keeps asking about the third', async ({
  start,
  workspace
}) => {
  const names = ['first', 'second', 'third']
  const record = (name: string) => workspace.file(`${name}.jsonl`)
  const { window } = await start()
  workspace.writeSettings({
    mcpServers: Object.fromEntries(
      names.map((name) => [name, fixture('counter', `--record=${record(name)}`)])
    )
  })
  const question = window.getByRole('dialog', { name: /^Trust server / })
  const others = question.getByRole('region', { name: 'Other servers waiting for trust' })
  await expect(others.getByRole('article')).toHaveCount(2)
  const asked = (await question.getByRole('heading').first().textContent())?.split(/[ ?]/)[2] ?? ''
  const [left = '', taken = ''] = names.filter((name) => name !== asked)
  for (const name of [left, taken]) await expect(others).toContainText(record(name))
  await lookAt(window, 'several servers')
  await others.getByRole('checkbox', { name: `Trust server ${left}?` }).press(' ')
  const yes = others.getByRole('button', { name: 'Trust 2 servers and start' })
  await yes.scrollIntoViewIfNeeded()
  await lookAt(window, 'the answers for several servers')
  await pressByKeyboard(yes)
  await expectConnected(window, 2)
  await expect(trustDialog(window, left)).toBeVisible()
  expect(names.filter((name) => readStarts(record(name)).length > 0)).toEqual(
    names.filter((name) => name !== left)
  )
  await pressIn(trustDialog(window, left), 'Keep stopped')
})
