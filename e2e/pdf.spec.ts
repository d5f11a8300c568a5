/** PDFs from servers: their pages are drawn, nothing in them is active, and one that can't be drawn stays a file. */
import type { Locator, Page } from 'playwright/test'
import { fixture } from './fixtures/entries'
import { expect, forgetProblems, sharedTest as test } from './test'
import { offeredResource, openAttach, trustAll } from './window'

const sizes = [
  { width: 1280, height: 800 },
  { width: 800, height: 600 }
]

test('RES-03 RES-26: shows the pages of a PDF before it is attached', async ({ start, workspace }, info) => {
  workspace.writeSettings({ mcpServers: { example: fixture('example-resources') } })
  const parley = await start()
  const { window } = parley
  await trustAll(window, ['example'])
  const details = await showContent(window, 'example', 'report.pdf')
  const pages = details.getByRole('group', { name: 'Pages of report.pdf' })
  const first = details.getByRole('figure', { name: 'Page 1 of 3' })
  await expect.poll(() => drawnPixels(first)).toMatchObject({ dark: true, red: true })
  for (const size of sizes) {
    await window.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.emulateMedia({ colorScheme })
      await expect(pages).toBeInViewport()
      await info.attach(`pdf ${size.width} ${colorScheme}`, {
        body: await window.screenshot(),
        contentType: 'image/png'
      })
    }
  }

  await pages.focus()
  await window.keyboard.press('End')
  const third = details.getByRole('figure', { name: 'Page 3 of 3' })
  await expect(third).toBeInViewport()
  await expect.poll(() => drawnPixels(third)).toMatchObject({ dark: true, red: true })
  await expect(details.locator('a, iframe, embed, object, input, form, script')).toHaveCount(0)
  await expect(details.getByRole('button', { name: 'Save as…' })).toBeVisible()

  // The only exception of the content policy is used up, and valid for one address.
  const attempts = await window.evaluate(() => {
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): unknown }
    }
    const isRefused = (attempt: () => unknown) => {
      try {
        attempt()
        return false
      } catch {
        return true
      }
    }
    return [
      isRefused(() => new Worker('/assets/other.js')),
      isRefused(() => trustedTypes.createPolicy('parley-pdf-worker', {})),
      isRefused(() => trustedTypes.createPolicy('another', {}))
    ]
  })
  expect(attempts).toEqual([true, true, true])
  forgetProblems(parley, /Content Security Policy|TrustedScript|Trusted ?Type/i)
})

test('shows an invalid PDF as bytes, and stops one that takes too long without blocking the window', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: { papers: fixture('papers') } })
  const { window } = await start()
  await trustAll(window, ['papers'])
  const details = await showContent(window, 'papers', 'damaged.pdf')
  await expect(details).toContainText("This file can't be displayed as a PDF.")
  await expect(details.getByRole('group', { name: 'First bytes' })).toContainText('25 50 44 46')
  await expect(details.getByRole('button', { name: 'Save as…' })).toBeVisible()

  // It would compute until the limit: the clock of this page jumps there at once.
  await window.clock.install()
  await showContent(window, 'papers', 'endless.pdf')
  const started = Date.now()
  await window.getByRole('searchbox', { name: 'Filter resources' }).fill('endless')
  await expect(window.getByRole('option')).toHaveCount(1)
  expect(Date.now() - started).toBeLessThan(3_000)
  await window.clock.fastForward(15_000)
  // The speed of the machine decides which limit it meets first.
  const stopped =
    /Displaying it took longer than 15 seconds and was stopped\.|This page has too many parts to be displayed\./
  await expect(details).toContainText(stopped)
  await expect(details.getByRole('button', { name: 'Save as…' })).toBeVisible()
})

async function showContent(window: Page, server: string, name: string): Promise<Locator> {
  const open = window.getByRole('dialog', { name: 'Attach resources', exact: true })
  const dialog = (await open.isVisible()) ? open : await openAttach(window)
  await offeredResource(dialog, server, new RegExp(`^${name}`)).click()
  const details = dialog.getByRole('region', { name: 'Details' })
  await details.getByRole('button', { name: 'Show content' }).click()
  return details
}

/** Whether a page shows letters and the red square of the sample. */
async function drawnPixels(figure: Locator): Promise<{ dark: boolean; red: boolean }> {
  return figure.locator('canvas').evaluate((drawn: HTMLCanvasElement) => {
    const copy = new OffscreenCanvas(drawn.width, drawn.height)
    const context = copy.getContext('2d')!
    context.drawImage(drawn, 0, 0)
    const { data } = context.getImageData(0, 0, drawn.width, drawn.height)
    const seen = { dark: false, red: false }
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(at, at + 4)
      if (opacity < 255) continue
      if (red < 60 && green < 60 && blue < 60) seen.dark = true
      if (red > 180 && green < 60 && blue < 60) seen.red = true
    }
    return seen
  })
}
