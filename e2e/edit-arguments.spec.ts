/** The person may change what a tool gets before saying yes; the schema still holds. */
import { fixture, readCalls } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expect, test } from './test'
import { answers, callDialog, sendMessage, toolCard, trustAll } from './window'

test('arguments that do not fit are refused, those that fit are sent', async ({
  start,
  startModel,
  workspace
}) => {
  const record = workspace.file('calls')
  const model = await startModel([[call('counter', 'count', { by: 2 })], [say('Counted as you wished.')]])
  workspace.writeSettings({
    mcpServers: { counter: fixture('counter', `--record=${record}`) },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['counter'])
  await sendMessage(window, 'Count two')

  const dialog = callDialog(window, 'counter', 'count')
  await dialog.getByRole('button', { name: 'Edit arguments', exact: true }).click()
  const by = dialog.getByLabel(/^by/)
  await expect(by).toHaveValue('2')
  await by.fill('700')
  await dialog.getByRole('button', { name: 'Allow once', exact: true }).click()
  await expect(dialog).toContainText('100')
  await expect(dialog).toBeVisible()
  expect(readCalls(record)).toEqual([])

  await by.fill('7')
  await dialog.getByRole('button', { name: 'Allow once', exact: true }).click()
  await expect(answers(window).last()).toContainText('Counted as you wished.')
  await expect(toolCard(window, 'counter', 'count')).toContainText('done')
  await expect(toolCard(window, 'counter', 'count')).toContainText(/edited/i)
  expect(readCalls(record)).toEqual([{ name: 'count', arguments: { by: 7 } }])
})
