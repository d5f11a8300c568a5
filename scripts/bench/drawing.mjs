/**
 * How long text that is slow to lay out takes until all of it that will be drawn is on the screen, against as many
 * letters that cost nothing, and the longest that it keeps the window from doing anything else. Times are taken inside
 * of the page, from the key that sends the message on; the answer streams.
 */
import { pathToFileURL } from 'node:url'
import { bundle } from '../process/bundle.mjs'
import { hasDisplay, withDisplay } from '../process/display.mjs'
import { prepareFolder, removeFolder, stepLimitMs, withApp, withPage, within } from './running-app.mjs'
import { settingsFor, withModel } from './with-model.mjs'

/** A person notices nothing shorter. */
const longestTaskMs = 200

/** Each text once a run, all in one window; in short only some. */
export async function drawingRows(electron, { runs, isShort }) {
  const { names, plainName, startSlowModel } = await import(
    pathToFileURL(await bundle('bench-model', 'app/testing/bench/slow-model.ts')).href
  )
  const measured = isShort ? names.slice(0, 2) : names
  const model = await startSlowModel()
  const folder = prepareFolder('drawing', settingsFor(model))
  const taken = new Map(measured.map((name) => [name, { slow: [], plain: [] }]))
  // The first text brings the code that draws it.
  const warmUps = isShort ? 0 : 1
  try {
    await withDisplay(!hasDisplay(), (env) =>
      withApp(
        { ...electron, args: [...electron.args, `--data-dir=${folder}`], env: withModel(env, model) },
        ({ port }) =>
          withPage(port, async (page) => {
            for (let run = 0; run < warmUps + runs; run++)
              for (const [name, { slow, plain }] of taken) {
                const ours = await measureText(page, { name, isNoted: true })
                const theirs = await measureText(page, { name: plainName(name), isNoted: false })
                if (run < warmUps) continue
                slow.push(ours)
                plain.push(theirs)
              }
          })
      )
    )
  } finally {
    await model.close()
    removeFolder(folder)
  }
  return [...taken].flatMap(([name, { slow, plain }]) => toRows(name, slow, plain))
}

function toRows(name, slow, plain) {
  const visible = (times) => times.map(({ visibleMs }) => visibleMs)
  const longest = slow.map(({ longestMs }) => longestMs)
  return [
    {
      name: `${name}, visible`,
      unit: 'ms',
      ours: visible(slow),
      theirs: visible(plain),
      budget: null,
      follows: 'waiting'
    },
    {
      name: `${name}, longest task`,
      unit: 'ms',
      ours: longest,
      limit: longestTaskMs,
      budget: 1,
      follows: 'waiting'
    }
  ]
}

async function measureText(page, { name, isNoted }) {
  await page.locator('nav button:has-text("New conversation")').click({ timeout: stepLimitMs })
  const field = page.locator('textarea')
  await field.fill(`Show me ${name}`, { timeout: stepLimitMs })
  const times = page.evaluate(watch, isNoted)
  await field.press('Enter')
  return within(stepLimitMs, `${name} did not get on the screen`, times)
}

/** In the page: resolves when the answer is complete and, where some of it is not laid out, the note on that is there. */
function watch(isNoted) {
  return new Promise((resolve) => {
    // The browser tells of tasks from 50 ms on: without one, that is the most it can have been.
    let longestMs = 50
    let sentAt = 0
    const take = (entries) => {
      for (const { startTime, duration } of entries)
        if (sentAt > 0 && startTime + duration > sentAt) longestMs = Math.max(longestMs, duration)
    }
    const observer = new PerformanceObserver((list) => take(list.getEntries()))
    observer.observe({ type: 'longtask' })
    addEventListener('keydown', ({ timeStamp }) => (sentAt = timeStamp), { capture: true, once: true })
    const isThere = () => {
      const answer = document.querySelector('article[aria-label="Assistant"]')
      if (!answer?.querySelector('footer')) return false
      return !isNoted || answer.querySelector('[role="note"]') !== null
    }
    const look = () => {
      if (sentAt === 0 || !isThere()) return requestAnimationFrame(look)
      const visibleMs = performance.now() - sentAt
      // What still has to be done for it, and the word of the observer on that, come first.
      requestIdleCallback(() =>
        requestIdleCallback(() => {
          take(observer.takeRecords())
          observer.disconnect()
          resolve({ visibleMs, longestMs })
        })
      )
    }
    look()
  })
}
