/**
 * The page's own scheme, `app://parley`, and its content policy. A separate scheme instead of `file:`, so that the page
 * has an origin and can load only the built renderer.
 * @see Electron's security checklist 7 and 18
 */
import { net, protocol, type ProtocolResponse, type Session } from 'electron'
import path from 'node:path'
import { readShipped } from '../../app/base/shipped-file'
import { contentPolicy, developmentPolicy, withStyle } from './content-policy'
import { host, scheme, viewScheme } from './page-address'
import { readPageDocument } from './page-document'
import { findContentType, findPageFile } from './page-files'

/** To be called once, before the app is ready: a second call would replace the first. */
export function registerSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    { scheme: viewScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } }
  ])
}

/** `folder` is the built renderer; with `devServer` everything comes from there under the same origin. */
export function servePage({ protocol }: Session, folder: string, devServer: string | null): void {
  if (devServer !== null)
    protocol.handle(scheme, (request) => {
      const url = new URL(request.url)
      return isPageRequest(url, request)
        ? answerFromServer(devServer, url, request)
        : new Response(null, { status: 404 })
    })
  // The newer function answers with Node's `Response`. Loading its HTTP client takes a tenth of the time until the
  // window is visible.
  else serveFiles({ protocol }, { host, folder, policy: contentPolicy, readDocument: readPageDocument })
}

export interface ServedFiles {
  readonly host: string
  readonly folder: string
  /** The content policy of each file. */
  readonly policy: string
  /** Reads the HTML of the page, if it isn't a file as it is. */
  readonly readDocument?: typeof readPageDocument
}

/** Serves only the files of a folder, for a host of the scheme. */
export function serveFiles({ protocol }: Pick<Session, 'protocol'>, files: ServedFiles): void {
  protocol.registerBufferProtocol(scheme, (request, answer) => {
    const url = new URL(request.url)
    const isServed = isPageRequest(url, request, files.host)
    const file = isServed ? findPageFile(files.folder, url.pathname) : null
    void readAnswer(file, url.search, files).then(answer)
  })
}

function isPageRequest(url: URL, { method }: { readonly method: string }, ownHost = host): boolean {
  return url.host === ownHost && method === 'GET'
}

async function readAnswer(
  file: string | null,
  query: string,
  { folder, policy, readDocument }: ServedFiles
): Promise<ProtocolResponse> {
  if (file === null) return missing
  try {
    if (readDocument === undefined || path.basename(file) !== 'index.html')
      return { data: await readTwice(file), headers: headersFor(file, policy) }
    const { html, styleSource } = await readDocument(folder, query)
    return { data: Buffer.from(html), headers: headersFor(file, withStyle(policy, styleSource)) }
  } catch {
    // A missing file. The page's console names it.
    return missing
  }
}

/** A page never asks again for a module that it couldn't load. */
function readTwice(file: string): Promise<Buffer> {
  return readShipped(file).catch(() => readShipped(file))
}

const missing: ProtocolResponse = { statusCode: 404, data: Buffer.alloc(0) }

function headersFor(file: string, policy: string): Record<string, string> {
  return {
    'content-type': findContentType(file),
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
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
