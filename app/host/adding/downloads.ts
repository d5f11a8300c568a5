/**
 * Bundles at addresses that a link or a directory names. Nothing is requested before the user approved the address; a
 * redirect to another host is another question. A download has a size limit and is compared with the promised sum. Then
 * it is shown to the user as any bundle is.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { IncomingMessage } from 'node:http'
import { HostError, toLocalizedText } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import { bundleLimits } from '../../bundles/limits'
import { bundleExtensions } from '../../contract/servers/bundle-files'
import type { AddingView } from '../../contract/servers/adding'
import type { LocalizedText } from '../../contract/localized-text'
import { InsideNetwork, sendGuarded } from '../../net/guarded-request'
import { bundleAddress, type BundleAddress } from '../../settings/links/bundle-link'
import { say } from '../../texts/render-localized'
import type { PendingAddition } from './pending-addition'

type DownloadView = Extract<AddingView, { type: 'download' }>

export interface DownloadsOptions {
  readonly before: PendingAddition
  /** Shows the bundle in this file to the user. Resolves when the file is no longer needed. */
  readonly lookAtFile: (file: string) => Promise<void>
  /** Why a policy forbids downloads. Null: none does. */
  readonly findDenial: () => LocalizedText | null
  /** Writes to the ledger before a request is sent. */
  readonly recordRequest: (url: string) => void
  readonly newId: () => string
  readonly log: Logger
  /** Absent: `sendGuarded`, for addresses chosen by others. */
  readonly send?: typeof sendGuarded
}

export interface Downloads {
  /** What the user is shown of the download. */
  view(id: string, wanted: BundleAddress, from: DownloadView['from']): DownloadView
  /** Fetches the bundle that is shown to the user. @throws HostError BUNDLE_REFUSED: it is no longer shown */
  begin(id: string): Promise<void>
  stop(id: string): void
}

const mostRedirects = 5
const longestMs = 30 * 60_000

export function createDownloads(options: DownloadsOptions): Downloads {
  const { before, findDenial, recordRequest, send = sendGuarded, newId, log } = options
  const running = new Map<string, AbortController>()
  const view: Downloads['view'] = (id, { url, sha256 }, from) => ({
    type: 'download',
    id,
    url,
    host: new URL(url).host,
    sha256,
    from,
    ledHereBy: null,
    mostBytes: bundleLimits.packed
  })

  async function fetchShown(shown: DownloadView, signal: AbortSignal): Promise<void> {
    const folder = await mkdtemp(path.join(tmpdir(), 'parley-bundle-'))
    const file = path.join(folder, fileNameOf(shown.url))
    try {
      const elsewhere = await download(shown, { findDenial, recordRequest, send, file, signal })
      if (before.current()?.id !== shown.id) return
      before.show(null)
      // Another address is another question.
      if (elsewhere === null) await options.lookAtFile(file)
      else before.show({ ...view(newId(), elsewhere, shown.from), ledHereBy: shown.host })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  return {
    view,
    begin: async (id) => {
      const shown = before.current()
      if (shown?.type !== 'download' || shown.id !== id)
        throw new HostError('BUNDLE_REFUSED', say('bundles.gone'))
      const controller = new AbortController()
      running.set(id, controller)
      const fileName = fileNameOf(shown.url)
      before.show({ type: 'reading', id, fileName })
      const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(longestMs)])
      // Runs in the background. The result is shown.
      void fetchShown(shown, signal)
        .catch((error: unknown) => {
          log.warn('a bundle could not be downloaded', { host: shown.host, error })
          if (before.current()?.id !== id) return
          const reason = reasonOf(error, shown.host)
          before.show({ type: 'refused', id, what: 'bundle', fileName, reason })
        })
        .finally(() => running.delete(id))
    },
    stop: (id) => running.get(id)?.abort()
  }
}

interface Download extends Required<Pick<DownloadsOptions, 'findDenial' | 'recordRequest' | 'send'>> {
  readonly file: string
  readonly signal: AbortSignal
}

/**
 * Null: the bundle is in the file. Otherwise the address on another host that it redirects to. @throws HostError
 * BUNDLE_REFUSED, and the codes of the network
 */
async function download(
  { url, sha256 }: DownloadView,
  { findDenial, recordRequest, send, file, signal }: Download
): Promise<BundleAddress | null> {
  const headers = { accept: 'application/octet-stream, */*;q=0.1' }
  let at = new URL(url)
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const denial = findDenial()
    if (denial !== null) throw new HostError('BUNDLE_REFUSED', denial)
    recordRequest(at.href)
    const response = await send(at, { headers, isPrivateAllowed: false, signal })
    const { statusCode = 0 } = response
    if (statusCode === 200) {
      await keep(response, { file, sha256, signal })
      return null
    }
    response.destroy()
    const next = statusCode >= 300 && statusCode < 400 ? placeOf(response, at, sha256) : null
    if (next === null) throw refuse(say('bundles.fetchStatus', { host: at.host, status: `${statusCode}` }))
    if (new URL(next.url).host !== at.host) return next
    at = new URL(next.url)
  }
  throw refuse(say('bundles.fetchCircles', { host: at.host }))
}

function placeOf({ headers }: IncomingMessage, at: URL, sha256: string | null): BundleAddress | null {
  const { location = '' } = headers
  try {
    return location === '' ? null : bundleAddress(new URL(location, at).href, sha256)
  } catch {
    return null
  }
}

interface Kept {
  readonly file: string
  readonly sha256: string | null
  readonly signal: AbortSignal
}

async function keep(response: IncomingMessage, { file, sha256, signal }: Kept): Promise<void> {
  if (Number(response.headers['content-length'] ?? 0) > bundleLimits.packed) {
    response.destroy()
    throw tooLarge()
  }
  const hash = createHash('sha256')
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      if (size > bundleLimits.packed) done(tooLarge())
      else done(null, chunk)
    }
  })
  await pipeline(response, counted, createWriteStream(file, { mode: 0o600, flags: 'wx' }), { signal })
  if (sha256 !== null && hash.digest('hex') !== sha256) throw refuse(say('bundles.fetchOther'))
}

function tooLarge(): HostError {
  return refuse(say('bundles.fetchTooLarge', { megabytes: bundleLimits.packed / 1_048_576 }))
}

function refuse(reason: LocalizedText): HostError {
  return new HostError('BUNDLE_REFUSED', reason)
}

function reasonOf(error: unknown, host: string): LocalizedText {
  if (error instanceof HostError) return toLocalizedText(error)
  return error instanceof InsideNetwork ? say('bundles.fetchInside') : say('bundles.fetchFailed', { host })
}

/** For display and for the name of the kept file: letters of a file name, no path. */
function fileNameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  const isGood = /^[\w][\w.+-]{0,99}$/.test(last)
  const isBundle = bundleExtensions.some((extension) => last.toLowerCase().endsWith(`.${extension}`))
  return isGood && isBundle ? last : 'bundle.mcpb'
}
