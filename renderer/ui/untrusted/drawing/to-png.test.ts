import { afterEach, expect, it, vi } from 'vitest'
import { toPng } from './to-png'

afterEach(() => void vi.restoreAllMocks())

/** jsdom decodes no pictures and has no canvas. Returns the size of the canvas, and what was drawn onto it. */
function stub(width: number, height: number) {
  const drawn: { size: string; steps: string[] } = { size: '', steps: [] }
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(width)
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(height)
  HTMLImageElement.prototype.decode = async () => {}
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    drawn.size = `${this.width} × ${this.height}`
    return {
      fillRect: () => drawn.steps.push('ground'),
      drawImage: () => drawn.steps.push('picture')
    } as unknown as ReturnType<HTMLCanvasElement['getContext']>
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,AAAA')
  return drawn
}

it.each([
  [100, 50, '200 × 100'],
  [10_000, 100, '4096 × 41'],
  [2, 10_000, '1 × 4096']
])('draws a picture of %i × %i pixels as %s', async (width, height, size) => {
  const drawn = stub(width, height)
  expect(await toPng('data:image/svg+xml,')).toBe('AAAA')
  expect(drawn).toEqual({ size, steps: ['ground', 'picture'] })
})

it('draws nothing without a size', async () => {
  stub(0, 0)
  expect(await toPng('data:image/svg+xml,')).toBeNull()
})
