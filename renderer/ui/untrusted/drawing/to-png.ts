/** A picture as PNG, on white as drawings are shown. */

/** Pixels of a side; larger ones exceed a window's memory. */
const longest = 4_096
/** Sharp on every screen. */
const scale = 2

/** Base64; null if there is nothing to draw. `src` is a `data:` address. */
export async function toPng(src: string): Promise<string | null> {
  const image = new Image()
  image.src = src
  try {
    await image.decode()
    const size = Math.max(image.naturalWidth, image.naturalHeight)
    if (size === 0) return null
    const factor = Math.min(scale, longest / size)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(image.naturalWidth * factor))
    canvas.height = Math.max(1, Math.round(image.naturalHeight * factor))
    const context = canvas.getContext('2d')
    if (context === null) return null
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/png').split(',')[1] ?? null
  } catch {
    return null // it can't be decoded, or the browser refuses to return its pixels
  }
}
