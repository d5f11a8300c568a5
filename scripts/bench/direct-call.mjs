/**
 * Direct mode: from the key that sends an allowed call until its result is painted, through window, core and server; and from
 * a keystroke in the list of 2,000 tools until the list is painted. Times are taken inside of the page.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { inProject } from '../process/paths.mjs'
import { trustAll } from './full-folder.mjs'
import { inApp, prepareFolder, removeFolder, stepLimitMs, within } from './running-app.mjs'
import { limitedRow, percentile } from './statistics.mjs'

const limits = { callMs: 45, keyMs: 50 }
const sizes = { long: { calls: 40, toolsOfEach: 200 }, short: { calls: 2, toolsOfEach: 5 } }
const servers = 10
/** From the last letter to the key that sends it no finger is faster; the list for that letter is drawn by then. */
const fingerMs = 100
const stub = inProject('app/testing/servers/stub.mjs')

export async function directCallRows(electron, { runs, isShort, other }) {
  const { calls, toolsOfEach } = sizes[isShort ? 'short' : 'long']
  const names = Array.from({ length: isShort ? 1 : servers }, (_, index) => `server-${index}`)
  const entry = (name) => [
    name,
    { command: process.execPath, args: [stub, `--stub=${stubOf(name, toolsOfEach)}`] }
  ]
  const folder = prepareFolder('direct-call', { mcpServers: Object.fromEntries(names.map(entry)) })
  const taken = { calls: [], keys: [] }
  const rounds = other === undefined ? Math.min(runs, 3) : runs
  try {
    await inApp(electron, { folder }, async (page) => {
      await trustAll(page, names.length)
      await allow(page)
      for (let round = 0; round < rounds; round++) {
        taken.calls.push(percentile(await callAgainAndAgain(page, calls), 0.95))
        const keyTimes = page.evaluate(typeAll, 'tool-14')
        taken.keys.push(
          percentile(await within(stepLimitMs, 'the list of tools did not come', keyTimes), 0.95)
        )
      }
    })
  } finally {
    removeFolder(folder)
  }
  return [
    limitedRow({
      name: 'a call in Direct mode to its result, p95',
      ours: taken.calls,
      limit: limits.callMs
    }),
    limitedRow({ name: 'a keystroke in the list of tools, p95', ours: taken.keys, limit: limits.keyMs })
  ]
}

function stubOf(name, count) {
  const first = name === 'server-0' ? 0 : 1
  const tools = Array.from({ length: count }, (_, index) => {
    return { name: `tool-${index + first}`, text: `Said by ${name}.`, annotations: { readOnlyHint: true } }
  })
  return JSON.stringify({ name, tools })
}

/** The first call, with an approval for all later ones. */
async function allow(page) {
  await page.locator('textarea').fill('tool-0 {}')
  await page.locator('textarea').press('Enter')
  const yes = page.getByRole('button', { name: 'Always allow' })
  await yes.waitFor({ timeout: stepLimitMs })
  await yes.click()
  await page.getByText('Said by server-0.').first().waitFor({ timeout: stepLimitMs })
}

/** With real key events, because only a key press of the user can start a call. Milliseconds of each, from the key on. */
async function callAgainAndAgain(page, calls) {
  const field = page.locator('textarea')
  const times = []
  for (let index = 0; index < calls; index++) {
    await page.locator('[data-command="stop-answer"]').waitFor({ state: 'detached', timeout: stepLimitMs })
    await field.fill('tool-0 {}')
    await delay(fingerMs)
    const taken = page.evaluate(watchCall)
    await field.press('Enter')
    times.push(await within(stepLimitMs, 'a call had no result', taken))
  }
  return times
}

/** In the page, as the next: from the next key until a newer card is painted, and done. */
function watchCall() {
  // The list is virtual: what counts is the newest card, not how many there are.
  const newest = () => [...document.querySelectorAll('[role="group"][aria-label^="Tool call"]')].at(-1)
  const before = newest()
  return new Promise((resolve) => {
    let beganAt = 0
    addEventListener('keydown', ({ timeStamp }) => (beganAt = timeStamp), { capture: true, once: true })
    const look = () => {
      const card = newest()
      const isDone = beganAt > 0 && card !== before && card?.textContent.includes('done')
      // After the frame that shows it.
      if (isDone) setTimeout(() => resolve(performance.now() - beganAt))
      else requestAnimationFrame(look)
    }
    look()
  })
}

/** Letter by letter, each until the list is one for these letters. */
async function typeAll(words) {
  const field = document.querySelector('textarea')
  const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')
  const type = (text) => {
    value.set.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const times = []
  for (let length = 1; length <= words.length; length++) {
    const list = () => document.querySelector('[role="listbox"][aria-label="Tools"]')?.textContent ?? ''
    const before = list()
    const began = performance.now()
    type(words.slice(0, length))
    while (list() === before && performance.now() - began < 1_000) await frame()
    const taken = performance.now() - began
    if (taken < 1_000) times.push(taken)
  }
  type('')
  await frame()
  return times
}
