/** Questions of servers to the user: dialogs by their names on screen, and links that would open. */
import type { ElectronApplication, Locator, Page } from 'playwright/test'
import { expect } from './expect'
import type { Parley } from './launch'
import { answerCall, callDialog, sendMessage, trustAll, type CallAnswer } from './window'
import type { SettingsFile, Workspace } from './workspace'

export function samplingDialog(window: Page, server: string): Locator {
  return window.getByRole('dialog', { name: `Sampling request from ${server}`, exact: true })
}

export function samplingAnswerDialog(window: Page, server: string): Locator {
  return window.getByRole('dialog', { name: `Sampling answer for ${server}`, exact: true })
}

export function inputDialog(window: Page, server: string): Locator {
  return window.getByRole('dialog', { name: `${server} asks for input`, exact: true })
}

export function linkDialog(window: Page, server: string): Locator {
  return window.getByRole('dialog', { name: `${server} asks you to open a link`, exact: true })
}

/** Whether a server that asks repeatedly may continue. */
export function askAgainDialog(window: Page, server: string): Locator {
  return window.getByRole('dialog', { name: `${server} keeps asking`, exact: true })
}

/** The outcome of a server's request, as the conversation shows it. */
export function notes(window: Page): Locator {
  return window.getByRole('main', { name: 'Conversation' }).getByRole('note')
}

interface Call {
  readonly server: string
  readonly tool: string
  readonly input?: object
}

/** Runs a tool by hand in a new conversation. */
export async function runTool(window: Page, call: Call): Promise<void> {
  await window.getByRole('button', { name: 'New conversation' }).click()
  await runToolHere(window, call)
}

interface Asked extends Omit<Call, 'input'> {
  /** To the model, which asks for the call. */
  readonly message: string
  /** What the question about the call has to show. */
  readonly shown: string
  readonly answer: CallAnswer
}

/** Starts with all servers of these settings trusted, and answers the question for a first message. */
export async function startAndAsk(
  { start, workspace }: { readonly start: () => Promise<Parley>; readonly workspace: Workspace },
  settings: SettingsFile,
  { message, server, tool, shown, answer }: Asked
): Promise<Parley> {
  workspace.writeSettings(settings)
  const parley = await start()
  await trustAll(parley.window, Object.keys(settings.mcpServers ?? {}))
  await sendMessage(parley.window, message)
  await expect(callDialog(parley.window, server, tool)).toContainText(shown)
  await answerCall(parley.window, { server, tool, answer })
  return parley
}

/** Permanently allowed tools of a window. Other journeys cover the question about the call itself. */
const allowed = new WeakMap<Page, Set<string>>()

/** The same in the current conversation, once it is ready. */
export async function runToolHere(window: Page, { server, tool, input = {} }: Call): Promise<void> {
  await expect(window.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  const name = `${server}/${tool}`
  await sendMessage(window, `${name} ${JSON.stringify(input)}`)
  const before = allowed.get(window) ?? new Set()
  if (!before.has(name)) await answerCall(window, { server, tool, answer: 'Always allow' })
  allowed.set(window, before.add(name))
}

/** For a window whose next journey has servers without permissions. */
export function forgetAllowed(window: Page): void {
  allowed.delete(window)
}

/**
 * From now on no browser opens. The returned function gives the addresses that would have opened since its last
 * call.
 */
export async function recordLinks(app: ElectronApplication): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { openedLinks: opened })
    shell.openExternal = async (url) => void opened.push(url)
  })
  return () => app.evaluate(() => (globalThis as unknown as { openedLinks: string[] }).openedLinks.splice(0))
}
