/**
 * Pictures that journeys take for people; no test compares one. Each costs 0.1 to 0.3 processor seconds, so they are
 * taken only with PARLEY_E2E_PICTURES=1, and of a failed journey.
 */
import { test, type Page, type PageScreenshotOptions } from 'playwright/test'
import { Buffer } from 'node:buffer'

const isAskedFor = process.env['PARLEY_E2E_PICTURES'] === '1'

const cameras = new WeakMap<Page, Page['screenshot']>()

/** From now on `window.screenshot` takes no picture, unless pictures are requested. */
export function leaveOutPictures(window: Page): void {
  if (isAskedFor || cameras.has(window)) return
  cameras.set(window, window.screenshot.bind(window))
  window.screenshot = () => Promise.resolve(Buffer.alloc(0))
}

/** Always takes one. */
export function takePicture(window: Page, options: PageScreenshotOptions): Promise<Buffer> {
  return cameras.get(window)?.(options) ?? window.screenshot(options)
}

/** Pictures in both themes, at the default size and at the smallest. `then`: further checks. */
export async function lookAt(window: Page, name: string, then = () => Promise.resolve()): Promise<void> {
  // Each size needs a new layout, which no check uses.
  if (isAskedFor) await takeAll(window, name)
  await then()
}

async function takeAll(window: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [800, 600],
      [1280, 800]
    ] as const) {
      await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await window.setViewportSize({ width, height })
      await window.screenshot({ path: test.info().outputPath(`${name}-${colorScheme}-${width}.png`) })
    }
  await window.emulateMedia({ colorScheme: null })
}
