/**
 * Views of servers (MCP Apps): what opening one takes over a plain sandboxed frame with the same page in an empty window,
 * and the memory of ten that are open in a conversation.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { hasDisplay, withDisplay } from '../process/display.mjs'
import { inProject, root } from '../process/paths.mjs'
import { trustAll } from './full-folder.mjs'
import { processTree, proportionalMegabytes } from './process-tree.mjs'
import { inApp, prepareFolder, removeFolder, stepLimitMs, withApp, withPage, within } from './running-app.mjs'
import { limitedRow, median } from './statistics.mjs'

const limits = { openMs: 150, megabytes: 60 }
const counts = { long: { opened: 7, shown: 10 }, short: { opened: 1, shown: 1 } }
const settleMs = 2_000
/** A pointer is at a button for longer before the press. */
const hoverMs = 200
/** A card that leaves the screen closes its view. */
const tallWindow = { width: 1_200, height: 8_000 }
const server = inProject('app/testing/servers/views.mjs')
const page = inProject('app/testing/servers/views/chart.html')
const emptyApp = path.join(import.meta.dirname, 'empty-app')

export async function viewRows(electron, { isShort }) {
  const { opened, shown } = counts[isShort ? 'short' : 'long']
  const floor = median(await measureFrames(electron, opened))
  const folder = prepareFolder('views', {
    mcpServers: { views: { command: process.execPath, args: [server] } }
  })
  try {
    return await inApp(electron, { folder }, async (window, processId) => {
      await trustAll(window, 1)
      await callChart(window, 'Always allow')
      const measure = async (waitMs) => {
        const times = []
        for (let index = 0; index < opened; index++) times.push(await openAgain(window, waitMs))
        return times.map((time) => Math.max(time - floor, 1))
      }
      const pressed = await measure(0)
      const hovered = await measure(hoverMs)
      await closeNewest(window)
      await window.setViewportSize(tallWindow)
      await delay(settleMs)
      const before = new Set(processTree(processId))
      for (let index = 1; index <= shown; index++) await callChart(window)
      await delay(settleMs)
      const drawn = await window.locator('webview').count()
      if (drawn !== shown) throw new Error(`${drawn} of ${shown} views were drawn`)
      // Each view has a process of its own. How the others grow and shrink says nothing about it.
      const added = processTree(processId).filter((id) => !before.has(id))
      return [
        limitedRow({ name: 'opening a view, over a plain frame', ours: hovered, limit: limits.openMs }),
        limitedRow({
          name: 'opening a view without a pointer, over a plain frame',
          ours: pressed,
          limit: limits.openMs
        }),
        limitedRow({
          name: 'memory of a view (PSS)',
          unit: 'MB',
          ours: [proportionalMegabytes(added) / shown],
          limit: limits.megabytes
        })
      ]
    })
  } finally {
    removeFolder(folder)
  }
}

/** Milliseconds until the same page has loaded in a plain sandboxed frame. */
function measureFrames(electron, count) {
  const folder = prepareFolder('views-floor')
  const html = readFileSync(page, 'utf8')
  const launcherArgs = electron.args.filter((argument) => argument !== root)
  const args = [...launcherArgs, emptyApp, `--data-dir=${folder}`]
  return withDisplay(!hasDisplay(), (env) =>
    withApp({ ...electron, args, env }, ({ port }) =>
      withPage(port, async (window) => {
        const times = []
        for (let index = 0; index < count; index++)
          times.push(
            await within(stepLimitMs, 'a plain frame did not load', window.evaluate(openFrame, html))
          )
        return times
      })
    )
  ).finally(() => removeFolder(folder))
}

/** In the page. */
function openFrame(html) {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.srcdoc = html
  const began = performance.now()
  return new Promise((resolve) => {
    frame.addEventListener('load', () => {
      const taken = performance.now() - began
      frame.remove()
      resolve(taken)
    })
    document.body.append(frame)
  })
}

/** Until the view of the new call is drawn. */
async function callChart(window, answer) {
  await window.locator('[data-command="stop-answer"]').waitFor({ state: 'detached', timeout: stepLimitMs })
  // The list is virtual: what counts is the newest card, not how many there are.
  await window.evaluate(
    (selector) => (globalThis.newestCard = [...document.querySelectorAll(selector)].at(-1)),
    card
  )
  const field = window.locator('textarea')
  await field.fill('chart {"city": "Oslo"}')
  await field.press('Enter')
  if (answer !== undefined) await window.getByRole('button', { name: answer }).click({ timeout: stepLimitMs })
  await within(stepLimitMs, 'a view was not drawn', window.evaluate(drawNewest, { card, isOther: true }))
}

const card = '[role="group"][aria-label^="Tool call"]'
const showName = /^Show (view|app)$/

const closeNewest = (window) =>
  window.locator(card).last().getByRole('button', { name: 'Show as text' }).click({ timeout: stepLimitMs })

/** Milliseconds from the press until the view is drawn. `waitMs`: how long the pointer is at the button before. */
async function openAgain(window, waitMs) {
  await closeNewest(window)
  await window.mouse.move(0, 0)
  await window.locator('webview').waitFor({ state: 'detached', timeout: stepLimitMs })
  if (waitMs > 0) {
    await window.locator(card).last().getByRole('button', { name: showName }).hover({ timeout: stepLimitMs })
    await delay(waitMs)
  }
  return within(stepLimitMs, 'a view was not drawn', window.evaluate(drawNewest, { card, isOther: false }))
}

/** In the page: shows the view of the newest card, or waits for a newer one, until it is drawn. */
function drawNewest({ card: selector, isOther }) {
  const newest = () => [...document.querySelectorAll(selector)].at(-1)
  const began = performance.now()
  const show = () =>
    [...newest().querySelectorAll('button')].find(({ textContent }) => /^Show (view|app)$/.test(textContent))
  if (!isOther) show().click()
  return new Promise((resolve) => {
    const look = () => {
      const isSought = !isOther || newest() !== globalThis.newestCard
      const frame = isSought && newest()?.querySelector('webview')?.parentElement
      if (frame && frame.querySelector('[role="img"]') === null)
        setTimeout(() => resolve(performance.now() - began))
      else requestAnimationFrame(look)
    }
    look()
  })
}
