/**
 * A plain long answer, 100 KB of Markdown in pieces of twenty characters, 250 a second, against as many plain words: the
 * page's time in scripts, its longest task, frames that came late, and what is kept of its memory afterwards.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { bundle } from '../process/bundle.mjs'
import { processTree, proportionalMegabytes } from './process-tree.mjs'
import { inApp, prepareFolder, removeFolder, stepLimitMs, within } from './running-app.mjs'
import { limitedRow } from './statistics.mjs'

const letters = { long: 100_000, short: 4_000 }
const longestTaskMs = 50
/** In per cent of all; a screen of 60 frames a second, of which every second one may be left out. */
const lateFrames = 1
const lateAfterMs = 40
/** In MB, of all processes. */
const mostKept = 20
/** Until what was freed has gone back to the system. */
const settleMs = 3_000
const ended = { selector: 'article[aria-label="Assistant"] footer' }

export async function startModel(isShort, port) {
  const file = await bundle('bench-long-answer', 'app/testing/bench/long-answer.ts')
  const { startLongModel, lastSentence } = await import(pathToFileURL(file).href)
  return { model: await startLongModel(isShort ? letters.short : letters.long, port), lastSentence }
}

export async function streamingRows(electron, { runs, isShort, other }) {
  const { model } = await startModel(isShort)
  // Key and address come from the environment, so Parley doesn't ask whether it may send to the model.
  const variables = { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: model.baseUrl }
  const anthropic = { type: 'anthropic', baseUrl: model.baseUrl, apiKey: '${env:ANTHROPIC_API_KEY}' }
  const models = { default: 'anthropic/claude-sonnet-5-5', providers: { anthropic } }
  const folder = prepareFolder('streaming', { models })
  const taken = { Markdown: [], Plain: [] }
  // An answer of twenty seconds: two of each say enough, except for a comparison.
  const rounds = other === undefined ? Math.min(runs, 2) : runs
  try {
    await inApp(electron, { folder, variables }, async (page, processId) => {
      const held = () => heldMegabytes(page, processId, isShort ? 0 : settleMs)
      for (let round = 0; round < rounds; round++)
        for (const name of ['Plain', 'Markdown']) {
          await page.locator('nav button:has-text("New conversation")').click()
          const before = await held()
          const answer = await measureAnswer(page, { name, field: page.locator('textarea'), ended })
          taken[name].push({ ...answer, keptMegabytes: Math.max(0, (await held()) - before) })
        }
    })
  } finally {
    await model.close()
    removeFolder(folder)
  }
  const kept = taken.Markdown.map(({ keptMegabytes }) => keptMegabytes)
  return [
    ...streamingFigures(taken),
    {
      name: 'a long answer, memory kept',
      unit: 'MB',
      budget: 1,
      ours: kept,
      limit: mostKept
    }
  ]
}

/** Proportional set size of all of the app's processes, once the page has thrown away what it can. */
async function heldMegabytes(page, processId, waitMs) {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await delay(waitMs)
  await session.send('HeapProfiler.collectGarbage')
  await session.detach()
  return proportionalMegabytes(processTree(processId))
}

export function streamingFigures({ Markdown, Plain }) {
  const column = (taken, key) => taken.map((one) => one[key])
  const against = (name, unit, key, limit) =>
    limitedRow({ name: `a long answer, ${name}`, unit, ours: column(Markdown, key), limit })
  return [
    {
      name: 'a long answer, in scripts',
      unit: 's',
      budget: 2,
      ours: column(Markdown, 'scriptSeconds'),
      theirs: column(Plain, 'scriptSeconds')
    },
    against('longest task', 'ms', 'longestMs', longestTaskMs),
    against('late frames', '%', 'latePercent', lateFrames)
  ]
}

/** `ended`: a selector that matches once the answer is complete, or the text that it ends with. */
export async function measureAnswer(page, { name, field, ended }) {
  await field.fill(name)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const before = await scriptSeconds(session)
  const watched = page.evaluate(watch, { lateAfter: lateAfterMs, ended })
  await field.press('Enter')
  const seen = await within(stepLimitMs, `${name}: the answer did not come to its end`, watched)
  const after = await scriptSeconds(session)
  await session.detach()
  return { ...seen, scriptSeconds: after - before }
}

async function scriptSeconds(session) {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ScriptDuration').value
}

/** In the page: resolves when the answer is complete. */
function watch({ lateAfter, ended }) {
  return new Promise((resolve) => {
    // The browser reports tasks from 50 ms on. Without a report, the longest task took less than that.
    let longestMs = 50
    let frames = 0
    let late = 0
    let last = performance.now()
    const take = (list) => {
      for (const { duration } of list) longestMs = Math.max(longestMs, duration)
    }
    const observer = new PerformanceObserver((list) => take(list.getEntries()))
    observer.observe({ type: 'longtask' })
    // Reading all text of a page takes time in scripts, so not in each frame.
    const isEnded = () =>
      ended.selector === undefined
        ? frames % 30 === 0 && document.body.textContent.includes(ended.text)
        : document.querySelector(ended.selector) !== null
    const look = (now) => {
      frames += 1
      if (now - last > lateAfter) late += 1
      last = now
      if (!isEnded()) return requestAnimationFrame(look)
      take(observer.takeRecords())
      observer.disconnect()
      resolve({ longestMs, latePercent: (100 * late) / frames })
    }
    requestAnimationFrame(look)
  })
}
