/**
 * What must be true of the window in every case: nothing ran, nothing was loaded or opened, nothing is hidden or
 * overflows, and the window and a well-behaved server beside the case keep working.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { recordLinks } from '../server-questions'
import { expect } from '../expect'
import type { Parley } from '../launch'
import type { Workspace } from '../workspace'

export interface Watch {
  /** Call it after every step. */
  check(): Promise<void>
  /** Addresses that the system's browser was given. */
  openedLinks(): Promise<string[]>
}

/** In milliseconds. */
const slowest = 3_000
const canary = 'corpus-canary.txt'

/** From now on no browser opens. */
export async function watchWindow({ app, window }: Parley, workspace: Workspace): Promise<Watch> {
  const requests: string[] = []
  const address = window.url()
  const titleOf = () => window.evaluate(() => document.title)
  const title = await titleOf()
  window.on('request', (request) => {
    if (!/^(?:app|data|blob|devtools):/u.test(request.url())) requests.push(request.url())
  })
  const openedLinks = await recordLinks(app)
  return {
    openedLinks,
    async check() {
      const started = Date.now()
      const seen = await window.evaluate(findWrongs)
      const tookMs = Date.now() - started
      expect.soft(tookMs, 'how long the window was busy').toBeLessThan(slowest)
      expect.soft(seen, 'what stands in the page').toEqual([])
      expect.soft(requests, 'what the page asked the network for').toEqual([])
      expect.soft([window.url(), await titleOf()], 'where the window is').toEqual([address, title])
      const windows = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
      expect.soft(windows, 'windows').toBe(1)
      const files = fs.readdirSync(workspace.folder, { recursive: true, encoding: 'utf8' })
      const payloads = files.filter((file) => path.basename(file) === canary)
      expect.soft(payloads, 'what a payload wrote').toEqual([])
    }
  }
}

/** Runs in the page. */
function findWrongs(): string[] {
  const found: string[] = []
  const page = globalThis as typeof globalThis & { __pwned?: unknown }
  if (page.__pwned !== undefined) found.push('the payload ran')
  if (({} as Record<string, unknown>)['polluted'] !== undefined) found.push('a prototype was changed')
  const active = [
    'iframe, object, embed, webview, base, meta[http-equiv=refresh], body link, body script, body style',
    '[onerror], [onload], [onclick], [onmouseover], [onfocus], [srcdoc]',
    'a[href^="javascript:" i], a[href^="file:" i], a[href^="data:" i], a[href^="vbscript:" i]',
    'img[src^="http"], img[src^="file:"], audio[autoplay], video[autoplay]'
  ]
  for (const element of document.querySelectorAll(active.join(', ')))
    found.push(`an element that may act: ${element.outerHTML.slice(0, 120)}`)
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
  // Invisible characters that change how text is read: bidirectional, zero-width, tags, escapes.
  const unseen = /(?![\t\n\r])[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent ?? ''
    const sign = unseen.exec(text)?.[0]
    if (sign !== undefined && node.parentElement?.closest('textarea') === null)
      found.push(`an unseen sign U+${sign.codePointAt(0)?.toString(16)} in “${text.slice(0, 60)}”`)
  }
  return found
}

/** Presses every link in the page. Its target is shown first, and not opened. */
export async function pressLinks(window: Page): Promise<void> {
  const links = window.getByRole('main', { name: 'Conversation' }).getByRole('link')
  const count = await links.count()
  for (let index = 0; index < Math.min(count, 40); index += 1) {
    await links.nth(index).click()
    const question = window.getByRole('dialog', { name: 'Open this link?' })
    await expect(question).toBeVisible()
    await window.keyboard.press('Escape')
    await expect(question).toBeHidden()
  }
}
