/**
 * A server that sends 10,000 messages a second while its tab Messages is open: the frames and the longest task of the page,
 * and the memory that all processes need more than before.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inProject } from '../process/paths.mjs'
import { trustAll } from './full-folder.mjs'
import { processTree, proportionalMegabytes } from './process-tree.mjs'
import { inApp, prepareFolder, removeFolder, stepLimitMs, within } from './running-app.mjs'
import { limitedRow, percentile } from './statistics.mjs'

const seconds = { long: 60, short: 1 }
const limits = { frameMs: 20, taskMs: 50, megabytes: 250 }
const server = inProject('app/testing/servers/message-flood.mjs')

export async function messageFloodRows(electron, { isShort }) {
  const length = seconds[isShort ? 'short' : 'long']
  const folder = prepareFolder('flood')
  const begin = path.join(folder, 'begin')
  const args = [server, `--seconds=${length}`, `--begin=${begin}`]
  writeFileSync(
    path.join(folder, 'settings.json'),
    `${JSON.stringify({ mcpServers: { flood: { command: process.execPath, args, sandbox: 'off' } } })}\n`
  )
  try {
    return await inApp(electron, { folder }, async (page, processId) => {
      await trustAll(page, 1)
      await openMessages(page)
      const before = proportionalMegabytes(processTree(processId))
      writeFileSync(begin, '')
      const seen = await within(
        stepLimitMs,
        'the messages did not end',
        page.evaluate(watchFrames, length * 1_000)
      )
      await delay(1_000)
      const count = await countMessages(page)
      if (count < length * 100) throw new Error(`only ${count} messages were listed`)
      const more = proportionalMegabytes(processTree(processId)) - before
      return [
        limitedRow({
          name: '10,000 messages a second, a frame at p95',
          ours: [percentile(seen.frames, 0.95)],
          limit: limits.frameMs
        }),
        limitedRow({
          name: '10,000 messages a second, longest task',
          ours: [seen.longestMs],
          limit: limits.taskMs
        }),
        limitedRow({
          name: '10,000 messages a second, more memory',
          unit: 'MB',
          ours: [Math.max(more, 1)],
          limit: limits.megabytes
        })
      ]
    })
  } finally {
    removeFolder(folder)
  }
}

async function openMessages(page) {
  await page.getByRole('button', { name: 'Servers: 1 connected' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Inspect', exact: true }).click()
  await page.getByRole('tab', { name: 'Messages', exact: true }).click()
  await page
    .getByRole('log', { name: 'Messages' })
    .getByText('initialize')
    .first()
    .waitFor({ timeout: stepLimitMs })
}

async function countMessages(page) {
  const text = await page.getByRole('tabpanel', { name: 'Messages' }).innerText()
  return Number(/([\d,]+) messages/u.exec(text)?.[1]?.replaceAll(',', '') ?? 0)
}

/** In the page. */
function watchFrames(lengthMs) {
  return new Promise((resolve) => {
    // The browser reports tasks from 50 ms on. Without a report, the longest task took less than that.
    let longestMs = 50
    const frames = []
    const began = performance.now()
    let last = began
    const take = (list) => {
      for (const { duration } of list) longestMs = Math.max(longestMs, duration)
    }
    const observer = new PerformanceObserver((list) => take(list.getEntries()))
    observer.observe({ type: 'longtask' })
    const look = (now) => {
      frames.push(now - last)
      last = now
      if (now - began < lengthMs) return requestAnimationFrame(look)
      take(observer.takeRecords())
      observer.disconnect()
      resolve({ frames: frames.slice(1), longestMs })
    }
    requestAnimationFrame(look)
  })
}
