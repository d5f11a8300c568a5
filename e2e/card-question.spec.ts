/**
 * The card asks about a call that needs no warning: the page stays usable, and keys answer only a visible question.
 */
import type { Page } from 'playwright/test'
import { fixture, readCalls } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { lookAt } from './pictures'
import { expect, sharedTest as test } from './test'
import {
  answers,
  callDialog,
  messageBox,
  openServers,
  closeDialog,
  sendMessage,
  toolCard,
  trustAll
} from './window'

const waitingLine = (window: Page) => window.getByRole('status').filter({ hasText: 'Show question' })

test('leaves the focus in the message box, accepts Ctrl+Enter, and returns by Escape or the status line', async ({
  start,
  startModel,
  workspace
}) => {
  const counted = workspace.file('counted')
  const long = Array.from({ length: 60 }, (_, index) => `Line ${index} of what I think.`).join('\n\n')
  const model = await startModel([
    [say('I count the teas first.'), call('abacus', 'count', { by: 3 })],
    [say(`${long}\n\nAnd once more.`), call('abacus', 'count', { by: 4 })],
    [say('Seven.')]
  ])
  workspace.writeSettings({
    // A name without permissions. Otherwise the question would say so, and be modal.
    mcpServers: { abacus: fixture('counter', `--record=${counted}`) },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['abacus'])
  await sendMessage(window, 'How many?')
  const question = callDialog(window, 'abacus', 'count')
  await expect(toolCard(window, 'abacus', 'count').getByRole('dialog')).toBeVisible()
  await expect(question).toBeFocused()
  await lookAt(window, 'in the card')

  // What is behind it stays usable: a dialog, and the message box.
  await closeDialog(await openServers(window))
  await question.focus()
  await window.keyboard.type('not a yes')
  await expect(messageBox(window)).toHaveValue('not a yes')
  await expect(question).toBeVisible()
  expect(readCalls(counted)).toEqual([])

  await question.getByText('Asked by').or(question.getByText('asks for this call')).first().click()
  await expect(question.getByRole('button', { name: 'Allow once', exact: true })).not.toHaveAttribute('aria-disabled', 'true') // prettier-ignore
  await window.keyboard.press('Control+Enter')
  await expect(answers(window).last()).toContainText('And once more.')
  expect(readCalls(counted)).toEqual([{ name: 'count', arguments: { by: 3 } }])

  await expect(window.getByText('Esc to review')).toBeVisible()
  // In the message box Escape moves to the question, and stops nothing.
  await messageBox(window).press('Escape')
  await expect(question).toBeFocused()
  await window.getByRole('group', { name: 'Messages', exact: true }).hover()
  await window.mouse.wheel(0, -20_000)
  await expect(waitingLine(window)).toBeVisible()
  await lookAt(window, 'out of sight')
  await answers(window).getByText('Line 0 of what I think.').click()
  await window.keyboard.press('Control+Enter')
  expect(readCalls(counted)).toHaveLength(1)
  await expect(toolCard(window, 'abacus', 'count').last()).toContainText('waiting for approval')
  await waitingLine(window).getByRole('button', { name: 'Show question' }).click()
  await expect(question).toBeInViewport({ ratio: 0.5 })
  await question.getByRole('button', { name: 'Deny', exact: true }).click()
  await expect(answers(window).last()).toContainText('Seven.')
  await expect(window.getByText('Esc to review')).toHaveCount(0)
  await expect(messageBox(window)).toHaveValue('not a yes')
  expect(readCalls(counted)).toHaveLength(1)
})
