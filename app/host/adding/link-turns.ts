/** Links that add a server take turns. One is shown at a time; a broken link is shown with the reason. */
import { toLocalizedText } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { AddingView } from '../../contract/servers/adding'
import type { CallInput } from '../../contract/bridge/calls'
import type { LocalizedText } from '../../contract/localized-text'
import { readBundleLink } from '../../settings/links/bundle-link'
import { say } from '../../texts/render-localized'
import type { PendingAddition } from './pending-addition'
import type { Downloads } from './downloads'
import { LinkQueue } from './link-queue'
import { createLinks, createLinkGoneError, type LinksOptions } from './links'

export interface LinkTurnsOptions extends LinksOptions {
  readonly newId: () => string
  readonly log: Logger
  readonly downloads: Pick<Downloads, 'view'>
  readonly tell: (text: LocalizedText) => void
}

export interface LinkTurns {
  /** To be called when an addition is no longer shown. */
  next(): void
  hear(link: string): void
  /** @throws HostError SETTINGS_INVALID, SETTINGS_NAME_TAKEN */
  add(input: CallInput<'adding.add-link'>): Promise<string>
}

/** Characters shown of a refused link: enough to recognize it. */
const mostOfRefused = 200

export function createLinkTurns(options: LinkTurnsOptions, before: PendingAddition): LinkTurns {
  const links = createLinks(options)
  const queue = new LinkQueue(() => options.tell(say('adding.linksMany')))
  const look = async (id: string, link: string): Promise<AddingView> => {
    const bundle = readBundleLink(link)
    return bundle === null ? await links.look(id, link) : options.downloads.view(id, bundle, 'link')
  }
  let isReading = false
  /** The link whose turn it is. */
  let latest = { id: '', link: '' }
  const next = async (): Promise<void> => {
    if (isReading || before.current() !== null) return
    const link = queue.next()
    if (link === null) return
    isReading = true
    const id = options.newId()
    latest = { id, link }
    const view = await look(id, link).catch((error: unknown): AddingView => {
      // Without the link itself: it may contain a key.
      options.log.warn('a link that adds a server was refused', { error })
      const fileName = link.slice(0, mostOfRefused)
      return { type: 'refused', id, what: 'link', fileName, reason: toLocalizedText(error) }
    })
    isReading = false
    if (before.current() === null) before.show(view)
    else queue.putBack(link)
  }
  return {
    next: () => void next(), // errors of a link are shown in its view
    hear: (link: string): void => {
      const isShown = isReading || before.current()?.id === latest.id
      // The operating system may hand it over twice.
      if (isShown && latest.link === link.trim()) return
      queue.add(link.trim())
      void next()
    },
    add: async (input: CallInput<'adding.add-link'>): Promise<string> => {
      const current = before.current()
      if (current?.type !== 'link' || current.id !== input.id) throw createLinkGoneError()
      return await links.add(current, input)
    }
  }
}
