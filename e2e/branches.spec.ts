/** Editing a conversation keeps the earlier branch one press away, also after a restart. */
import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { say, spoken, type Model } from './fixtures/model'
import { lookAt } from './pictures'
import { expect, sharedTest as test } from './test'
import {
  answers,
  conversationList,
  messageBox,
  personMessages,
  pressByKeyboard,
  pressIn,
  sendMessage
} from './window'

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
const third = 'My third message'

/** Each answer contains the number of answers so far, so that no two are the same. */
function numbered(): () => readonly ReturnType<typeof say>[] {
  let count = 0
  return () => [say(`Answer number ${(count += 1)}.`)]
}

const message = (window: Page, words: string) => personMessages(window).filter({ hasText: words })
const answer = (window: Page, number: number) =>
  answers(window).filter({ hasText: `Answer number ${number}.` })
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })

/** The page contains only what is near the window. Scrolls to the beginning of the conversation. */
async function goToTop(window: Page): Promise<void> {
  await window.getByRole('group', { name: 'Messages', exact: true }).hover()
  await expect(async () => {
    await window.mouse.wheel(0, -20_000)
    await expect(message(window, 'My first message')).toBeInViewport({ timeout: 500 })
  }).toPass()
}

/** The position of a message among its alternatives. */
async function expectPlace(within: Locator, place: string): Promise<void> {
  await expect(within.getByRole('group', { name: place, exact: true })).toBeVisible()
}

/** Axe finds nothing in the messages either. */
const lookAtMessages = (window: Page, name: string): Promise<void> =>
  lookAt(window, name, () => expectAccessible(window, 'main'))

/** The user's and the model's messages in the last request to the model. */
const lastSent = (model: Model) => spoken(model.requests().at(-1)).map(({ text }) => text)

test('edits and resends the third of ten messages, and has both branches after a restart', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel(numbered())
  workspace.writeSettings(model.settings)
  const first = await start()
  for (const [index, ordinal] of ordinals.entries()) {
    await sendMessage(first.window, `My ${ordinal} message`)
    await expect(answer(first.window, index + 1)).toBeVisible()
  }
  const before = lastSent(model)
  await goToTop(first.window)
  await message(first.window, third).hover()
  await button(message(first.window, third), 'Edit message').click()
  const field = first.window.getByRole('textbox', { name: 'Edited text', exact: true })
  await expect(field).toHaveValue(third)
  await field.fill('My third message, said better')
  await lookAt(first.window, 'editing')
  await button(first.window.getByRole('main'), 'Save and resend').click()

  await expect(answer(first.window, 11)).toBeVisible()
  expect(lastSent(model)).toEqual([...before.slice(0, 4), 'My third message, said better'])
  await expect(message(first.window, 'My fourth message')).toHaveCount(0)
  const edited = message(first.window, 'said better')
  await expectPlace(edited, '2 of 2')
  // The controls between branches are visible without hovering too.
  await first.window.mouse.move(0, 0)
  await expect(edited.locator('footer')).toHaveCSS('opacity', '1')
  await lookAt(first.window, 'edited')

  await button(edited, 'Previous branch').click()
  await expect(message(first.window, 'said better')).toHaveCount(0)
  await expectPlace(message(first.window, third), '1 of 2')
  await expect(message(first.window, 'My fourth message')).toBeVisible()
  await first.quit()

  const { window } = await start()
  await conversationList(window).getByText('My first message').click()
  await expect(answer(window, 10)).toBeVisible()
  await goToTop(window)
  await expectPlace(message(window, third), '1 of 2')
  await button(message(window, third), 'Next branch').click()
  await expect(message(window, 'said better')).toBeVisible()
  await expect(answer(window, 11)).toBeVisible()
  await expect(message(window, 'My fourth message')).toHaveCount(0)
  await button(message(window, 'said better'), 'Previous branch').click()
  await expect(message(window, 'My fourth message')).toBeVisible()

  // New messages follow the branch that is shown.
  await sendMessage(window, 'And on')
  await expect(answer(window, 12)).toBeVisible()
  expect(lastSent(model)).toEqual([...before, 'Answer number 10.', 'And on'])
})

test('regenerates an answer, also with another model, switches back, and edits a message, by keyboard only', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel(numbered())
  workspace.writeSettings(model.settings)
  const { window } = await start()
  await window.keyboard.type('Tea or coffee?')
  await window.keyboard.press('Enter')
  await expect(answer(window, 1)).toBeVisible()

  await pressByKeyboard(button(answers(window), 'Regenerate'))
  await expect(answer(window, 2)).toBeVisible()
  await expect(answers(window)).toHaveCount(1)
  await expect(messageBox(window)).toBeFocused()
  expect(lastSent(model)).toEqual(['Tea or coffee?'])

  await pressByKeyboard(button(answer(window, 2), 'Answer again with a different model'))
  await expect(window.getByRole('menuitem').first()).toBeFocused()
  await lookAtMessages(window, 'models')
  await window.keyboard.press('Enter')
  await expect(answer(window, 3)).toBeVisible()
  await expectPlace(answer(window, 3), '3 of 3')

  await pressByKeyboard(button(answer(window, 3), 'Previous branch'))
  await expect(answer(window, 2)).toBeVisible()
  await expect(button(answer(window, 2), 'Previous branch')).toBeFocused()
  await window.keyboard.press('Enter')
  await expect(answer(window, 1)).toBeVisible()
  // There is no earlier branch, so the other button has the focus.
  await expect(button(answer(window, 1), 'Next branch')).toBeFocused()
  await expect(window.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0)
  await lookAtMessages(window, 'regenerated')

  await pressByKeyboard(button(message(window, 'Tea or coffee?'), 'Edit message'))
  await expect(window.getByRole('textbox', { name: 'Edited text', exact: true })).toBeFocused()
  await window.keyboard.press('Escape')
  await expect(button(message(window, 'Tea or coffee?'), 'Edit message')).toBeFocused()
  await window.keyboard.press('Enter')
  await window.keyboard.type(' Or water?')
  await window.keyboard.press('Enter')
  await expect(answer(window, 4)).toBeVisible()
  await expectPlace(message(window, 'Or water?'), '2 of 2')
  await expect(messageBox(window)).toBeFocused()
  expect(lastSent(model)).toEqual(['Tea or coffee? Or water?'])

  const choose = async (name: string) => {
    await message(window, 'Or water?').click({ button: 'right' })
    await window.getByRole('menuitem', { name, exact: true }).click()
  }
  await choose('Quote')
  await expect(messageBox(window)).toHaveValue('> Tea or coffee? Or water?\n\n')
  await choose('Delete')
  await pressIn(window.getByRole('dialog', { name: 'Delete this message?', exact: true }), 'Delete')
  await expect(message(window, 'Or water?')).toHaveCount(0)
  await expect(message(window, 'Tea or coffee?')).toHaveCount(1)
  await expect(answer(window, 1)).toBeVisible()
})
