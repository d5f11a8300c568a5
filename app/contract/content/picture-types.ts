/** Of pictures, what models take that take any; others go to them as a note that they are there. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

export function isPictureType(mimeType: string): mimeType is PictureType {
  return (pictureTypes as readonly string[]).includes(mimeType)
}
