/**
 * The page's own scheme, `app://parley`, and its content policy. A scheme of our own rather than `file:`,
 * so that the page has an origin and reaches nothing but the built renderer.
 * @see Electron's security checklist 7 and 18
 */
import { net, protocol, type Session } from 'electron'
import { readFile } from 'node:fs/promises'
import { contentPolicy, developmentPolicy } from './content-policy'
import { host, scheme } from './page-address'
import { contentTypeOf, findPageFile } from './page-files'

/** Before the app is ready, once. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }
  ])
}

/** `folder` is the built renderer; with `devServer` everything comes from there under the same origin. */
export function servePage(session: Session, folder: string, devServer: string | null): void {
  session.protocol.handle(scheme, (request) => {
    const url = new URL(request.url)
    if (url.host !== host || request.method !== 'GET') return new Response(null, { status: 404 })
    return devServer === null ? answerFromFolder(folder, url) : answerFromServer(devServer, url, request)
  })
}

async function answerFromFolder(folder: string, url: URL): Promise<Response> {
  const file = findPageFile(folder, url.pathname)
  if (file === null) return new Response(null, { status: 404 })
  try {
    return new Response(new Uint8Array(await readFile(file)), { headers: headersFor(file) })
  } catch {
    // A file that is not there; the page's console names it.
    return new Response(null, { status: 404 })
  }
}

function headersFor(file: string): Record<string, string> {
  return {
    'content-type': contentTypeOf(file),
    'content-security-policy': contentPolicy,
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache'
  }
}

async function answerFromServer(devServer: string, url: URL, request: Request): Promise<Response> {
  const answer = await net.fetch(new URL(url.pathname + url.search, devServer).href, {
    headers: { accept: request.headers.get('accept') ?? '*/*' },
    bypassCustomProtocolHandlers: true
  })
  const headers = new Headers(answer.headers)
  headers.set('content-security-policy', developmentPolicy(devServer))
  return new Response(answer.body, { status: answer.status, headers })
}
