/**
 * A dialog may appear under a pointer that is on its way to something else, as with the second press of a double
 * click. Such a press must do nothing that can't be undone.
 */
import type { Locator, Page } from 'playwright/test'
import { recordLinks } from './server-questions'
import { notes } from './fixtures/entries'
import { say } from './fixtures/model'
import { expectLegible } from './legible'
import { expect, sharedTest as test } from './test'
import { answers, conversationList, openServers, pressIn, sendMessage, serverItem, trustAll } from './window'

const linkCount = 300
const links = Array.from({ length: linkCount }, (_, index) => `[page${index}](https://example.com/${index})`)
const question = 'Where can I read on?'

/** Milliseconds between two presses: a fast and a slow double click. */
const gaps = [40, 120, 200, 280, 350]

test("does nothing that can't be undone on a second press", async ({ start, startModel, workspace }) => {
  const model = await startModel([[say(links.join(' '))]])
  workspace.writeSettings({ mcpServers: { notes: notes() }, ...model.settings })
  const { app, window } = await start({ isMoving: true })
  const opened = await recordLinks(app)
  await trustAll(window, ['notes'])
  await sendMessage(window, question)
  await expect(answers(window).getByRole('link')).toHaveCount(linkCount)
  await test.step('opens nothing on a double click on a link of an answer', () =>
    pressLinkTwice(window, opened))
  await test.step('deletes no conversation', () => pressDeleteTwice(window))
  await test.step('removes no server', () => pressRemoveTwice(window))
})

async function pressLinkTwice(window: Page, opened: () => Promise<string[]>): Promise<void> {
  const dialog = window.getByRole('dialog', { name: 'Open this link?', exact: true })
  await answers(window).getByRole('link').last().click()
  const yes = await placeOf(dialog, 'Open link')
  await pressIn(dialog, 'Cancel')
  await scrollLinkTo(window, yes)
  const open = () => window.mouse.click(yes.x, yes.y)
  for (const gap of gaps) {
    await pressTwice(dialog, { open, yes: 'Open link', gap })
    await expectLegible(dialog, 'https://example.com/')
    expect(await opened()).toEqual([])
    await pressIn(dialog, 'Cancel')
  }
  await open()
  await pressIn(dialog, 'Open link')
  expect(await opened()).toEqual([expect.stringMatching(/^https:\/\/example\.com\/\d+$/)])
}

async function pressDeleteTwice(window: Page): Promise<void> {
  const dialog = window.getByRole('dialog', { name: 'Delete this conversation?', exact: true })
  const row = conversationList(window).getByRole('button', { name: question, exact: true })
  const open = async () => {
    await window.getByRole('button', { name: `Actions for ${question}` }).click()
    await window.getByRole('menuitem', { name: 'Delete' }).click()
  }
  for (const gap of gaps) {
    await pressTwice(dialog, { open, yes: 'Delete', gap })
    await expectLegible(dialog, 'Delete this conversation?')
    await pressIn(dialog, 'Cancel')
    await expect(row).toBeVisible()
  }
  await open()
  await pressIn(dialog, 'Delete')
  await expect(row).toHaveCount(0)
}

async function pressRemoveTwice(window: Page): Promise<void> {
  const dialog = window.getByRole('dialog', { name: 'Remove server notes?', exact: true })
  const item = serverItem(await openServers(window), 'notes')
  const open = () => item.getByRole('button', { name: 'Remove', exact: true }).click()
  for (const gap of gaps) {
    await pressTwice(dialog, { open, yes: 'Remove', gap })
    await expectLegible(dialog, 'Remove server notes?')
    await pressIn(dialog, 'Cancel')
    await expect(item).toContainText('connected')
  }
  await open()
  await pressIn(dialog, 'Remove')
  await expect(item).toHaveCount(0)
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Where a button of the dialog is after the dialog's animation. */
async function placeOf(dialog: Locator, name: string): Promise<Point> {
  const button = dialog.getByRole('button', { name, exact: true })
  await button.click({ trial: true })
  const box = await button.boundingBox()
  if (box === null) throw new Error('It has no place in the window.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Until a link is under the point. */
async function scrollLinkTo(window: Page, { x, y }: Point): Promise<void> {
  const isLink = () =>
    window.evaluate((at) => document.elementFromPoint(at.x, at.y)?.closest('a') !== null, { x, y })
  await window.mouse.move(x, y)
  for (let step = 0; step < 40 && !(await isLink()); step += 1) await window.mouse.wheel(0, -7)
  await expect.poll(isLink).toBe(true)
}

interface Presses {
  /** Makes the first press, which opens the dialog. */
  readonly open: () => Promise<void>
  /** The button that the second one goes to. */
  readonly yes: string
  /** Between both, in milliseconds. */
  readonly gap: number
}

/** A machine that is too slow for a double click gets another try: then the second press is not made. */
async function pressTwice(dialog: Locator, { open, yes, gap }: Presses): Promise<void> {
  const window = dialog.page()
  await expect(async () => {
    await window.evaluate(pressAfterNext, { yes, gap })
    await open()
    const isPressed = await window.evaluate(
      () => (globalThis as unknown as { pressed: Promise<boolean> }).pressed
    )
    if (!isPressed) await pressIn(dialog, 'Cancel')
    expect(isPressed, 'the second press came in time').toBe(true)
  }).toPass()
}

/** Runs in the page: presses the button that long after the previous press, and never later than a double click. */
function pressAfterNext({ yes, gap }: { readonly yes: string; readonly gap: number }): void {
  const pressed = new Promise<boolean>((resolve) => {
    let lastPressAt = Infinity
    const onPress = ({ timeStamp }: Event) => (lastPressAt = timeStamp)
    globalThis.addEventListener('click', onPress, { capture: true })
    const look = () => {
      const buttons = [
        ...document.querySelectorAll<HTMLElement>('[role="dialog"] [data-part="footer"] button')
      ]
      const button = buttons.find(({ textContent }) => textContent === yes)
      const sinceLast = performance.now() - lastPressAt
      if (button === undefined || sinceLast < gap) return void setTimeout(look, 1)
      globalThis.removeEventListener('click', onPress, { capture: true })
      if (sinceLast < 480) button.click()
      resolve(sinceLast < 480)
    }
    look()
  })
  Object.assign(globalThis, { pressed })
}
