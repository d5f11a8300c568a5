/** Picture types that every model with image input accepts; others are sent as a note. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

export function isPictureType(mimeType: string): mimeType is PictureType {
  return (pictureTypes as readonly string[]).includes(mimeType)
}

export interface PictureData {
  readonly mimeType: PictureType
  /** base64 */
  readonly data: string
}

/** The first bytes of each type, in base64. */
const beginnings: readonly (readonly [PictureType, RegExp])[] = [
  ['image/jpeg', /^\/9j\//],
  ['image/png', /^iVBORw0KGg/],
  ['image/gif', /^R0lGODdh|^R0lGODlh/],
  ['image/webp', /^UklGR.{6}XRUJQ/]
]

/** Long enough for the data URL prefix and the first bytes. */
const headLength = 300

/**
 * The type of a picture by its bytes, ignoring the server's claim: a service rejects a whole conversation for one wrong
 * type. Null when the bytes aren't a picture that models accept.
 */
export function readPicture(given: string): PictureData | null {
  const mimeType = parsePictureType(given)
  return mimeType === null ? null : { mimeType, data: plainBase64(given) }
}

/** Detected from the first bytes. */
export function parsePictureType(given: string): PictureType | null {
  const head = plainBase64(given.slice(0, headLength))
  return beginnings.find(([, beginning]) => beginning.test(head))?.[0] ?? null
}

/** Without the data URL prefix and white space, in the standard alphabet. */
function plainBase64(given: string): string {
  const data = /^\s*data:[^,]{0,200},/i.test(given) ? given.slice(given.indexOf(',') + 1) : given
  if (!/[\s_=-]|%[0-9a-f]{2}/i.test(data)) return padded(data)
  const letters = data
    .replaceAll(/%([0-9a-f]{2})/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\s+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  return padded(letters.replace(/=+$/, ''))
}

function padded(data: string): string {
  return data.padEnd(Math.ceil(data.length / 4) * 4, '=')
}
