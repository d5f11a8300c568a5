/** Links that add a server take turns: one lies before the person, a broken one with the reason. */
import { toLocalizedText } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { AddingView } from '../../contract/adding/adding'
import type { CallInput } from '../../contract/bridge/calls'
import type { LocalizedText } from '../../contract/localized-text'
import { readBundleLink } from '../../settings/links/bundle-link'
import { say } from '../../texts/render-localized'
import type { Before } from './pending-addition'
import type { Downloads } from './downloads'
import { LinkQueue } from './link-queue'
import { createLinks, goneLink, type LinksOptions } from './links'

export interface LinkTurnsOptions extends LinksOptions {
  readonly newId: () => string
  readonly log: Logger
  readonly downloads: Pick<Downloads, 'view'>
  readonly tell: (text: LocalizedText) => void
}

export interface LinkTurns {
  /** Something went from before the person. */
  next(): void
  hear(link: string): void
  /** @throws HostError SETTINGS_INVALID, SETTINGS_NAME_TAKEN */
  add(input: CallInput<'adding.add-link'>): Promise<string>
}

/** Of a link that is refused: enough to know it by. */
const mostOfRefused = 200

export function createLinkTurns(options: LinkTurnsOptions, before: Before): LinkTurns {
  const links = createLinks(options)
  const queue = new LinkQueue(() => options.tell(say('adding.linksMany')))
  const look = async (id: string, link: string): Promise<AddingView> => {
    const bundle = readBundleLink(link)
    return bundle === null ? await links.look(id, link) : options.downloads.view(id, bundle, 'link')
  }
  let isReading = false
  /** The one whose turn it is. */
  let latest = { id: '', link: '' }
  const next = async (): Promise<void> => {
    if (isReading || before.current() !== null) return
    const link = queue.next()
    if (link === null) return
    isReading = true
    const id = options.newId()
    latest = { id, link }
    const view = await look(id, link).catch((error: unknown): AddingView => {
      // Not the link itself: a key may stand in it.
      options.log.warn('a link that adds a server was refused', { error })
      const fileName = link.slice(0, mostOfRefused)
      return { type: 'refused', id, what: 'link', fileName, reason: toLocalizedText(error) }
    })
    isReading = false
    if (before.current() === null) before.show(view)
    else queue.putBack(link)
  }
  return {
    next: () => void next(), // what goes wrong with a link is shown in its place
    hear: (link: string): void => {
      const isShown = isReading || before.current()?.id === latest.id
      // The system may hand it over twice.
      if (isShown && latest.link === link.trim()) return
      queue.add(link.trim())
      void next()
    },
    add: async (input: CallInput<'adding.add-link'>): Promise<string> => {
      const current = before.current()
      if (current?.type !== 'link' || current.id !== input.id) throw goneLink()
      return await links.add(current, input)
    }
  }
}
