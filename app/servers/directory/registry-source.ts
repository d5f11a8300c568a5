/**
 * A registry at an address of the settings. Sends three kinds of GET requests, with no user data except the search
 * text. No redirects, no cookies; limited in size and time. Its entries are untrusted, and the registry itself may be
 * hostile.
 */
import { BodyTooLarge, readBounded } from '../../net/bounded-body'
import { sendGuarded } from '../../net/guarded-request'
import type { DirectoryPage } from '../../contract/servers/directory'
import type { LocalizedText } from '../../contract/localized-text'
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import { readPage } from './read-page'
import type { ServerSource } from './server-source'

export interface RegistryOptions {
  /** From the settings. */
  readonly address: string
  /** Called before every request. Resolves when it may be sent, and records it. @throws HostError */
  readonly admit: (request: { readonly url: string; readonly search: string }) => Promise<void>
  readonly limits?: RegistryLimits
}

export interface RegistryLimits {
  readonly bytes: number
  readonly milliseconds: number
}

export const registryLimits: RegistryLimits = { bytes: 2_000_000, milliseconds: 15_000 }
/** The maximum of the official registry. */
const pageSize = 100

export function createRegistrySource(options: RegistryOptions): ServerSource {
  const ask = async (place: string, query: Readonly<Record<string, string>>): Promise<DirectoryPage> => {
    const url = new URL(`${options.address.replace(/\/+$/, '')}/v0.1/servers${place}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    await options.admit({ url: url.href, search: query['search'] ?? '' })
    const text = await fetchText(url, options.limits ?? registryLimits)
    const page = readPage(parse(text))
    if (page === null) throw failed(say('directory.notARegistry'))
    return page
  }
  return {
    list: ({ search, cursor }) =>
      ask('', {
        limit: String(pageSize),
        version: 'latest',
        ...(search === '' ? {} : { search }),
        ...(cursor === null ? {} : { cursor })
      }),
    versions: (name) => ask(`/${encodeURIComponent(name)}/versions`, {})
  }
}

async function fetchText(url: URL, { bytes, milliseconds }: RegistryLimits): Promise<string> {
  const signal = AbortSignal.timeout(milliseconds)
  try {
    // The user allowed this host, so it may be in a private network.
    const headers = { accept: 'application/json' }
    const response = await sendGuarded(url, { headers, isPrivateAllowed: true, signal })
    const { statusCode = 0 } = response
    if (statusCode === 200) return (await readBounded(response, bytes)).toString('utf8')
    response.destroy()
    const isRedirect = statusCode >= 300 && statusCode < 400
    throw failed(
      isRedirect ? say('directory.redirects') : say('directory.status', { status: `${statusCode}` })
    )
  } catch (error) {
    throw error instanceof HostError ? error : failed(reasonOf(error, signal))
  }
}

function reasonOf(error: unknown, signal: AbortSignal): LocalizedText {
  if (error instanceof BodyTooLarge) return say('directory.tooLarge')
  return signal.aborted ? say('directory.tooSlow') : say('directory.unreachable')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw failed(say('directory.notARegistry'))
  }
}

function failed(reason: LocalizedText): HostError {
  return new HostError('DIRECTORY_FAILED', reason)
}
