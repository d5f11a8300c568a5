/**
 * Fetches the bytes of one icon: no cookies, no credentials, no redirects to elsewhere, bounded in size and time.
 * The address is looked up once and the connection goes to what was checked, so that a name can not change meanwhile.
 */
import { lookup } from 'node:dns'
import type { LookupAddress, LookupOptions } from 'node:dns'
import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { HostError } from '../../base/host-error'
import { isPrivateAddress } from './private-address'

export interface IconFetchOptions {
  readonly mostBytes: number
  readonly timeLimitMs: number
  /** Whether it may lie on this machine or in the network around it. */
  readonly isPrivateAllowed: boolean
}

/** @throws HostError ICON_UNAVAILABLE */
export type FetchIcon = (url: URL, options: IconFetchOptions) => Promise<Uint8Array>

const mostRedirects = 3

export const fetchIcon: FetchIcon = async (url, options) => {
  const signal = AbortSignal.timeout(options.timeLimitMs)
  try {
    return await follow(url, options, signal)
  } catch (error) {
    if (error instanceof HostError) throw error
    throw unavailable(
      signal.aborted ? 'Its address did not answer in time.' : 'Its address can not be reached.'
    )
  }
}

async function follow(start: URL, options: IconFetchOptions, signal: AbortSignal): Promise<Uint8Array> {
  let url = start
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const response = await ask(url, options, signal)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return await readBody(response, options)
    response.destroy()
    const location = headers.location
    if (statusCode < 300 || statusCode >= 400 || location === undefined)
      throw unavailable(`Its address answers with status ${statusCode}.`)
    if (!URL.canParse(location, url.href)) throw unavailable('Its address leads nowhere.')
    url = new URL(location, url)
    if (url.origin !== start.origin) throw unavailable('Its address leads elsewhere.')
  }
  throw unavailable('Its address leads in circles.')
}

function ask(url: URL, options: IconFetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Numbers are not looked up, so the check of the look-up would not see them.
  if (isIP(host) !== 0 && !options.isPrivateAllowed && isPrivateAddress(host))
    throw unavailable(insideNetwork)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const headers = { accept: 'image/png, image/jpeg, image/webp, image/gif, image/svg+xml' }
    const sent = send(url, { signal, headers, agent: false, lookup: guardedLookup(options) }, resolve)
    sent.on('error', reject)
    sent.end()
  })
}

type LookupDone = (error: Error | null, address: string | LookupAddress[], family?: number) => void

function guardedLookup({ isPrivateAllowed }: IconFetchOptions) {
  return (hostname: string, options: LookupOptions, done: LookupDone): void => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0]
      if (error !== null || first === undefined) return done(error ?? new Error('no address'), [])
      if (!isPrivateAllowed && addresses.some(({ address }) => isPrivateAddress(address)))
        return done(unavailable(insideNetwork), [])
      if (options.all === true) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

async function readBody(response: IncomingMessage, { mostBytes }: IconFetchOptions): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) throw unavailable('It is too large.') // leaving the loop ends the response
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const insideNetwork = 'Its address lies on this computer or in the network around it.'

function unavailable(reason: string): HostError {
  return new HostError('ICON_UNAVAILABLE', `The icon is not shown. ${reason}`)
}
