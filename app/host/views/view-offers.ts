/** What a view reads of its own server: resources, and the lists of resources and prompts. Each read is in the activity log. */
import type {
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult
} from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import type { Ledger } from '../../ledger/interface'
import { recordViewRequest, type RecordedViewRequest } from '../../ledger/record-view-requests'
import type { Servers } from '../../servers/interface'
import { say } from '../../texts/render-localized'
import type { ViewPlace } from './view-requests'

export interface ViewOffersOptions {
  readonly servers: Pick<Servers, 'listPrompts' | 'listResources' | 'readResource'>
  readonly ledger: Pick<Ledger, 'record'>
}

/** At once. */
const mostReads = 10

export class ViewOffers {
  readonly #options: ViewOffersOptions
  readonly #place: ViewPlace
  #count = 0

  constructor(options: ViewOffersOptions, place: ViewPlace) {
    this.#options = options
    this.#place = place
  }

  /** The server decides whether it has it: no other server is asked. */
  readResource(uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
    return this.#read({ what: 'resource', content: uri }, signal, async () => {
      const contents = await this.#options.servers.readResource(this.#place.serverName, uri)
      return {
        contents: contents.map(({ mimeType, text, blob, meta, ...content }) => ({
          uri: content.uri,
          ...withoutNulls({ mimeType, _meta: meta }),
          ...(blob === null ? { text: text ?? '' } : { blob })
        }))
      }
    })
  }

  listResources(signal: AbortSignal): Promise<ListResourcesResult> {
    return this.#list('resources/list', signal, async ({ listResources }, serverName) => {
      const listings = await listResources(serverName)
      return {
        resources: listings.flatMap(({ resources }) =>
          resources.map(({ uri, name, title, description, mimeType, size, meta }) => ({
            uri,
            name,
            ...withoutNulls({ title, description, mimeType, size, _meta: meta })
          }))
        )
      }
    })
  }

  listResourceTemplates(signal: AbortSignal): Promise<ListResourceTemplatesResult> {
    return this.#list('resources/templates/list', signal, async ({ listResources }, serverName) => {
      const listings = await listResources(serverName)
      return {
        resourceTemplates: listings.flatMap(({ templates }) =>
          templates.map(({ uriTemplate, name, title, description, mimeType }) => ({
            uriTemplate,
            name,
            ...withoutNulls({ title, description, mimeType })
          }))
        )
      }
    })
  }

  listPrompts(signal: AbortSignal): Promise<ListPromptsResult> {
    return this.#list('prompts/list', signal, async ({ listPrompts }, serverName) => {
      const prompts = await listPrompts(serverName)
      return {
        prompts: prompts.map(({ name, title, description, arguments: args }) => ({
          name,
          ...withoutNulls({ title, description }),
          arguments: args.map((argument) => ({
            name: argument.name,
            ...withoutNulls({ title: argument.title, description: argument.description }),
            required: argument.isRequired
          }))
        }))
      }
    })
  }

  #list<T>(
    content: string,
    signal: AbortSignal,
    read: (servers: ViewOffersOptions['servers'], serverName: string) => Promise<T>
  ): Promise<T> {
    const { servers } = this.#options
    return this.#read({ what: 'list', content }, signal, () => read(servers, this.#place.serverName))
  }

  async #read<T>(
    request: Pick<RecordedViewRequest, 'what' | 'content'>,
    signal: AbortSignal,
    read: () => Promise<T>
  ): Promise<T> {
    if (this.#count >= mostReads) throw new HostError('REQUEST_REFUSED', say('views.tooManyReads'))
    this.#count += 1
    let end: RecordedViewRequest['end'] = 'failed'
    try {
      const result = await untilAborted(read(), signal)
      end = 'done'
      return result
    } finally {
      this.#count -= 1
      recordViewRequest(this.#options.ledger, this.#place, { ...request, end })
    }
  }
}

/** The protocol has no null. */
function withoutNulls<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined)
  ) as { [K in keyof T]?: NonNullable<T[K]> }
}
