/** Alternatives to an answer: another model's answer, and a call that runs again. */
import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { fixture, readCalls } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { lookAt } from './pictures'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  closeDialog,
  messageBox,
  openedCard,
  pressByKeyboard,
  sendMessage,
  trustAll
} from './window'

/** Axe finds nothing either. */
const lookAtAll = (window: Page, name: string): Promise<void> =>
  lookAt(window, name, () => expectAccessible(window))

test('lets two models answer one message side by side, asks about each call, and continues with the first', async ({
  start,
  startModel,
  workspace
}) => {
  const counted = workspace.file('counted')
  const model = await startModel([
    [say('Tea, I think: it **keeps**.')],
    [say('I count first.'), call('counter', 'count', { by: 3 })],
    [say('Coffee, three times.')]
  ])
  workspace.writeSettings({
    mcpServers: { counter: fixture('counter', `--record=${counted}`) },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['counter'])
  await sendMessage(window, 'Tea or coffee?')
  await expect(answers(window)).toContainText('Tea, I think')

  await window.keyboard.press('Control+K')
  await expect(window.getByRole('combobox', { name: 'Search commands' })).toBeFocused()
  await window.keyboard.type('compare the last answer')
  await window.keyboard.press('Enter')
  const dialog = window.getByRole('dialog', { name: 'Compare with another answer', exact: true })
  await expect(dialog).toBeVisible()
  await pressByKeyboard(dialog.getByRole('button', { name: 'Ask and compare', exact: true }))

  const pair = window.getByRole('region', { name: 'Two answers side by side', exact: true })
  await expect(pair.getByRole('article')).toContainText(['Tea, I think', 'I count first.'])
  expect(readCalls(counted)).toEqual([])
  await window.screenshot({ path: test.info().outputPath('calling.png') })
  await answerCall(window, { server: 'counter', tool: 'count', answer: 'Allow once' })
  await expect(pair.getByRole('article').last()).toContainText('Coffee, three times.')
  expect(readCalls(counted)).toEqual([{ name: 'count', arguments: { by: 3 } }])
  await expect(pair.getByText(/\d+ \+ \d+ tokens/)).toHaveCount(2)
  await window.setViewportSize({ width: 800, height: 600 })
  // All of the second answer is above the composer, where the list ends.
  await expect(pair.getByRole('button', { name: 'Continue with this answer' }).last()).toBeInViewport({
    ratio: 1
  })
  const end = async () => {
    const box = await pair.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const composer = async () => (await messageBox(window).boundingBox())?.y ?? 0
  await expect.poll(async () => (await composer()) - (await end())).toBeGreaterThan(0)
  await window.setViewportSize({ width: 1280, height: 800 })
  await lookAtAll(window, 'compared')
  const [left, right] = await Promise.all(
    [0, 1].map((index) => pair.getByRole('article').nth(index).boundingBox())
  )
  expect(left!.x + left!.width).toBeLessThan(right!.x)

  await pressByKeyboard(pair.getByRole('button', { name: 'Continue with this answer' }).first())
  await expect(pair).toHaveCount(0)
  await expect(messageBox(window)).toBeFocused()
  await expect(answers(window)).toContainText('Tea, I think')
  await expect(answers(window).getByRole('group', { name: '1 of 2', exact: true })).toBeVisible()
})

test('runs a call again with other arguments, compares both results, and shows in a receipt what left Parley', async ({
  start,
  startModel,
  workspace
}) => {
  const counted = workspace.file('counted')
  const model = await startModel([[say('I count.'), call('counter', 'count', { by: 3 })], [say('Three.')]])
  workspace.writeSettings({
    mcpServers: { counter: fixture('counter', `--record=${counted}`) },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['counter'])
  await sendMessage(window, 'How many?')
  await answerCall(window, { server: 'counter', tool: 'count', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('Three.')

  const card = await openedCard(window, 'counter', 'count')
  await pressByKeyboard(
    card.getByRole('button', { name: 'Run again with different arguments…', exact: true })
  )
  const form = window.getByRole('dialog', { name: 'Arguments for count', exact: true })
  await form.getByRole('textbox').first().fill('4')
  await form.getByRole('button', { name: 'Run', exact: false }).last().click()
  expect(readCalls(counted)).toHaveLength(1)
  await answerCall(window, { server: 'counter', tool: 'count', answer: 'Allow once' })
  const compared = window.getByRole('region', { name: 'Compared with the earlier call', exact: true })
  await expect(compared).toContainText('Different result')
  expect(readCalls(counted)).toEqual([
    { name: 'count', arguments: { by: 3 } },
    { name: 'count', arguments: { by: 4 } }
  ])
  expect(model.requests()).toHaveLength(2)
  await lookAtAll(window, 'run again')

  await answers(window).first().click({ button: 'right' })
  await window.getByRole('menuitem', { name: 'Receipt…', exact: true }).click()
  const receipt = window.getByRole('dialog', { name: 'Receipt of this answer', exact: true })
  await expect(receipt.getByRole('region', { name: 'Data sent' })).toContainText('counter')
  await expect(receipt.getByRole('region', { name: 'Tools called' })).toContainText('allowed: your decision')
  await lookAtAll(window, 'receipt')
  await closeDialog(receipt)
})
