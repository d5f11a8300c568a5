/**
 * Adds one real server in the window as a user does, by pasting its configuration, and uses it: lists its tools,
 * draws the form of each, and calls one in Direct mode.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { expect } from '../expect'
import type { Workspace } from '../workspace'
import { backToChat, inspect, messageBox, openServers, sendMessage, serverItem, toolCard } from '../window'
import { secondsToConnected } from './life'
import { buildCall, buildConfiguration, type CompatRow } from './table'
import { listedTools, takesNothing, type ListedTool } from './traced-tools'
import { seatUser, type User } from './user'

/** A large package on a slow network. */
const installMs = 600_000
const callMs = 180_000

export interface Outcome {
  readonly tools: number
  /** From trust to connected, without the download and without questions. */
  readonly seconds: number
  readonly questions: readonly string[]
  /** What the sandbox blocked, as the server's page shows it. */
  readonly blocked: readonly string[]
  readonly isSandboxed: boolean
  /** What the card of the call says. */
  readonly answer: string
}

export interface Place {
  readonly window: Page
  readonly workspace: Workspace
  /** The server's files, created beforehand. */
  readonly folder: string
}

export async function useServer(place: Place, row: CompatRow): Promise<Outcome> {
  const user = await seatUser(place.window, row.name)
  try {
    return await use(place, { row, user })
  } finally {
    await user.leave()
  }
}

interface Using {
  readonly row: CompatRow
  readonly user: User
}

async function use(place: Place, { row, user }: Using): Promise<Outcome> {
  const { window, workspace, folder } = place
  const tracedBefore = sizeOf(workspace.traceFile)
  const servers = await paste(window, buildConfiguration(row, folder))
  const item = await connect(servers, row.name)
  const isSandboxed =
    /Contained|Sandboxed/.test(await textOf(item)) && !/Not (?:contained|sandboxed)/.test(await textOf(item))
  const waitedMs = user.waitedMs()
  const seconds = secondsToConnected(logOf(workspace, row.name)) - waitedMs / 1_000
  const tools = listedTools(workspace.traceFile, tracedBefore)
  expect(tools.map(({ name }) => name)).toContain(row.call.tool)
  await expectListed(await inspect(servers, row.name, 'Tools'), tools)
  await backToChat(window)
  for (const tool of tools) await drawForm(window, { server: row.name, tool })
  const answer = await call(place, row)
  // Or the call never went to the server.
  expect(user.questions).toContain(`Allow ${row.call.tool} on ${row.name}?`)
  expect(answer).not.toContain('did not let')
  return {
    tools: tools.length,
    seconds: Math.max(0, seconds),
    questions: [...user.questions],
    blocked: await readBlocked(window, row.name),
    isSandboxed,
    answer
  }
}

async function paste(window: Page, configuration: string): Promise<Locator> {
  const servers = await openServers(window)
  const add = servers.getByRole('button', { name: 'Add server', exact: true })
  const field = servers.getByRole('textbox', { name: 'Paste configuration' })
  await expect(add.or(field).first()).toBeVisible()
  if (!(await field.isVisible())) await add.click()
  await field.fill(configuration)
  await servers.getByRole('button', { name: 'Add pasted servers' }).click()
  return servers
}

/** The server's line in the list, once it is connected. */
async function connect(servers: Locator, name: string): Promise<Locator> {
  const item = serverItem(servers, name)
  await expect(item).toHaveAttribute('data-state', /^(?:connected|failed|needs-sign-in)$/, {
    timeout: installMs
  })
  const found = await textOf(item)
  expect(await item.getAttribute('data-state'), found).toBe('connected')
  return item
}

/** The user sees each of them, and that none is unusable. */
async function expectListed(page: Locator, tools: readonly ListedTool[]): Promise<void> {
  const rows = page.locator('[data-tool]')
  const more = page.getByRole('button', { name: /^Show more/ })
  await expect(rows.first()).toBeVisible()
  while ((await rows.count()) < tools.length && (await more.isVisible())) await more.click()
  const names = await rows.evaluateAll((elements) => elements.map((each) => each.getAttribute('data-tool')))
  expect(names.toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
  await expect(page.getByText('unusable', { exact: true })).toHaveCount(0)
}

interface OneTool {
  readonly server: string
  readonly tool: ListedTool
}

async function drawForm(window: Page, { server, tool }: OneTool): Promise<void> {
  // It would run.
  if (takesNothing(tool)) return
  const message = messageBox(window)
  await message.fill(`${server}/${tool.name}`)
  await message.press('Escape')
  await message.press('Enter')
  const form = window.getByRole('dialog', { name: `Arguments for ${tool.name}`, exact: true })
  await expect(form.getByRole('button', { name: 'Run tool' })).toBeEnabled()
  await expect(form.locator('form').first()).toBeVisible()
  await close(form)
}

async function call({ window, workspace, folder }: Place, row: CompatRow): Promise<string> {
  await sendMessage(window, buildCall(row, folder))
  const card = toolCard(window, row.name, row.call.tool).last()
  await expect(card.getByText(/^(?:done|failed|denied|cancelled)\b/).first()).toBeVisible({ timeout: callMs })
  const answer = await textOf(card)
  expect(answer).toMatch(new RegExp(row.call.answer, 'i'))
  const refused = new RegExp(`(?:ENOENT|EACCES|EROFS|EPERM|Read-only|denied)[^\\n]*${workspace.home}`, 'i')
  expect(answer, 'what the sandbox keeps it from is no answer').not.toMatch(refused)
  return answer
}

async function readBlocked(window: Page, name: string): Promise<readonly string[]> {
  const page = await inspect(await openServers(window), name, 'Access')
  const access = page.getByRole('region', { name: `Access of ${name}`, exact: true })
  await expect(access).toBeVisible()
  const rows = access.locator('div:has(> dd > strong)')
  const blocked = await rows.evaluateAll((elements) =>
    elements.map((each) => [...each.children].map((part) => part.firstChild?.textContent ?? '').join(': '))
  )
  await backToChat(window)
  return blocked
}

/** By its own button: a key could answer a question that appears at that moment. */
async function close(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(dialog).toBeHidden()
}

async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent({ timeout: 10_000 })) ?? ''
}

function logOf({ readLogs }: Workspace, name: string): string {
  return Object.entries(readLogs()).find(([file]) => file === `servers/${name}.log`)?.[1] ?? ''
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** What its README takes for granted. */
export function writeFiles({ files = {} }: CompatRow, folder: string): void {
  fs.mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
  }
}
