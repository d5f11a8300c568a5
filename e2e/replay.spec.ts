/** A conversation is played again in the window, without its model and server, and with another server. */
import { fixture } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expect, test } from './test'
import { answerCall, answers, openServers, sendMessage, serverItem, trustAll } from './window'

test('replays a conversation, shows the steps, and asks before another server answers', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[call('counter', 'count', { by: 2 })], [say('It is counted.')]])
  workspace.writeSettings({
    mcpServers: { counter: fixture('counter'), newer: fixture('counter', '--label=newer') },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['counter', 'newer'])
  await sendMessage(window, 'Count to two')
  await answerCall(window, { server: 'counter', tool: 'count', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('It is counted.')
  const requests = model.requests().length

  await window.getByRole('button', { name: 'Actions for Count to two' }).click()
  await window.getByRole('menuitem', { name: 'Replay…' }).click()
  const dialog = window.getByRole('dialog', { name: 'Replay Count to two' })
  await dialog.getByRole('button', { name: 'Run' }).click()
  await expect(dialog.getByRole('status')).toHaveText('3 steps, all the same as recorded.')
  expect(model.requests()).toHaveLength(requests)
  await expect(dialog.getByRole('button', { name: 'First difference' })).toHaveCount(0)
  await window.screenshot({ path: test.info().outputPath('same.png') })

  await dialog.getByRole('combobox', { name: 'Server counter' }).click()
  await window.getByRole('option', { name: /^newer/ }).click()
  await dialog.getByRole('button', { name: 'Run again' }).click()
  await answerCall(window, { server: 'newer', tool: 'count', answer: 'Allow once' })
  await expect(dialog.getByRole('status')).toHaveText('1 of 3 steps differs from the recording.')
  await dialog.getByRole('button', { name: 'First difference' }).click()
  const different = dialog.getByRole('row', { name: /Result counter count different/ })
  await expect(different).toBeFocused()
  await expect(different).toContainText('newer stands at 2')
  await window.screenshot({ path: test.info().outputPath('different.png') })
  expect(model.requests()).toHaveLength(requests)

  await window.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(window.getByRole('button', { name: /^Actions for / })).toHaveCount(1)
  await expect(serverItem(await openServers(window), 'newer')).toContainText('connected')
})
