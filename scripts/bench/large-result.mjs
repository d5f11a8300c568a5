/**
 * A large result of a tool to the screen: from the server's last byte until its first lines are painted, and the longest
 * that the page and the main process do nothing else meanwhile. Uses allowed calls in Direct mode.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inProject } from '../process/paths.mjs'
import { trustAll } from './full-folder.mjs'
import { inApp, poll, prepareFolder, removeFolder, stepLimitMs, within } from './running-app.mjs'
import { limitedRow } from './statistics.mjs'

const megabytes = { long: [1, 10, 50], short: [1] }
/** By size. */
const linesMs = { 1: 50, 10: 120, 50: 250 }
const stallMs = 50
const server = inProject('app/testing/servers/large-result-server.mjs')
const watcher = inProject('scripts/bench/stalls.cjs')

export async function largeResultRows(electron, { runs, isShort }) {
  const sizes = megabytes[isShort ? 'short' : 'long']
  const taken = new Map(sizes.map((size) => [size, []]))
  const folder = prepareFolder('large-result', {})
  const files = { written: path.join(folder, 'written'), stalls: path.join(folder, 'stalls') }
  const args = [server, `--written=${files.written}`]
  const entry = { command: process.execPath, args, timeout: stepLimitMs }
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: { large: entry } }))
  try {
    const variables = { NODE_OPTIONS: `--require=${watcher}`, STALLS_FILE: files.stalls }
    await inApp(electron, { folder, variables }, async (page) => {
      await trustAll(page, 1)
      await allow(page)
      // The first call of each size brings memory that later ones find there.
      for (let round = isShort ? 0 : -1; round < Math.min(runs, 5); round++)
        for (const [size, calls] of taken) {
          const call = await measureCall(page, size * 1_000_000, files)
          if (round >= 0) calls.push(call)
        }
    })
  } finally {
    removeFolder(folder)
  }
  return [...taken].flatMap(([size, calls]) => {
    const against = (name, key, limit) =>
      limitedRow({ name: `${size} MB ${name}`, ours: calls.map((call) => call[key]), limit })
    return [
      against('to the screen', 'linesMs', linesMs[size]),
      against('to the screen, page', 'pageMs', stallMs),
      against('to the screen, main process', 'mainMs', stallMs)
    ]
  })
}

async function allow(page) {
  await send(page, 'text {"bytes": 100}')
  const yes = page.getByRole('button', { name: 'Always allow' })
  await yes.waitFor({ timeout: stepLimitMs })
  await yes.click()
  await page.getByText('A line that the server').first().waitFor({ timeout: stepLimitMs })
}

async function send(page, text) {
  const field = page.locator('textarea')
  await field.fill(text)
  await field.press('Enter')
}

async function measureCall(page, bytes, { written, stalls }) {
  await page.locator('[data-command="stop-answer"]').waitFor({ state: 'detached', timeout: stepLimitMs })
  const startedAt = Date.now()
  const seen = page.evaluate(watch)
  await send(page, `text {"bytes": ${bytes}}`)
  const { paintedAt, pageMs } = await within(stepLimitMs, 'a large result was not shown', seen)
  const writtenAt = Number(readFileSync(written, 'utf8'))
  if (writtenAt < startedAt) throw new Error('the server did not say when it had written its result')
  return { linesMs: paintedAt - writtenAt, pageMs, mainMs: await longestStall(stalls, startedAt) }
}

/** What the main process writes down as it goes is there a moment later. */
async function longestStall(file, since) {
  const seenUntil = Date.now()
  const lines = await poll(() => {
    const all = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number))
    return all.at(-1)[0] > seenUntil ? all : undefined
  }, 'the main process wrote no stalls')
  return Math.max(...lines.filter(([at]) => at > since && at <= seenUntil).map(([, stall]) => stall), 0)
}

/** In the page: from now until the lines of a newer card are painted. Times are since the epoch. */
function watch() {
  const newest = () => [...document.querySelectorAll('[role="group"][aria-label^="Tool call"]')].at(-1)
  const before = newest()
  return new Promise((resolve) => {
    // The browser reports tasks from 50 ms on. Without a report, the longest task took less than that.
    let pageMs = 50
    const take = (entries) => {
      for (const { duration } of entries) pageMs = Math.max(pageMs, duration)
    }
    const observer = new PerformanceObserver((list) => take(list.getEntries()))
    observer.observe({ type: 'longtask' })
    const look = () => {
      const card = newest()
      if (card === before || !card?.textContent.includes('A line that the server'))
        return requestAnimationFrame(look)
      setTimeout(() => {
        const paintedAt = performance.timeOrigin + performance.now()
        // What still has to be done for it, and the word of the observer on that, come first.
        requestIdleCallback(() =>
          requestIdleCallback(() => {
            take(observer.takeRecords())
            observer.disconnect()
            resolve({ paintedAt, pageMs })
          })
        )
      })
    }
    look()
  })
}
