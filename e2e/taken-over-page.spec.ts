/**
 * A compromised page: it makes any call with any input, as fast as it likes. Approvals still need the user's press.
 * @see docs/decisions/0036-approval-needs-a-real-press.md
 */
import type { Locator, Page } from 'playwright/test'
import { type CallInput, findRequiredApproval } from '../app/contract/bridge/calls'
import type { QuestionAnswer } from '../app/contract/questions/questions'
import { failureCodes, type Result } from '../app/contract/failure'
import { anyCall, approvingCalls, type MadeUpCall } from '../app/testing/fuzz/calls-of-page'
import { createRandom } from '../app/testing/fuzz/random'
import { seeds } from '../app/testing/fuzz/seeds'
import { recordLinks } from './server-questions'
import { notes } from './fixtures/entries'
import { say } from './fixtures/model'
import { expect, sharedTest, test } from './test'
import {
  answers,
  answerTrust,
  callDialog,
  expectConnected,
  openServers,
  pressByKeyboard,
  pressIn,
  sendMessage,
  serverItem,
  trustDialog
} from './window'

interface AnyEvent {
  readonly name: string
  readonly payload: unknown
}

interface SnapshotSeen {
  readonly questions?: readonly { readonly id: string }[]
  readonly servers?: readonly { readonly name: string; readonly state: string }[]
  readonly consent?: { readonly trustedServers: readonly object[] }
}

/** The bridge as an untyped script sees it. */
type TakenOver = typeof globalThis & {
  bridge: {
    call(name: string, input: object): Promise<Result<SnapshotSeen>>
    on(listener: (event: AnyEvent) => void): void
  }
}

const trust: QuestionAnswer = { type: 'server-trust', decision: 'trust' }
const allowOnce: QuestionAnswer = { type: 'tool-call', decision: 'allow-once' }
const allowAlways: QuestionAnswer = { type: 'tool-call', decision: 'allow-always' }

/** The page answers the oldest question automatically. */
function answerByScript(window: Page, answer: QuestionAnswer) {
  return window.evaluate(async (json) => {
    const { bridge } = globalThis as TakenOver
    const snapshot = await bridge.call('app.snapshot', {})
    const [question] = (snapshot.ok && snapshot.value.questions) || []
    return bridge.call('consent.answer', {
      questionId: question?.id ?? '',
      answer: JSON.parse(json) as object
    })
  }, JSON.stringify(answer))
}

/** Trying a click would be a press. */
const expectAwake = (button: Locator) => expect(button).not.toHaveAttribute('aria-disabled', 'true')

const refusal = (why: RegExp) => ({
  ok: false,
  error: { code: 'BRIDGE_NO_PERSON', message: expect.stringMatching(why) as unknown }
})

// An app of its own: a press of an earlier visit would change the reason.
test('SEC-11-4 refuses a script that adds a server and trusts it in 4 ms, and also 700 ms later', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: {} })
  const { window } = await start({ isMoving: true })
  const outcome = await window.evaluate(async (json) => {
    const { bridge } = globalThis as TakenOver
    const asked = new Promise<{ id: string }>((resolve) => {
      bridge.on(({ name, payload }) => {
        const [first] = name === 'questions.changed' ? (payload as { id: string }[]) : []
        if (first !== undefined) resolve(first)
      })
    })
    const added = await bridge.call('server.save-entry', { previousName: null, serverName: 'evil', json })
    const { id } = await asked
    const answer = { type: 'server-trust', decision: 'trust' } as const
    const atOnce = await bridge.call('consent.answer', { questionId: id, answer })
    await new Promise((resolve) => setTimeout(resolve, 700))
    return { added, atOnce, later: await bridge.call('consent.answer', { questionId: id, answer }) }
  }, JSON.stringify(notes()))
  expect(outcome.added).toMatchObject({ ok: true })
  expect(outcome.atOnce).toMatchObject(refusal(/only you/iu))
  expect(outcome.later).toMatchObject(refusal(/only you/iu))
  await answerTrust(window, 'evil')
  await expectConnected(window, 1)
})

test('SEC-11-4 takes no event of a script as a press, and counts one press only once', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: { notes: notes() } })
  // As for a user with a screen reader, whose clicks come without a key or a pointer.
  const { window } = await start({ args: ['--force-renderer-accessibility'], isMoving: true })
  await test.step('SEC-11-4 takes no event of a script as a press, not even through a label', async () => {
    const dialog = trustDialog(window, 'notes')
    const yes = dialog.getByRole('button', { name: 'Trust and start' })
    await expectAwake(yes)
    await yes.evaluate((button: HTMLElement) => {
      button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      button.id = 'yes'
      const label = document.body.appendChild(document.createElement('label'))
      label.htmlFor = 'yes'
      label.click()
      label.remove()
    })
    await expect(dialog).toContainText('Only you can approve this')
    await yes.evaluate((button: HTMLElement) => button.click())
    await expect(dialog).toContainText('Only you can approve this')
    expect(await answerByScript(window, trust)).toMatchObject(refusal(/only you/iu))
    await yes.click()
    await expectConnected(window, 1)
  })
  workspace.writeSettings({ mcpServers: { more: notes() } })
  await test.step('SEC-11-4 counts one press on a label over the window only once, not at its target too', async () => {
    const yes = trustDialog(window, 'more').getByRole('button', { name: 'Trust and start' })
    await expectAwake(yes)
    await yes.evaluate((button: HTMLElement) => {
      button.id = 'yes'
      const label = document.body.appendChild(document.createElement('label'))
      label.htmlFor = 'yes'
      label.style.cssText = 'position: fixed; inset: 0; z-index: 99999'
      globalThis.addEventListener('click', (event) => event.stopImmediatePropagation(), { capture: true })
    })
    await window.mouse.click(4, 300)
    expect(await answerByScript(window, trust)).toMatchObject(refusal(/in the question itself/u))
  })
})

test('SEC-11-4 approves at most one thing for each press, however many calls the page makes', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: { notes: notes(), more: notes() } })
  const { app, window } = await start({ isMoving: true })
  await recordLinks(app)
  await app.evaluate(({ dialog, shell }) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] })
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' })
    shell.openPath = () => Promise.resolve('')
  })
  const yes = window.getByRole('button', { name: 'Trust and start' })
  await expectAwake(yes)
  const made = { random: createRandom(seeds(1)[0] ?? 1), words: ['notes', 'more', 'direct', '/', '{}'] }
  // A press within the last minutes is enough for some calls, and a question is answered by its id.
  const tried = approvingCalls(made).filter(
    ({ name, input }) =>
      name !== 'consent.answer' &&
      findRequiredApproval(name, input as CallInput<typeof name>)?.proof !== 'present'
  )
  await window.evaluate(tryWithoutEnd, JSON.stringify({ tried, trust }))
  const count = () => window.evaluate(() => (globalThis as unknown as { won: string[] }).won)
  for (let presses = 1; presses <= 5; presses += 1) {
    const before = (await count()).length
    if (presses % 2 === 0) await window.keyboard.press('Enter')
    else await window.mouse.click(4, 300)
    await expect.poll(async () => (await count()).length).toBeGreaterThan(before)
    expect(await count()).toHaveLength(presses)
  }
})

/** Runs in the page: no press reaches its buttons, and each approving call is repeated. */
function tryWithoutEnd(json: string): void {
  const { tried, trust } = JSON.parse(json) as { tried: { name: string; input: object }[]; trust: object }
  const { bridge } = globalThis as TakenOver
  for (const name of ['click', 'keydown'])
    globalThis.addEventListener(
      name,
      (event) => {
        event.preventDefault()
        event.stopImmediatePropagation()
      },
      { capture: true }
    )
  const won: string[] = []
  Object.assign(globalThis, { won })
  const refused = ['BRIDGE_NO_PERSON', 'BRIDGE_INVALID_INPUT']
  const tryAll = async (): Promise<void> => {
    const snapshot = await bridge.call('app.snapshot', {})
    const questions = (snapshot.ok && snapshot.value.questions) || []
    const answers = questions.map(({ id }) => ({
      name: 'consent.answer',
      input: { questionId: id, answer: trust }
    }))
    await Promise.all(
      [...answers, ...tried].map(async ({ name, input }) => {
        const result = await bridge.call(name, input)
        // An accepted call may still fail for its arguments.
        if (result.ok || !refused.includes(result.error.code)) won.push(name)
      })
    )
    setTimeout(() => void tryAll(), 20)
  }
  void tryAll()
}

sharedTest(
  "SEC-11-4 doesn't take a press beside a question, or on its other buttons, as approval",
  async ({ start, workspace }) => {
    workspace.writeSettings({ mcpServers: { notes: notes() } })
    const { window } = await start({ isMoving: true })
    const dialog = trustDialog(window, 'notes')
    await expectAwake(dialog.getByRole('button', { name: 'Trust and start' }))
    await window.mouse.click(4, 300)
    expect(await answerByScript(window, trust)).toMatchObject(refusal(/in the question itself/u))
    // The page withholds the user's intent.
    const withheld = await window.evaluateHandle(() => {
      const end = new AbortController()
      const options = { capture: true, signal: end.signal }
      globalThis.addEventListener('click', (event) => event.stopImmediatePropagation(), options)
      return end
    })
    await dialog.getByRole('button', { name: 'Keep stopped' }).click()
    expect(await answerByScript(window, trust)).toMatchObject(refusal(/in the question itself/u))
    await expect(dialog).toBeVisible()
    await withheld.evaluate((end) => end.abort())
    await pressIn(dialog, 'Keep stopped')
  }
)

sharedTest(
  'allows one call after a press beside its question, but no lasting permission',
  async ({ start, workspace }) => {
    workspace.writeSettings({ mcpServers: { notes: notes() } })
    const { window } = await start()
    await answerTrust(window, 'notes')
    await expectConnected(window, 1)
    await sendMessage(window, 'notes/create_note {"title":"a","content":"b"}')
    const dialog = callDialog(window, 'notes', 'create_note')
    await expectAwake(dialog.getByRole('button', { name: 'Allow once' }))
    await window.mouse.click(4, 300)
    expect(await answerByScript(window, allowAlways)).toMatchObject(refusal(/in the question itself/u))
    expect(await answerByScript(window, allowOnce)).toMatchObject({ ok: true })
    await sendMessage(window, 'notes/create_note {"title":"c","content":"d"}')
    await expect(dialog).toBeVisible()
    expect(await answerByScript(window, allowOnce)).toMatchObject(refusal(/./u))
    await pressIn(dialog, 'Allow once')
  }
)

sharedTest(
  'SEC-11-10 ignores the first press after the window was out of sight, and accepts the next one',
  async ({ start, workspace }) => {
    workspace.writeSettings({ mcpServers: { notes: notes() } })
    const { app, window } = await start({ isMoving: true })
    const dialog = trustDialog(window, 'notes')
    const yes = dialog.getByRole('button', { name: 'Trust and start' })
    await expectAwake(yes)
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    await expect
      .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
      .toBe(false)
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show())
    await yes.click()
    await expect(dialog).toContainText('The window was hidden')
    await yes.click()
    await expectConnected(window, 1)
  }
)

sharedTest(
  'SEC-11-10 ignores a press that begins before the half second and ends after it',
  async ({ start, workspace }) => {
    workspace.writeSettings({ mcpServers: { notes: notes() } })
    const { window } = await start({ isMoving: true })
    await answerTrust(window, 'notes')
    await expectConnected(window, 1)
    const item = serverItem(await openServers(window), 'notes')
    const dialog = window.getByRole('dialog', { name: 'Remove server notes?', exact: true })
    const yes = dialog.getByRole('button', { name: 'Remove', exact: true })
    // In the page itself: on a slow computer half a second passes while a test looks for a button.
    const watching = await window.evaluateHandle(() => {
      const focusYes = () =>
        [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')]
          .filter((shown) => shown.textContent.includes('Remove server notes?'))
          .flatMap((shown) => [...shown.querySelectorAll('button')])
          .find((button) => button.textContent === 'Remove')
          ?.focus()
      const observer = new MutationObserver(focusYes)
      observer.observe(document.body, { childList: true, subtree: true })
      return observer
    })
    const isBegunEarly = async () => {
      await item.getByRole('button', { name: 'Remove', exact: true }).click()
      await window.keyboard.down(' ')
      if ((await yes.getAttribute('aria-disabled')) === 'true') return true
      // The timer ran too late anyway, and the press would count.
      await window.keyboard.press('Escape')
      await window.keyboard.up(' ')
      return false
    }
    await expect.poll(isBegunEarly).toBe(true)
    await watching.evaluate((observer) => observer.disconnect())
    await expect(yes).not.toHaveAttribute('aria-disabled', 'true')
    await window.keyboard.up(' ')
    await expect(dialog).toBeVisible()
    await window.keyboard.press(' ')
    await expect(item).toHaveCount(0)
  }
)

sharedTest('trusts a server and opens a link by keyboard only', async ({ start, workspace, startModel }) => {
  const model = await startModel([[say('Read [this](https://example.com/page).')]])
  workspace.writeSettings({ mcpServers: { notes: notes() }, ...model.settings })
  const { app, window } = await start({ isMoving: true })
  const opened = await recordLinks(app)
  await pressByKeyboard(trustDialog(window, 'notes').getByRole('button', { name: 'Trust and start' }))
  await expectConnected(window, 1)
  await sendMessage(window, 'Where?')
  const link = answers(window).getByRole('link', { name: 'this' })
  // Parley asks about the model's address where it was not approved yet.
  const destination = window.getByRole('dialog', { name: /^Send to / })
  await expect(destination.or(link).first()).toBeVisible()
  if (await destination.isVisible())
    await pressByKeyboard(destination.getByRole('button', { name: 'Trust', exact: true }))
  await link.focus()
  await window.keyboard.press('Enter')
  const dialog = window.getByRole('dialog', { name: 'Open this link?', exact: true })
  await pressByKeyboard(dialog.getByRole('button', { name: 'Open link' }))
  await expect.poll(opened).toEqual(['https://example.com/page'])
})

const callCount = Number(process.env['PARLEY_FUZZ_CALLS'] ?? 2_000)

test('SEC-11-4 approves nothing on random calls through the real page, and stays responsive', async ({
  start,
  workspace
}) => {
  test.setTimeout(300_000 + callCount * 20)
  const [seed = 1] = seeds(1)
  workspace.writeSettings({ mcpServers: { notes: notes() } })
  const parley = await start({ isMoving: true })
  const { app, window } = parley
  const opened = await recordLinks(app)
  await app.evaluate(({ dialog, Menu }) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' })
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] })
    Menu.prototype.popup = (options) => options?.callback?.()
  })
  await expect(trustDialog(window, 'notes')).toBeVisible()
  const random = createRandom(seed)
  const words = ['notes', 'create_note', 'direct', 'https://example.com/', '/', JSON.stringify(notes())]
  const codes = new Set<string>()
  for (let made = 0; made < callCount; made += 500) {
    const calls = Array.from({ length: Math.min(500, callCount - made) }, () => anyCall({ random, words }))
    for (const code of await callAllAtOnce(window, calls)) codes.add(code)
  }
  const known = ['ok', ...Object.keys(failureCodes)]
  expect(
    [...codes].filter((code) => !known.includes(code) || code === 'INTERNAL'),
    `seed ${seed}`
  ).toEqual([])
  expect([...codes], `seed ${seed}`).toEqual(expect.arrayContaining(['ok', 'BRIDGE_NO_PERSON']))
  expect(await opened(), `seed ${seed}`).toEqual([])
  expect(await runningOrTrusted(window), `seed ${seed}`).toEqual([])
})

/** The outcome of each: `ok`, or the code of its failure. The bridge rejects what can't be sent. */
async function callAllAtOnce(window: Page, calls: readonly MadeUpCall[]): Promise<string[]> {
  await window.evaluate((json) => {
    const { bridge } = globalThis as TakenOver
    const all = (JSON.parse(json) as { name: string; input: object }[]).map(async ({ name, input }) => {
      const result = await bridge.call(name, input)
      return result.ok ? 'ok' : result.error.code
    })
    // Stored, and fetched in another turn: the inspector may lose a slow answer.
    const kept: Answered = { codes: null }
    Object.assign(globalThis, { kept })
    void Promise.all(all).then((codes) => (kept.codes = codes))
  }, JSON.stringify(calls))
  const fetchCodes = () => window.evaluate(() => (globalThis as unknown as { kept: Answered }).kept.codes)
  await expect.poll(fetchCodes, { message: 'every call is answered' }).not.toBeNull()
  return (await fetchCodes()) ?? []
}

interface Answered {
  codes: string[] | null
}

function runningOrTrusted(window: Page): Promise<string[]> {
  return window.evaluate(async () => {
    const { bridge } = globalThis as TakenOver
    const snapshot = await bridge.call('app.snapshot', {})
    if (!snapshot.ok) return ['no snapshot']
    const { servers = [], consent } = snapshot.value
    // One whose program is missing fails without a question. A running one had to be trusted, and that is checked
    // separately.
    const running = servers.filter(({ state }) => !['stopped', 'waiting-for-trust', 'failed'].includes(state))
    return [...running.map(({ name }) => name), ...(consent?.trustedServers ?? []).map(() => 'trusted')]
  })
}
