/** A user's actions and what they see in the window, by the names on screen. */
import type { Locator, Page } from 'playwright/test'
import { expect } from './expect'

export type TrustAnswer = 'Trust and start' | 'Keep stopped'
export type CallAnswer = 'Allow once' | 'Allow for this conversation' | 'Always allow' | 'Deny'

export function messageBox(window: Page): Locator {
  return window.getByRole('textbox', { name: 'Message', exact: true })
}

export async function sendMessage(window: Page, text: string): Promise<void> {
  // A dialog that is closing returns the focus to its button, and Enter would press that.
  await expect(window.locator('[data-part="dialog"]:not([data-open])')).toHaveCount(0)
  // The end of an answer appears a moment before its turn is over, and nothing is sent during a turn.
  await expect(window.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
  await messageBox(window).fill(text)
  await messageBox(window).press('Enter')
}

/** The assistant's answers, oldest first. */
export function answers(window: Page): Locator {
  return window.getByRole('article', { name: 'Assistant', exact: true })
}

/** The user's messages, oldest first. */
export function personMessages(window: Page): Locator {
  return window.getByRole('article', { name: 'You', exact: true })
}

/** An open question leaves the page behind it readable, so the card of its call is found there too. */
export function toolCard(window: Page, server: string, tool: string): Locator {
  const name = `Tool call ${server} ${tool}`
  return window.getByRole('group', { name, exact: true })
}

/** The card of a finished call, which folds once the answer continues, with its details visible. */
export async function openedCard(window: Page, server: string, tool: string): Promise<Locator> {
  const card = toolCard(window, server, tool)
  const toggle = card.locator('button[aria-controls]').first()
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  return card
}

export function trustDialog(window: Page, server: string): Locator {
  return window.getByRole('dialog', { name: `Trust server ${server}?`, exact: true })
}

export function callDialog(window: Page, server: string, tool: string): Locator {
  return window.getByRole('dialog', { name: `Allow ${tool} on ${server}?`, exact: true })
}

export async function answerTrust(window: Page, server: string, answer: TrustAnswer = 'Trust and start') {
  await pressIn(trustDialog(window, server), answer)
}

/** Answers a question and waits until it closes. The next one may have the same name. */
export async function pressIn(dialog: Locator, answer: string): Promise<void> {
  const question = await dialog.elementHandle()
  const button = dialog.getByRole('button', { name: answer, exact: true })
  // A card that scrolls into view by the press is inactive again for a moment. A real user has seen it before.
  await button.scrollIntoViewIfNeeded()
  await expect(dialog).toBeInViewport()
  await expect(button).toBeEnabled()
  await button.click()
  await question?.waitForElementState('hidden')
}

/** Presses Tab until the button has the focus, then presses the key. Waits for a button that is still inactive. */
export async function pressByKeyboard(target: Locator, key: 'Enter' | ' ' = 'Enter'): Promise<void> {
  await expect(target).not.toHaveAttribute('aria-disabled', 'true')
  const hasFocus = () => target.evaluate((element) => element === document.activeElement)
  for (let step = 0; step < 60 && !(await hasFocus()); step += 1) await target.page().keyboard.press('Tab')
  await expect(target).toBeFocused()
  await target.page().keyboard.press(key)
}

/** Trusts all servers with these names, in any order of their questions. */
export async function trustEach(window: Page, servers: readonly string[]): Promise<void> {
  const waiting = new Set(servers)
  while (waiting.size > 0) {
    const dialog = window.getByRole('dialog', { name: /^Trust server / }).first()
    const title = (await dialog.getByRole('heading').first().textContent()) ?? ''
    const name = /^Trust server (.*)\?$/u.exec(title)?.[1]
    if (name === undefined || !waiting.delete(name))
      throw new Error(`Nobody expected the question “${title}”.`)
    await answerTrust(window, name)
  }
}

/** The same, and waits until all of them are connected. */
export async function trustAll(window: Page, servers: readonly string[]): Promise<void> {
  await trustEach(window, servers)
  await expectConnected(window, servers.length)
}

/** The open question whether Parley may send to an address. */
export function destinationDialog(window: Page, host?: string): Locator {
  return window.getByRole('dialog', { name: host === undefined ? /^Send to .*\?$/ : `Send to ${host}?` })
}

export async function answerDestination(window: Page, answer: 'Trust' | 'Not now', host?: string) {
  await pressIn(destinationDialog(window, host), answer)
}

/** A server's changed description of itself and its tools, which the user sees before a model does. */
export function metadataDialog(window: Page, server: string): Locator {
  return window.getByRole('dialog', { name: `Let the model read this from ${server}?`, exact: true })
}

export async function answerCall(window: Page, call: { server: string; tool: string; answer: CallAnswer }) {
  await pressIn(callDialog(window, call.server, call.tool), call.answer)
}

export async function expectConnected(window: Page, count: number): Promise<void> {
  await expect(serversButton(window)).toHaveAccessibleName(`Servers: ${count} connected`)
}

export function serversButton(window: Page): Locator {
  return window.getByRole('button', { name: /^Servers: \d+ connected$/ })
}

export async function openServers(window: Page): Promise<Locator> {
  await serversButton(window).click()
  const dialog = window.getByRole('dialog', { name: 'Servers', exact: true })
  await expect(dialog).toBeVisible()
  return dialog
}

/** One server's line in the dialog Servers. */
export function serverItem(dialog: Locator, server: string): Locator {
  return dialog.getByRole('listitem', { name: server, exact: true })
}

/** A server instead of the conversation. */
export function serverPage(window: Page, name: string): Locator {
  return window.getByRole('main', { name: `Server ${name}`, exact: true })
}

/** The shown server in the list of its page, with its state. */
export function currentServer(window: Page): Locator {
  return window.getByRole('navigation', { name: 'Servers', exact: true }).locator('[aria-current]')
}

/** Opens a server from the dialog Servers, and one of its tabs. Returns the page. */
export async function inspect(servers: Locator, name: string, tab = 'Overview'): Promise<Locator> {
  await serverItem(servers, name).getByRole('button', { name: 'Inspect', exact: true }).click()
  const page = serverPage(servers.page(), name)
  await openTab(page, tab)
  return page
}

export async function openTab(page: Locator, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click()
}

export async function backToChat(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Back to chat', exact: true }).click()
  await expect(window.getByRole('main', { name: 'Conversation', exact: true })).toBeVisible()
}

/** Adds a server in the dialog Servers: a program with its arguments, or an address. Trusts it. */
export async function addServer(
  dialog: Locator,
  name: string,
  server: { command: string; args: readonly string[] } | { url: string }
): Promise<void> {
  const window = dialog.page()
  // Without a server the dialog opens with the form.
  const add = dialog.getByRole('button', { name: 'Add server', exact: true })
  const field = (label: string) => dialog.getByRole('textbox', { name: label, exact: true })
  await expect(add.or(field('Name'))).toBeVisible()
  if (await add.isVisible()) await add.click()
  await field('Name').fill(name)
  if ('url' in server) {
    await dialog.getByRole('combobox', { name: 'Kind' }).click()
    await window.getByRole('option', { name: 'Address on the network' }).click()
    await field('URL').fill(server.url)
  } else {
    await field('Command').fill(server.command)
    await field('Arguments').fill(server.args.join('\n'))
  }
  await dialog.getByRole('button', { name: 'Add this server' }).click()
  await answerTrust(window, name)
}

/** For a question that opens without an action: a key pressed before it has the focus goes to the page behind it. */
export async function escapeFrom(dialog: Locator): Promise<void> {
  const hasFocus = () => dialog.evaluate((element) => element.contains(document.activeElement))
  await expect.poll(hasFocus, { message: 'focus in the dialog' }).toBe(true)
  await dialog.page().keyboard.press('Escape')
}

export async function closeDialog(dialog: Locator): Promise<void> {
  await dialog.page().keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

export async function pickModel(window: Page, name: string | RegExp): Promise<void> {
  await window.getByRole('combobox', { name: 'Model', exact: true }).click()
  await window.getByRole('option', { name }).click()
}

export function conversationList(window: Page): Locator {
  return window.getByRole('navigation', { name: 'Conversations' })
}

/** What goes with the next message. */
export function chips(window: Page): Locator {
  return window.getByRole('list', { name: 'Attached to this message', exact: true }).getByRole('listitem')
}

export async function openAttach(window: Page): Promise<Locator> {
  await window.getByRole('button', { name: 'Attach', exact: true }).click()
  const dialog = window.getByRole('dialog', { name: 'Attach resources', exact: true })
  await expect(dialog).toBeVisible()
  return dialog
}

/** One row of the dialog Attach resources. */
export function offeredResource(dialog: Locator, server: string, name: string | RegExp): Locator {
  return dialog.getByRole('listbox', { name: server, exact: true }).getByRole('option', { name })
}

export function resourceCard(window: Page, server: string, name: string): Locator {
  return window.getByRole('group', { name: `Resource ${server} ${name}`, exact: true })
}

export function promptCard(window: Page, server: string, name: string): Locator {
  return window.getByRole('group', { name: `Prompt ${server} ${name}`, exact: true })
}

export function promptDialog(window: Page, name: string): Locator {
  return window.getByRole('dialog', { name: `Arguments for /${name}`, exact: true })
}

/** Rows of the list that opens over the message. The sign and what follows replace all typed text. */
export async function callUp(window: Page, typed: `/${string}` | `@${string}`): Promise<Locator> {
  await messageBox(window).fill(typed)
  const list = window.getByRole('listbox', {
    name: typed.startsWith('/') ? 'Prompts' : 'Resources',
    exact: true
  })
  await expect(list).toBeVisible()
  return list.getByRole('option')
}

/** As the system does when the user drops files on the message. */
export async function dropFiles(window: Page, files: string[]): Promise<void> {
  const session = await window.context().newCDPSession(window)
  // A dialog over it hides it from everything else.
  const message = window.getByRole('textbox', { name: 'Message', includeHidden: true })
  const box = await message.boundingBox()
  const place = { x: Math.round((box?.x ?? 0) + 10), y: Math.round((box?.y ?? 0) + 10) }
  const data = { items: [], files, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...place, data })
  }
  await session.detach()
}
