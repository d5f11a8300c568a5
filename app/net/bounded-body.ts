/** Reads a response body up to a limit. */

/** The body is larger than the limit. The rest isn't read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** Ends the response when more than `limitBytes` have arrived. @throws BodyTooLarge */
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
