/**
 * A registry of 5,000 entries, gone through from its first page to its last in the window: how long a page takes until
 * it is in the list, against the same requests without a window, and the longest that any of it keeps the window from
 * doing anything else. Times are taken inside of the page.
 */
import { pathToFileURL } from 'node:url'
import { bundle } from '../process/bundle.mjs'
import { hasDisplay, withDisplay } from '../process/display.mjs'
import { prepareFolder, removeFolder, stepLimitMs, withApp, withPage, within } from './running-app.mjs'

/** A person notices nothing shorter. */
const longestTaskMs = 200
const pageSize = 100

export async function directoryRows(electron, { runs, isShort }) {
  const pages = isShort ? 5 : 50
  const warmUps = isShort ? 0 : 1
  const registry = await openRegistry(pages * pageSize)
  const folder = prepareFolder('directory', { mcpServers: {}, directory: { registry: registry.address } })
  const taken = []
  try {
    await withDisplay(!hasDisplay(), (env) =>
      withApp({ ...electron, args: [...electron.args, `--data-dir=${folder}`], env }, ({ port }) =>
        withPage(port, async (page) => {
          const dialog = await openDirectory(page)
          for (let run = 0; run < warmUps + runs; run++) {
            const ours = await goThrough(dialog, pages * pageSize)
            const bare = await readBare(registry.address)
            if (run >= warmUps) taken.push({ ...ours, pageMs: ours.allMs / pages, barePageMs: bare / pages })
          }
        })
      )
    )
  } finally {
    await registry.close()
    removeFolder(folder)
  }
  const column = (key) => taken.map((one) => one[key])
  return [
    {
      ...{ name: 'directory, a page of 100', unit: 'ms', budget: null },
      ...{ ours: column('pageMs'), theirs: column('barePageMs') }
    },
    {
      ...{ name: 'directory, longest task', unit: 'ms', budget: 1, follows: 'waiting' },
      ...{ ours: column('longestMs'), limit: longestTaskMs }
    }
  ]
}

async function openRegistry(entries) {
  const file = await bundle('bench-registry', 'app/testing/servers/registry.ts')
  return (await import(pathToFileURL(file).href)).openRegistry(entries)
}

/** As a person gets there, with their yes to the address. */
async function openDirectory(page) {
  await page.getByRole('button', { name: /^Servers:/u }).click()
  const dialog = page.getByRole('dialog', { name: 'Servers', exact: true })
  await dialog.getByRole('button', { name: 'Browse directory' }).click()
  await dialog.getByRole('combobox', { name: 'From' }).click()
  await page.getByRole('option', { name: /^Registry at/u }).click()
  const question = page.getByRole('dialog', { name: /^Send to/u })
  await question.getByRole('button', { name: 'Trust', exact: true }).click()
  await dialog.getByRole('listbox', { name: 'Servers found' }).waitFor()
  return dialog
}

/** From the first page of an empty search on. */
async function goThrough(dialog, entries) {
  const search = dialog.getByRole('searchbox', { name: 'Search servers' })
  const list = dialog.getByRole('listbox', { name: 'Servers found' })
  await search.fill('no server has this name')
  await list.waitFor({ state: 'detached' })
  const times = dialog.evaluate(watch, entries)
  await search.fill('')
  return within(stepLimitMs, 'the directory did not come to its end', times)
}

/** In the page: presses End as soon as there is more, until all is there. */
function watch(dialog, entries) {
  return new Promise((resolve) => {
    // The browser tells of tasks from 50 ms on: without one, that is the most it can have been.
    let longestMs = 50
    let beganAt = 0
    const take = (list) => {
      for (const { startTime, duration } of list)
        if (beganAt > 0 && startTime + duration > beganAt) longestMs = Math.max(longestMs, duration)
    }
    const observer = new PerformanceObserver((list) => take(list.getEntries()))
    observer.observe({ type: 'longtask' })
    const look = () => {
      const list = dialog.querySelector('[role="listbox"]')
      if (list === null) return requestAnimationFrame(look)
      if (beganAt === 0) beganAt = performance.now()
      const last = [...list.querySelectorAll('[role="option"]')].at(-1)
      if (last?.getAttribute('aria-posinset') === String(entries)) {
        const allMs = performance.now() - beganAt
        return requestIdleCallback(() => {
          take(observer.takeRecords())
          observer.disconnect()
          resolve({ allMs, longestMs })
        })
      }
      list.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
      requestAnimationFrame(look)
    }
    look()
  })
}

/** Milliseconds for all pages, one after the other. */
async function readBare(address) {
  const began = performance.now()
  let cursor = null
  do {
    const url = new URL(`${address}/v0.1/servers?limit=${pageSize}&version=latest`)
    if (cursor !== null) url.searchParams.set('cursor', cursor)
    const { metadata } = await (await fetch(url)).json()
    cursor = metadata.nextCursor ?? null
  } while (cursor !== null)
  return performance.now() - began
}
