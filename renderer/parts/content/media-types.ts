/** Which pictures are drawn and which sounds are played, everywhere. */

/** SVG is a document that can contain anything, so it stays data. */
const drawable = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const playable = /^audio\/(mpeg|mp3|wav|x-wav|wave|ogg|opus|webm|mp4|aac|flac|x-flac|x-m4a)$/

/** Longest base64 of a picture or a sound that the page gets, in characters: about 18 MB. */
const mediaLimit = 24_000_000

/** `type` as of `plainType`, `data` in base64. */
export function isDrawable(type: string, data: string): boolean {
  return drawable.has(type) && data.length <= mediaLimit
}

/** `type` as of `plainType`, `data` in base64. */
export function isPlayable(type: string, data: string): boolean {
  return playable.test(type) && data.length <= mediaLimit
}

/** Without parameters, in lower case. */
export function plainType(mimeType: string | null): string | null {
  const type = mimeType?.split(';')[0]?.trim().toLowerCase() ?? ''
  return type === '' ? null : type
}
