/** The list of conversations: folders and multiple selection, with pointer and by keyboard only, over a restart. */
import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, sharedTest, test } from './test'
import { answers, conversationList, pressByKeyboard, pressIn, sendMessage } from './window'

const row = (window: Page, name: string) =>
  conversationList(window).getByRole('button', { name, exact: true })

const rowsOf = (window: Page, folder: string) =>
  conversationList(window).getByRole('region', { name: folder, exact: true }).getByRole('listitem')

test('moves conversations into folders by keys and dragging, keeps folded ones, and deletes two with one question', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ models: { default: 'direct' } })
  const first = await start()
  const { keyboard } = first.window
  for (const title of ['Apples', 'Beans', 'Corn', 'Dates']) {
    await first.window.getByRole('button', { name: 'New conversation' }).click()
    await sendMessage(first.window, title)
    await expect(answers(first.window).last()).toContainText(/no language model/iu)
  }

  // By keyboard only: the two newest into a new folder.
  await keyboard.press('Control+Shift+F')
  await keyboard.press('ArrowDown')
  await expect(row(first.window, 'Dates')).toBeFocused()
  await keyboard.press('Shift+ArrowDown')
  await expect(conversationList(first.window).getByText('2 selected').first()).toBeVisible()
  const bar = conversationList(first.window).getByRole('group', { name: 'Selected conversations' })
  await keyboard.press('ContextMenu')
  await expect(first.window.getByRole('menuitem', { name: 'Move to folder…' })).toBeVisible()
  await keyboard.type('Move')
  await keyboard.press('Enter')
  const moving = first.window.getByRole('dialog', { name: 'Move to folder' })
  await expect(moving.getByRole('textbox', { name: 'Name of a new folder' })).toBeFocused()
  await keyboard.type('Garden')
  await keyboard.press('Enter')
  await expect(rowsOf(first.window, 'Garden')).toHaveText(['Dates', 'Corn'])
  await expect(bar).toHaveCount(0)
  await expect(moving).toHaveCount(0)

  const folder = conversationList(first.window).getByRole('region', { name: 'Garden', exact: true })
  await row(first.window, 'Apples').dragTo(folder)
  await expect(row(first.window, 'Garden (3)')).toBeVisible()
  await row(first.window, 'Corn').click({ modifiers: ['Control'] })
  await row(first.window, 'Apples').click({ modifiers: ['Control'] })
  await expectAccessible(first.window, 'nav')
  await keyboard.press('Escape')
  await row(first.window, 'Garden (3)').press('ArrowLeft')
  await expect(rowsOf(first.window, 'Garden')).toHaveCount(0)
  await first.quit()

  const { window } = await start()
  await expect(row(window, 'Garden (3)')).toHaveAttribute('aria-expanded', 'false')
  await expect(conversationList(window).getByRole('listitem')).toHaveText(['Beans'])
  await row(window, 'Garden (3)').press('ArrowRight')
  await row(window, 'Dates').click({ modifiers: ['Control'] })
  await row(window, 'Beans').click({ modifiers: ['Shift'] })
  await row(window, 'Beans').click({ modifiers: ['Control'] })
  await row(window, 'Apples').click({ modifiers: ['Control'] })
  await window.keyboard.press('Delete')
  await pressByKeyboard(
    window
      .getByRole('dialog', { name: 'Delete 2 conversations?' })
      .getByRole('button', { name: 'Delete', exact: true })
  )
  await expect(rowsOf(window, 'Garden')).toHaveText(['Apples'])
  // After the question the focus returns to the list, and a key would go to its current place.
  await expect(conversationList(window).locator(':focus')).toBeVisible()
  await row(window, 'Garden (1)').press('Delete')
  await pressIn(window.getByRole('dialog', { name: 'Delete this folder?' }), 'Delete folder')
  await expect(row(window, 'Garden (1)')).toHaveCount(0)
  await expect(conversationList(window).getByRole('listitem')).toHaveText(['Beans', 'Apples'])
})

sharedTest(
  'shows a truncated title in full in its tooltip, and none for a short title',
  async ({ start, workspace }) => {
    workspace.writeSettings({ models: { default: 'direct' } })
    const { window } = await start()
    // The app of the previous visit may have had a model.
    await expect(window.getByRole('combobox', { name: 'Model', exact: true })).toContainText('Direct')
    const long = 'Which of the apples on the old tree behind the house are ripe?'
    for (const title of ['Ripe?', long]) {
      await window.getByRole('button', { name: 'New conversation' }).click()
      await sendMessage(window, title)
      await expect(answers(window).last()).toContainText(/no language model/iu)
    }
    // Screen readers get the whole title anyway.
    const tip = window.locator('body > [aria-hidden][data-side]')
    await conversationList(window)
      .getByRole('button', { name: /^Which of the apples/u })
      .first()
      .hover()
    await expect(tip).toContainText(/^Which of the apples on the old tree behind/u)
    await row(window, 'Ripe?').hover()
    await expect(tip).toHaveCount(0)
  }
)
