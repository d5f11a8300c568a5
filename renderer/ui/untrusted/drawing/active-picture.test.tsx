import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { samplePng } from '../../../testing/sample-messages'
import { show } from '../../../testing/show'
import { ActivePicture } from './active-picture'

const src = `data:image/png;base64,${samplePng}`
const file = { name: 'map.png', mimeType: 'image/png', data: { base64: samplePng } }

afterEach(() => vi.restoreAllMocks())

/** A test page has no layout: the picture is 200 wide, shown at half its size, and not covered. */
function lay(): void {
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLImageElement.prototype, 'clientWidth', 'get').mockReturnValue(200)
  vi.spyOn(HTMLImageElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 40, 200, 80))
  document.elementFromPoint = (x, y) =>
    x > 150 && y > 60 ? (document.querySelector('[data-part="dialog"] img') ?? null) : document.body
}

async function open() {
  const copyImage = vi.fn(async () => {})
  const saveFile = vi.fn(async () => {})
  const { person } = show(
    <ActivePicture src={src} alt="Map of Rome" className="" onError={() => {}} file={file} />,
    { copyImage, saveFile }
  )
  lay()
  await person.click(screen.getByRole('button', { name: 'Enlarge: Map of Rome' }))
  const dialog = await screen.findByRole('dialog', { name: 'Map of Rome' })
  return { person, dialog, copyImage, saveFile, image: within(dialog).getByRole<HTMLImageElement>('img') }
}

test('opens a picture fitted; +, - and 0 change its size, and Escape returns to it', async () => {
  const { person, dialog, image } = await open()
  expect(within(dialog).getByRole('status').textContent).toBe('Fits')
  await person.keyboard('+')
  expect(image.style.width).toBe('250px')
  expect(within(dialog).getByRole('status').textContent).toBe('63%')
  await person.keyboard('-')
  expect(image.style.width).toBe('200px')
  await person.keyboard('0')
  expect(image.style.width).toBe('')
  await person.click(within(dialog).getByRole('button', { name: 'Zoom in' }))
  expect(image.style.width).toBe('250px')
  await person.click(within(dialog).getByRole('button', { name: 'Fit to window' }))
  await person.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Enlarge: Map of Rome' }))
})

test('ignores keys of the menu, and limits the size', async () => {
  const { dialog, image } = await open()
  fireEvent.keyDown(image, { key: '+', ctrlKey: true })
  expect(within(dialog).getByRole('status').textContent).toBe('Fits')
  for (let press = 0; press < 40; press += 1) fireEvent.keyDown(image, { key: '+' })
  expect(image.style.width).toBe('6400px')
})

test('copies it where nothing covers it, and saves it unchanged', async () => {
  const { person, dialog, copyImage, saveFile } = await open()
  await person.click(within(dialog).getByRole('button', { name: 'Copy image' }))
  expect(copyImage).toHaveBeenCalledExactlyOnceWith({ x: 163, y: 65 })
  await person.click(within(dialog).getByRole('button', { name: 'Save image' }))
  expect(saveFile).toHaveBeenCalledExactlyOnceWith('map.png', samplePng)
})

test("copies nothing while it isn't visible", async () => {
  const { person, dialog, copyImage } = await open()
  document.elementFromPoint = () => document.body
  await person.click(within(dialog).getByRole('button', { name: 'Copy image' }))
  expect(copyImage).not.toHaveBeenCalled()
})
