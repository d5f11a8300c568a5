/** What a page shows first: main writes it into the query and the fragment of the page's address. */
import { languages, type Language } from '../limits'

/** What is shown of a server, one at a time. */
export const serverTabs = [
  'overview',
  'tools',
  'resources',
  'prompts',
  'apps',
  'messages',
  'log',
  'tests',
  'access'
] as const
export type ServerTab = (typeof serverTabs)[number]

export type FirstView =
  /** The newest conversation, or the first run. */
  | { readonly type: 'newest' }
  /** A new conversation. */
  | { readonly type: 'new' }
  /** A new conversation in the small window above all others. */
  | { readonly type: 'quick' }
  | { readonly type: 'conversation'; readonly conversationId: string }
  /** A server instead of a conversation. */
  | { readonly type: 'server'; readonly serverName: string; readonly tab: ServerTab }

/**
 * Which first frame a page begins with: with the list of conversations, without, or of the quick window. The build draws
 * each of them in every language.
 */
export const firstFrames = ['wide', 'narrow', 'quick'] as const
export type FirstFrame = (typeof firstFrames)[number]

/** Below this width the list of conversations covers the page and starts hidden. */
export const narrowWidth = 720

export interface Beginning {
  /** For the first frame; the settings override it. */
  readonly language: Language
  readonly view: FirstView
}

/** `#en`, `#de/new`, `#de/quick`, `#en/conversation/‹id›`, `#en/server/‹name›/‹tab›` */
export function toFragment({ language, view }: Beginning): string {
  const place: string[] = view.type === 'newest' ? [] : [view.type]
  if (view.type === 'conversation') place.push(view.conversationId)
  if (view.type === 'server') place.push(view.serverName, view.tab)
  return `#${[language, ...place.map(encodeURIComponent)].join('/')}`
}

/** The page's address with both: `…?de-wide#de/conversation/‹id›` */
export function toAddress(page: string, beginning: Beginning, frame: FirstFrame): string {
  return `${page}?${beginning.language}-${frame}${toFragment(beginning)}`
}

/** Null: the address names none. */
export function readQuery(query: string): { readonly language: Language; readonly frame: FirstFrame } | null {
  const [word, name] = query.slice(1).split('-')
  const language = languages.find((one) => one === word)
  const frame = firstFrames.find((one) => one === name)
  return language === undefined || frame === undefined ? null : { language, frame }
}

/** An invalid fragment means the first window in English. */
export function readFragment(fragment: string): Beginning {
  const [word, ...place] = fragment.slice(1).split('/')
  return { language: languages.find((one) => one === word) ?? 'en', view: toView(place) }
}

function toView([type, id = '', tab]: readonly string[]): FirstView {
  if (type === 'new' || type === 'quick') return { type }
  if (id === '') return { type: 'newest' }
  if (type === 'conversation') return { type, conversationId: decodeURIComponent(id) }
  if (type !== 'server') return { type: 'newest' }
  const known = serverTabs.find((one) => one === tab) ?? 'overview'
  return { type, serverName: decodeURIComponent(id), tab: known }
}
