/** Reads what others send only as far as it may go. */

/** The body is larger than the limit; the rest is not read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** The whole body. @throws BodyTooLarge as soon as more than `limitBytes` have come, and ends the response */
export async function readBounded(body: AsyncIterable<Uint8Array>, limitBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limitBytes) throw new BodyTooLarge(`More than ${limitBytes} bytes came.`) // leaving the loop ends the response
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
