/** What a page shows first: main writes it into the fragment of the page's address, and the page reads it there. */
import { languages, type Language } from '../limits'

export type FirstView =
  /** The newest conversation, or the first run. */
  | { readonly type: 'newest' }
  /** A new conversation. */
  | { readonly type: 'new' }
  /** A new conversation in the small window above all others. */
  | { readonly type: 'quick' }
  | { readonly type: 'conversation'; readonly conversationId: string }

export interface Beginning {
  /** For the first frame; the settings override it. */
  readonly language: Language
  readonly view: FirstView
}

/** `#en`, `#de/new`, `#de/quick`, `#en/conversation/‹id›` */
export function toFragment({ language, view }: Beginning): string {
  if (view.type === 'newest') return `#${language}`
  const id = view.type === 'conversation' ? `/${encodeURIComponent(view.conversationId)}` : ''
  return `#${language}/${view.type}${id}`
}

/** An invalid fragment means the first window in English. */
export function readFragment(fragment: string): Beginning {
  const [word, type, id = ''] = fragment.slice(1).split('/')
  return { language: languages.find((one) => one === word) ?? 'en', view: toView(type, id) }
}

function toView(type: string | undefined, id: string): FirstView {
  if (type === 'new' || type === 'quick') return { type }
  return type === 'conversation' && id !== ''
    ? { type, conversationId: decodeURIComponent(id) }
    : { type: 'newest' }
}
