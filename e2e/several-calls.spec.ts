/** Several calls that a model makes in one step: one dialog, each answered separately or all together. */
import type { Page } from 'playwright/test'
import { fixture, readCalls, readStarts } from './fixtures/entries'
import { call, say, toolResults } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import {
  answers,
  callDialog,
  expectConnected,
  pressByKeyboard,
  pressIn,
  sendMessage,
  toolCard,
  trustAll
} from './window'

// Unique names: with an existing permission questions would say so, and aren't allowed together.
const others = (window: Page) => window.getByRole('region', { name: 'Other calls in this step' })
const isDone = async (window: Page, server: string, tool: string, state: string) =>
  expect(toolCard(window, server, tool)).toContainText(state)

test('SEC-02 UI-04: answers five calls to two servers one by one, with one edited and two of a server that dies', async ({
  start,
  startModel,
  workspace
}) => {
  const counted = workspace.file('counted')
  const record = workspace.file('samples')
  const model = await startModel([
    [
      call('records', 'web_search', { query: 'tea' }),
      call('sums', 'count', { by: 3 }),
      call('records', 'create_record', { table: 'teas' }),
      call('sums', 'reset', {}),
      call('records', 'delete_file', { path: '/tmp/tea' })
    ],
    [say('That is how it went.')]
  ])
  workspace.writeSettings({
    mcpServers: {
      records: fixture('annotated-tools', `--record=${record}`),
      sums: fixture('counter', `--record=${counted}`)
    },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['records', 'sums'])
  await sendMessage(window, 'Tea')
  const search = callDialog(window, 'records', 'web_search')
  await expect(others(window)).toContainText('4 other calls are waiting')
  for (const words of ['count on sums', 'create_record on records', 'reset on sums', '/tmp/tea'])
    await expect(others(window)).toContainText(words)

  await others(window).getByRole('button', { name: 'Show count on sums' }).click()
  const count = callDialog(window, 'sums', 'count')
  await count.getByRole('button', { name: 'Edit arguments', exact: true }).click()
  await expect(others(window)).toContainText(
    'You changed the arguments of this call. Answer it on its own first.'
  )
  await expect(others(window).getByRole('button', { name: 'Allow all once' })).toBeDisabled()
  await count.getByLabel(/^by/u).fill('4')
  await pressIn(count, 'Allow once')
  await isDone(window, 'sums', 'count', 'done')
  expect(readCalls(counted)).toEqual([{ name: 'count', arguments: { by: 4 } }])

  // In another place the key only moves the focus here.
  await expect.poll(() => search.evaluate((card) => card.contains(document.activeElement))).toBe(true)
  await window.keyboard.press('Escape')
  await isDone(window, 'records', 'web_search', 'denied')
  const create = callDialog(window, 'records', 'create_record')
  await expect(others(window)).toContainText('2 other calls are waiting')
  await others(window).getByRole('button', { name: 'Show delete_file on records' }).click()
  const destroy = callDialog(window, 'records', 'delete_file')
  await destroy.getByText('Permission options').click()
  await destroy.getByRole('checkbox', { name: 'only while “path” is inside' }).check()

  process.kill(readStarts(counted).at(-1) ?? 0, 'SIGKILL')
  await isDone(window, 'sums', 'reset', 'cancelled')
  await expect(others(window)).toContainText('Another call is waiting')
  await expect(destroy.getByRole('checkbox', { name: 'only while “path” is inside' })).toBeChecked()
  await pressIn(destroy, 'Deny')
  await pressIn(create, 'Allow once')

  await expect(answers(window).last()).toContainText('That is how it went.')
  expect(readCalls(record).map(({ name }) => name)).toEqual(['create_record'])
  expect(readCalls(counted)).toHaveLength(1)
  const told = toolResults(model.requests()[1])
  expect(told.map(({ isError }) => isError)).toEqual([true, false, false, true, true])
  expect(told[3]?.text).toContain('the server sums is no longer connected')
  await expectConnected(window, 2)
})

test('SEC-02 UI-04: allows three calls to two servers together, and denies them together, by keyboard only', async ({
  start,
  startModel,
  workspace
}) => {
  const counted = workspace.file('counted')
  const record = workspace.file('samples')
  const three = [
    call('records', 'web_search', { query: 'tea' }),
    call('sums', 'count', { by: 3 }),
    call('records', 'page_count', { query: 'tea' })
  ]
  const model = await startModel([three, [say('All three.')], three, [say('None.')]])
  workspace.writeSettings({
    mcpServers: {
      records: fixture('annotated-tools', `--record=${record}`),
      sums: fixture('counter', `--record=${counted}`)
    },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['records', 'sums'])
  await sendMessage(window, 'Tea')
  await expect(others(window)).toContainText('2 other calls are waiting')
  await pressByKeyboard(others(window).getByRole('button', { name: 'Allow all once' }))
  await expect(answers(window).last()).toContainText('All three.')
  expect(readCalls(record).map(({ name }) => name)).toEqual(['web_search', 'page_count'])
  expect(readCalls(counted)).toEqual([{ name: 'count', arguments: { by: 3 } }])

  await sendMessage(window, 'Tea again')
  await expect(others(window)).toContainText('2 other calls are waiting')
  await pressByKeyboard(others(window).getByRole('button', { name: 'Deny all' }))
  await expect(answers(window).last()).toContainText('None.')
  expect(readCalls(record)).toHaveLength(2)
  expect(readCalls(counted)).toHaveLength(1)
})
