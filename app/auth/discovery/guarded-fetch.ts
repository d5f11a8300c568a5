/**
 * `fetch` for all that a sign-in asks of the network: small answers, a time limit, encrypted or on this machine, and
 * for a server on the internet no address inside of the person's own network. A name is looked up once, and the
 * connection goes to what was checked. Redirects are left to the caller, who comes here again with each.
 */
import { lookup } from 'node:dns'
import type { LookupAddress, LookupOptions } from 'node:dns'
import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { HostError } from '../../base/host-error'
import { checkAddress } from './address-rules'

export type SignInFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

export interface GuardedFetchOptions {
  /** Whether what is contacted may lie on this machine or in the network around it. */
  readonly isPrivateAllowed: boolean
  /** Of an address as numbers. */
  readonly isPrivateAddress: (address: string) => boolean
  /** The end of the sign-in. */
  readonly signal: AbortSignal
  readonly timeLimitMs?: number
}

const mostBytes = 262_144
const usualTimeLimitMs = 10_000

/** Rejects with HostError SIGN_IN_FAILED for what is not allowed, with another error where the network fails. */
export function createGuardedFetch(options: GuardedFetchOptions): SignInFetch {
  return async (target, init = {}) => {
    const url = checkAddress(String(target), 'an address that the sign-in needs')
    const limit = AbortSignal.timeout(options.timeLimitMs ?? usualTimeLimitMs)
    const signal = AbortSignal.any([limit, options.signal, ...(init.signal == null ? [] : [init.signal])])
    const response = await send(url, { ...init, signal }, options)
    return toResponse(response, await readBody(response, url))
  }
}

/** Whether a server lies on this machine or in the network around it; what can not be looked up does not. */
export function isPrivateServer(url: URL, isPrivateAddress: (address: string) => boolean): Promise<boolean> {
  const host = bareHost(url)
  if (isIP(host) !== 0) return Promise.resolve(isPrivateAddress(host))
  return new Promise((resolve) => {
    lookup(host, { all: true }, (error, addresses) => {
      resolve(error === null && addresses.some(({ address }) => isPrivateAddress(address)))
    })
  })
}

function send(
  url: URL,
  init: RequestInit & { readonly signal: AbortSignal },
  options: GuardedFetchOptions
): Promise<IncomingMessage> {
  const host = bareHost(url)
  // Numbers are not looked up, so the check of the look-up would not see them.
  if (isIP(host) !== 0 && !options.isPrivateAllowed && options.isPrivateAddress(host))
    throw insideNetwork(url)
  const open = url.protocol === 'https:' ? requestHttps : requestHttp
  const body = init.body == null ? null : Buffer.from(String(init.body as string | URLSearchParams))
  const headers = {
    'user-agent': 'Parley',
    ...Object.fromEntries(new Headers(init.headers)),
    ...(body === null ? {} : { 'content-length': String(body.length) })
  }
  return new Promise((resolve, reject) => {
    const { method = 'GET', signal } = init
    const sent = open(
      url,
      { method, headers, signal, agent: false, lookup: guardedLookup(url, options) },
      resolve
    )
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}

type LookupDone = (error: Error | null, address: string | LookupAddress[], family?: number) => void

function guardedLookup(url: URL, { isPrivateAllowed, isPrivateAddress }: GuardedFetchOptions) {
  return (hostname: string, options: LookupOptions, done: LookupDone): void => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0]
      if (error !== null || first === undefined) return done(error ?? new Error('no address'), [])
      if (!isPrivateAllowed && addresses.some(({ address }) => isPrivateAddress(address)))
        return done(insideNetwork(url), [])
      if (options.all === true) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

async function readBody(response: IncomingMessage, { host }: URL): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) {
      throw new HostError(
        'SIGN_IN_FAILED',
        `The sign-in was stopped: ${host} sent an answer that is too large.`
      )
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Statuses without a body may not be given one. */
function toResponse({ statusCode = 500, headers }: IncomingMessage, body: Buffer): Response {
  const kept = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of Array.isArray(value) ? value : [value ?? '']) kept.append(name, each)
  }
  const isEmpty = body.length === 0 || statusCode === 204 || statusCode === 304
  return new Response(isEmpty ? null : new Uint8Array(body), { status: statusCode, headers: kept })
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

function insideNetwork({ host }: URL): HostError {
  const message = `The sign-in was stopped: unsafe sign-in address. ${host} lies on this computer or in the network around it, and the server does not.`
  return new HostError('SIGN_IN_FAILED', message)
}
