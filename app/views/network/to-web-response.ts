/** Turns the answer of a host into one for a page: unpacked, limited in size, without cookies. */
import type { IncomingMessage } from 'node:http'
import { pipeline, Readable, Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import zlib from 'node:zlib'

export interface ByteCount {
  readonly bytesUp: number
  readonly bytesDown: number
}

interface WebResponse {
  readonly answer: Response
  /** Resolves to the size of the body, also if it was cut off. */
  readonly ended: Promise<number>
}

/** They describe the transport, or would be stored. */
const withheldHeaders =
  /^(?:clear-site-data|connection|content-encoding|content-length|keep-alive|proxy-.*|set-cookie.*|strict-transport-security|trailer|transfer-encoding|upgrade)$/

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => zlib.createGunzip(),
  'x-gzip': () => zlib.createGunzip(),
  deflate: () => zlib.createInflate(),
  br: () => zlib.createBrotliDecompress()
}

/** @throws Error for a coding that wasn't asked for */
export function toWebResponse(response: IncomingMessage, method: string, limitBytes: number): WebResponse {
  const { statusCode = 502, statusMessage = '' } = response
  const head = { status: statusCode, statusText: statusMessage, headers: keptHeaders(response) }
  if (method === 'HEAD' || statusCode === 204 || (statusCode >= 300 && statusCode < 400)) {
    response.destroy()
    return { answer: new Response(null, head), ended: Promise.resolve(0) }
  }
  let size = 0
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length
      if (size > limitBytes) done(new Error(`More than ${limitBytes} bytes came.`))
      else done(null, chunk)
    }
  })
  // An error reaches the page by `counted`, whose end is followed below.
  pipeline([response, ...decode(response), counted], () => {})
  const body = Readable.toWeb(counted) as NodeReadableStream<Uint8Array> as ReadableStream<Uint8Array>
  const ended = finished(counted).then(
    () => size,
    () => size
  )
  return { answer: new Response(body, head), ended }
}

function decode(response: IncomingMessage): Transform[] {
  const codings = (response.headers['content-encoding'] ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
  return codings
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reverse()
    .map((coding) => {
      const create = decoders[coding]
      if (create !== undefined) return create()
      response.destroy()
      throw new Error(`The coding ${coding} is unknown.`)
    })
}

function keptHeaders({ headersDistinct }: IncomingMessage): Headers {
  const kept = new Headers()
  for (const [name, values] of Object.entries(headersDistinct))
    if (!withheldHeaders.test(name)) for (const value of values ?? []) kept.append(name, value)
  return kept
}
