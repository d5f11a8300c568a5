// Compares the pictures of two folders by name, in a page of that Chromium: a canvas decodes them.

import fs from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'

/** Blocks of so many pixels in each direction: their average hides how two versions smooth the edge of a letter. */
const block = 4
/** Of 255, between two averages. */
const tolerance = 24

/**
 * Writes a picture of each difference into `into`: both, and the blocks that differ in red.
 * @returns {Promise<{ name: string, share: number | null }[]>} `share`: of the picture; null: it is in the first folder only
 */
export async function comparePictures({ executable, libraries }, [first, second], into) {
  fs.rmSync(into, { recursive: true, force: true })
  fs.mkdirSync(into, { recursive: true })
  const browser = await chromium.launch({
    executablePath: executable,
    env: { ...process.env, LD_LIBRARY_PATH: libraries },
    chromiumSandbox: process.getuid?.() !== 0
  })
  const page = await browser.newPage()
  const found = []
  for (const name of fs.readdirSync(first).filter((file) => file.endsWith('.png'))) {
    const files = [first, second].map((folder) => path.join(folder, name))
    if (!fs.existsSync(files[1])) {
      found.push({ name, share: null })
      continue
    }
    const addresses = files.map((file) => `data:image/png;base64,${fs.readFileSync(file, 'base64')}`)
    const { share, picture } = await page.evaluate(comparePair, { addresses, block, tolerance })
    found.push({ name, share })
    if (share > 0) fs.writeFileSync(path.join(into, name), Buffer.from(picture, 'base64'))
  }
  await browser.close()
  return found.toSorted((one, other) => (other.share ?? 2) - (one.share ?? 2))
}

/** Runs in the page. */
async function comparePair({ addresses, block, tolerance }) {
  const images = await Promise.all(
    addresses.map(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return image
    })
  )
  const [{ width, height }, other] = images
  if (other.width !== width || other.height !== height) throw new Error('the pictures differ in size')
  const draw = (image, [across, down], more = 1) => {
    const canvas = new OffscreenCanvas(across * more, down)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, across, down)
    return { canvas, context }
  }
  const size = [Math.ceil(width / block), Math.ceil(height / block)]
  const [one, two] = images.map((image) => draw(image, size).context.getImageData(0, 0, ...size).data)
  const differing = []
  for (let at = 0; at < one.length; at += 4)
    if ([0, 1, 2].some((channel) => Math.abs(one[at + channel] - two[at + channel]) > tolerance))
      differing.push(at / 4)
  const { canvas, context } = draw(images[0], [width, height], 2)
  context.drawImage(other, width, 0)
  context.fillStyle = 'rgb(255 0 0 / 50%)'
  for (const at of differing)
    context.fillRect(width + (at % size[0]) * block, Math.floor(at / size[0]) * block, block, block)
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
  return { share: differing.length / (size[0] * size[1]), picture: bytes.toBase64() }
}
