/** Reads the page of a view from its server. Its content is hostile: it only ever runs in a view's frame. */
import { HostError } from '../../base/host-error'
import type { LocalizedText } from '../../contract/localized-text'
import type { ResourceContents } from '../../contract/offers'
import type { Servers } from '../../servers/interface'
import { say } from '../../texts/render-localized'
import { readViewMetadata, type ViewMetadata } from '../../views/policy/view-metadata'

/** @spec MCP Apps 2026-01-26 UI Resource Format */
const pageType = 'text/html;profile=mcp-app'
/** In characters. */
const longestPage = 10_000_000

export interface ViewPage {
  readonly html: string
  /** What it declares. The user hasn't allowed it yet. */
  readonly metadata: ViewMetadata
  /** Its server declares hosts or permissions for it. */
  readonly hasDeclared: boolean
  /** Its server wrote `meta` instead of `_meta`. */
  readonly hasMisnamedMeta: boolean
}

/** @throws HostError SERVER_NOT_CONNECTED, VIEW_UNAVAILABLE, and the server's error */
export async function readViewPage(
  { serverName, uri }: { readonly serverName: string; readonly uri: string },
  servers: Pick<Servers, 'list' | 'readResource'>
): Promise<ViewPage> {
  // A sleeping server isn't started for a view, because the user has started nothing.
  const isConnected = servers.list().some(({ name, state }) => name === serverName && state === 'connected')
  if (!isConnected)
    throw new HostError('SERVER_NOT_CONNECTED', say('views.notConnected', { server: serverName }))
  const contents = await servers.readResource(serverName, uri)
  const page = contents.find(({ mimeType }) => mimeType === pageType)
  const html = page === undefined ? null : readText(page)
  if (page === undefined || html === null)
    throw new HostError('VIEW_UNAVAILABLE', explainNoPage(contents, { server: serverName, uri }))
  if (html.length > longestPage)
    throw new HostError('VIEW_UNAVAILABLE', say('views.tooLarge', { server: serverName }))
  const metadata = readViewMetadata(undefined, page.meta)
  const hasDeclared = [...Object.values(metadata.domains), metadata.permissions].some(
    (list) => list.length > 0
  )
  return { html, metadata, hasDeclared, hasMisnamedMeta: page.hasMisnamedMeta === true }
}

function explainNoPage(
  contents: readonly ResourceContents[],
  place: { readonly server: string; readonly uri: string }
): LocalizedText {
  const [first] = contents
  if (first === undefined) return say('views.noPage', place)
  return first.mimeType === null
    ? say('views.noType', place)
    : say('views.wrongType', { ...place, type: first.mimeType })
}

function readText({ text, blob }: ResourceContents): string | null {
  return text ?? (blob === null ? null : Buffer.from(blob, 'base64').toString('utf8'))
}
