/**
 * What a full history costs while it is used: the list at the side with 1,000 conversations and its search, against ten of
 * them; and a conversation of 10,000 messages, opened and scrolled. Times are taken inside of the page.
 */
import { fullFolder } from './full-folder.mjs'
import { processTree, proportionalMegabytes } from './process-tree.mjs'
import { inApp, removeFolder, stepLimitMs, within } from './running-app.mjs'
import { limitedRow, percentile } from './statistics.mjs'

const longestTitle = 'The longest of all'
const limits = { nodes: 500, searchMs: 50, moreMegabytes: 5, openMs: 60, frameMs: 1_000 / 55 }
const sizes = {
  long: { conversations: 1_000, messagesOfLongest: 10_000, scrollMs: 3_000 },
  short: { conversations: 30, messagesOfLongest: 100, scrollMs: 300 }
}
const few = 10

export async function longListRows(electron, { runs, isShort, other }) {
  const { conversations, messagesOfLongest, scrollMs } = sizes[isShort ? 'short' : 'long']
  // Each needs two starts, so a few say enough.
  const rounds = other === undefined ? Math.min(runs, 3) : runs
  const taken = { nodes: [], search: [], more: [], open: [], frame: [] }
  const app = electron.args.at(-1)
  const full = await fullFolder('long-list', undefined, { conversations, messagesOfLongest, app })
  // A short run shows only that each figure comes out, so it needs no second start.
  const small = isShort ? full : await fullFolder('short-list', undefined, { conversations: few, app })
  try {
    for (let round = 0; round < rounds; round++) {
      const floor = isShort ? { megabytes: 0 } : await use(electron, small, memoryOf)
      const { megabytes, nodes, searches, openMs, frameMs } = await use(
        electron,
        full,
        async (page, processId) => ({
          ...(await memoryOf(page, processId)),
          ...(await useLists(page, scrollMs))
        })
      )
      taken.more.push(Math.max(0, megabytes - floor.megabytes))
      taken.nodes.push(nodes)
      taken.search.push(percentile(searches, 0.95))
      taken.open.push(openMs)
      taken.frame.push(frameMs)
    }
  } finally {
    removeFolder(full)
    removeFolder(small)
  }
  const against = (name, unit, ours, limit) => limitedRow({ name, unit, ours, limit })
  return [
    against('list of conversations, elements', '', taken.nodes, limits.nodes),
    against('list of conversations, more memory', 'MB', taken.more, limits.moreMegabytes),
    against('search in the list, p95', 'ms', taken.search, limits.searchMs),
    against('a long conversation opened', 'ms', taken.open, limits.openMs),
    against('a long conversation, a frame', 'ms', taken.frame, limits.frameMs)
  ]
}

function use(electron, folder, work) {
  return inApp(electron, { folder }, async (page, processId) => {
    await page.locator('article').last().waitFor({ timeout: stepLimitMs })
    return within(stepLimitMs, 'a list did not do what it was asked', work(page, processId))
  })
}

/** Memory of all processes, after the page collected its garbage. */
async function memoryOf(page, processId) {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.detach()
  return { megabytes: proportionalMegabytes(processTree(processId)) }
}

async function useLists(page, scrollMs) {
  const nodes = await page.evaluate(
    () => document.querySelectorAll('nav[aria-label="Conversations"] *').length
  )
  const searches = await page.evaluate(searchAll, longestTitle)
  const openMs = await page.evaluate(openFound, longestTitle)
  const frameMs = await page.evaluate(scroll, scrollMs)
  return { nodes, searches, openMs, frameMs }
}

/** In the page, as all below: types letter by letter, and waits each time until the list shows what was found. */
async function searchAll(words) {
  const field = document.querySelector('nav input[type="search"]')
  const list = document.querySelector('nav[aria-label="Conversations"]')
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  const times = []
  for (let length = 2; length <= words.length; length++) {
    if (words[length - 1] === ' ') continue
    // Text and order of the rows. They differ for other queries, if only by their marks.
    const began = performance.now()
    const changed = new Promise((resolve) => {
      const observer = new MutationObserver((changes) => {
        if (changes.every(({ target }) => field.contains(target) || target === field)) return
        observer.disconnect()
        resolve()
      })
      observer.observe(list, { subtree: true, childList: true, characterData: true })
      // If the rows are the same as before, nothing changes; the next letter is measured instead.
      setTimeout(() => resolve(observer.disconnect()), 1_000)
    })
    value.set.call(field, words.slice(0, length))
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await changed
    await frame()
    const taken = performance.now() - began
    if (taken < 1_000) times.push(taken)
  }
  return times
}

/** Presses what was found; the time until its newest message is painted. */
async function openFound(title) {
  const rows = [
    ...document.querySelectorAll(
      'nav[aria-label="Conversations"] li button, nav[aria-label="Conversations"] li a'
    )
  ]
  const row = rows.find(({ textContent }) => textContent.includes(title))
  if (row === undefined) throw new Error('the long conversation was not found')
  const heading = () => document.querySelector('main header, main h1')?.textContent ?? ''
  const began = performance.now()
  row.click()
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const article = document.querySelector('main article')
    // The list is invisible until it has found its end.
    if (heading().includes(title) && article?.checkVisibility({ visibilityProperty: true }) === true)
      return performance.now() - began
  }
}

/** From the newest message up, 60 pixels a frame; milliseconds a frame. */
async function scroll(durationMs) {
  let scroller = document.querySelector('main article')
  while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight + 50)
    scroller = scroller.parentElement
  if (scroller === null) throw new Error('there is nothing to scroll')
  const next = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const began = await next()
  let frames = 0
  let now = began
  while (now - began < durationMs) {
    scroller.scrollTop -= 60
    now = await next()
    frames += 1
  }
  return (now - began) / frames
}
