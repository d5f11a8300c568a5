/** Bytes converted to characters at once; more overflow the stack. */
const pieceLength = 8_192

export function toBase64(bytes: Uint8Array): string {
  let characters = ''
  for (let start = 0; start < bytes.length; start += pieceLength)
    characters += String.fromCharCode(...bytes.subarray(start, start + pieceLength))
  return btoa(characters)
}
