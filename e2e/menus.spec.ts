/** Where the focus goes when a menu closes, or when a dialog opened from it closes. */
import type { Locator, Page } from 'playwright/test'
import { say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import { answers, conversationList, sendMessage } from './window'

const gone = async (window: Page) => {
  await expect(window.getByRole('menu')).toHaveCount(0)
  await expect(window.getByRole('dialog')).toHaveCount(0)
}

/** By keyboard, starting at the button. */
async function choose(window: Page, button: Locator, item: string): Promise<void> {
  await button.focus()
  await window.keyboard.press('Enter')
  const wanted = window.getByRole('menuitem', { name: item, exact: true })
  await expect(window.getByRole('menuitem').first()).toBeFocused()
  for (let presses = 0; presses < 12; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break
    await window.keyboard.press('ArrowDown')
  }
  await expect(wanted).toBeFocused()
  await window.keyboard.press('Enter')
}

test("returns the focus to a menu's button after Escape, and after the end of a dialog that an item opened", async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[say('Tea.')]])
  workspace.writeSettings(model.settings)
  const { window } = await start()
  await sendMessage(window, 'What is there?')
  const answer = answers(window).last()
  await expect(answer).toContainText('Tea.')
  const ofAnswer = answer.getByRole('button', { name: 'More actions for this message' })
  const ofRow = conversationList(window).getByRole('button', { name: 'Actions for What is there?' })

  for (const button of [ofAnswer, ofRow]) {
    await button.focus()
    await window.keyboard.press('Enter')
    await expect(window.getByRole('menuitem').first()).toBeFocused()
    await window.keyboard.press('Escape')
    await gone(window)
    await expect(button).toBeFocused()
  }

  const opened: readonly (readonly [Locator, item: string, dialog: string])[] = [
    [ofAnswer, 'Raw requests…', 'Raw requests'],
    [ofAnswer, 'Receipt…', 'Receipt of this answer'],
    [ofAnswer, 'Compare with another answer…', 'Compare with another answer'],
    [ofAnswer, 'Delete', 'Delete this message?'],
    [ofRow, 'Export…', 'Export'],
    [ofRow, 'Move to folder…', 'Move to folder'],
    [ofRow, 'Delete', 'Delete this conversation?']
  ]
  for (const [button, item, name] of opened) {
    await choose(window, button, item)
    const dialog = window.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expect(dialog).toHaveAccessibleName(name)
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await window.keyboard.press('Escape')
    await gone(window)
    await expect.soft(button, item).toBeFocused()
  }
})

test('gives the focus to what opens within a moment after a menu closed', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[say('Tea.')]])
  workspace.writeSettings(model.settings)
  const { window } = await start()
  await sendMessage(window, 'What is there?')
  const answer = answers(window).last()
  await expect(answer).toContainText('Tea.')
  const button = answer.getByRole('button', { name: 'More actions for this message' })
  await button.focus()
  await window.keyboard.press('Enter')
  await expect(window.getByRole('menuitem').first()).toBeFocused()
  await window.keyboard.press('Escape')
  await window.keyboard.press('Control+k')
  const field = window.getByRole('combobox', { name: 'Search commands' })
  await expect(field).toBeFocused()
  await window.keyboard.type('shortcuts')
  await expect(window.getByRole('menu')).toHaveCount(0)
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('shortcuts')
  await window.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(button).toBeFocused()
})
