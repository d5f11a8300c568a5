/** A server of the corpus in the window, beside a well-behaved one: each step as a user does it. */
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright/test'
import type { Bridge } from '../../app/contract/bridge/bridge'
import type { ServerParts } from '../../app/contract/bridge/server-parts'
import { expect } from '../expect'
import type { Parley } from '../launch'
import type { ServerEntry, Workspace } from '../workspace'
import { forgetProblems } from '../test'
import {
  answers,
  closeDialog,
  conversationList,
  inspect,
  messageBox,
  openAttach,
  openServers,
  openTab,
  sendMessage,
  serverItem
} from '../window'
import { listCalls, corpus, corpusServer, listSteps, type Call, type HostileCase, type Step } from './corpus'
import { pressLinks, watchWindow } from './observe'
import { answerUntil, type PersonOptions } from './person'

type PageWithBridge = typeof globalThis & { bridge: Bridge }

const ends = /connected|failed|needs sign-in|stopped/u
const direct = { models: { default: 'direct' } }

export interface ServerDrive {
  readonly item: HostileCase
  readonly workspace: Workspace
  readonly start: () => Promise<Parley>
}

export async function driveServer({ item, workspace, start }: ServerDrive): Promise<void> {
  const remote = item.transport.includes('http') ? await startRemote(item) : null
  try {
    const entry: ServerEntry =
      remote === null ? corpusServer(item.file, item.args) : { url: remote.url, timeoutMs: 5_000 }
    const control = corpusServer('control/C00-well-behaved.mjs')
    const inHome = (server: ServerEntry) =>
      server.url === undefined ? { ...server, cwd: workspace.home } : server
    workspace.writeSettings({ mcpServers: { control: inHome(control), case: inHome(entry) }, ...direct })
    const parley = await start()
    const watch = await watchWindow(parley, workspace)
    await expectStates(parley.window)
    await watch.check()
    for (const step of listSteps(item)) {
      await takeStep(parley.window, step, item)
      await watch.check()
      await expectControl(parley.window)
    }
    await inspectCase(parley.window)
    await watch.check()
    expect.soft(await watch.openedLinks(), 'links that were opened').toEqual([])
    forgetProblems(parley, /ERR_INVALID_URL/u) // an invalid picture shows as a broken one
  } finally {
    remote?.child.kill('SIGKILL')
  }
}

async function startRemote(item: HostileCase): Promise<{ url: string; child: ChildProcess }> {
  const args = item.args.map((arg) => arg.replace('${PORT}', '0'))
  const child = spawn(process.execPath, [path.join(corpus, item.file), ...args], {
    stdio: ['ignore', 'pipe', 'ignore']
  })
  if (child.stdout === null) throw new Error('The server of the case has no output.')
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as { event?: string; url?: string }
    if (said.event === 'listening' && said.url !== undefined) return { url: said.url, child }
  }
  throw new Error('The server of the case does not listen.')
}

/** Both calls end with a stated result, the control server's with success. */
async function expectStates(window: Page): Promise<void> {
  const isSettled = async () => {
    const states = await statesOf(window)
    return states['control'] === 'connected' && ends.test(states['case'] ?? '')
  }
  expect.soft(await answerUntil(window, isSettled), 'servers that come to a stated end').toBe(true)
  const dialog = await openServers(window)
  await expect.soft(serverItem(dialog, 'case')).toContainText(ends)
  await closeDialog(dialog)
}

async function statesOf(window: Page): Promise<Record<string, string>> {
  return window.evaluate(async () => {
    const answer = await (globalThis as PageWithBridge).bridge.call('app.snapshot', {})
    const servers = answer.ok ? answer.value.servers : []
    return Object.fromEntries(servers.map(({ name, state }) => [name, state]))
  })
}

async function takeStep(window: Page, { verb, subject }: Step, item: HostileCase): Promise<void> {
  const options = { isSubmitting: /\bsubmit\b/u.test(item.drive) }
  if (verb === 'call') for (const call of listCalls(subject)) await runTool(window, call, options)
  if (verb === 'call each') for (const name of await toolNames(window)) await runTool(window, plain(name))
  if (verb === 'list' || verb === 'open the resource picker') await lookAtOffers(window)
  if (verb === 'search') await lookFor(window, 'a')
  if (verb === 'click each') await pressLinks(window)
  if (/^open the (?:argument )?form/u.test(verb)) await openForms(window)
  if (verb === 'reconnect') await reconnect(window)
  if (verb === 'idle') await window.waitForTimeout(Math.min(Number(subject) || 0, 10_000))
}

const plain = (tool: string): Call => ({ tool, input: {}, isAllowedForGood: false })

async function toolNames(window: Page): Promise<string[]> {
  return window.evaluate(async () => {
    const { bridge } = globalThis as PageWithBridge
    const answer = await bridge.call('server.read', { serverName: 'case', what: 'tools' })
    const tools = answer.ok ? (answer.value as ServerParts['tools']) : []
    const usable = tools.filter(({ problem }) => problem === null)
    return usable.slice(0, 8).map(({ name }) => name)
  })
}

/** Types a name that can be typed, and selects any other in the composer's list. */
async function runTool(window: Page, call: Call, options: PersonOptions = {}): Promise<void> {
  await window.getByRole('button', { name: 'New conversation' }).click()
  const isTyped = /^[\w.-]+$/u.test(call.tool) && (await toolNames(window)).includes(call.tool)
  if (isTyped) await sendMessage(window, `case/${call.tool} ${JSON.stringify(call.input)}`)
  else await sendCall(window, call)
  const isDone = async () =>
    (await answers(window).count()) > 0 &&
    (await window.getByRole('button', { name: 'Send', exact: true }).isVisible())
  const person = { ...options, isAllowingForGood: call.isAllowedForGood }
  expect.soft(await answerUntil(window, isDone, person), `${call.tool} comes to an end`).toBe(true)
}

async function sendCall(window: Page, { tool, input }: Call): Promise<void> {
  const id = await window.evaluate(async () => {
    const created = await (globalThis as PageWithBridge).bridge.call('conversation.create', {})
    return created.ok ? created.value.id : ''
  })
  // Also the user's press that sending needs.
  await conversationList(window).getByRole('listitem').first().getByRole('button').first().click()
  await window.evaluate(
    async ([conversationId, toolName, json]) => {
      const toolRequest = { serverName: 'case', toolName, arguments: JSON.parse(json) as object }
      await (globalThis as PageWithBridge).bridge.call('conversation.send', {
        conversationId,
        text: '',
        toolRequest: toolRequest as never,
        resources: [],
        prompt: null
      })
    },
    [id, tool, JSON.stringify(input)] as const
  )
}

async function lookAtOffers(window: Page): Promise<void> {
  const dialog = await openAttach(window)
  const isRead = async () =>
    !(await dialog.getByRole('status', { name: 'Reading the resources' }).isVisible())
  expect.soft(await answerUntil(window, isRead), 'the picker shows what there is').toBe(true)
  await closeDialog(dialog)
  await lookFor(window, '/')
}

async function lookFor(window: Page, typed: string): Promise<void> {
  await messageBox(window).fill(typed)
  await messageBox(window).press('ArrowDown')
  await expect.soft(messageBox(window)).toHaveValue(typed)
  await messageBox(window).press('Escape')
  await messageBox(window).fill('')
}

async function openForms(window: Page): Promise<void> {
  for (const tool of await toolNames(window)) {
    await messageBox(window).fill(`case/${tool}`)
    await messageBox(window).press('Enter')
    const form = window.getByRole('dialog', { name: /^Arguments for / })
    const isThere = await form.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false
    )
    if (isThere) await closeDialog(form)
    else await answerUntil(window, () => Promise.resolve(true))
    await messageBox(window).fill('')
  }
}

async function reconnect(window: Page): Promise<void> {
  const dialog = await openServers(window)
  await serverItem(dialog, 'case').getByRole('button', { name: 'Restart', exact: true }).click()
  await closeDialog(dialog)
  await expectStates(window)
}

/** The server's own description and its tools, unfolded. */
async function inspectCase(window: Page): Promise<void> {
  const page = await inspect(await openServers(window), 'case')
  await expect.soft(page.getByRole('region', { name: 'About case', exact: true })).toBeVisible()
  await openTab(page, 'Tools')
  const tools = page.locator('details')
  const count = Math.min(await tools.count(), 5)
  for (let index = 0; index < count; index += 1) await tools.nth(index).locator('summary').click()
}

/** The server beside the case answers as if there were no other. */
async function expectControl(window: Page): Promise<void> {
  const started = Date.now()
  await window.getByRole('button', { name: 'New conversation' }).click()
  await sendMessage(window, 'control/echo {"text":"still there?"}')
  const card = window.getByRole('group', { name: 'Tool call control echo', exact: true })
  const isDone = async () => (await card.count()) > 0 && (await card.textContent())?.includes('done') === true
  expect.soft(await answerUntil(window, isDone), 'the control server answers').toBe(true)
  expect.soft(Date.now() - started, 'how long the control server took').toBeLessThan(15_000)
}
