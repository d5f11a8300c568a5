/** How a page begins: main writes it behind the address of the page, which reads it there. */
import { languages, type Language } from '../limits'

export type FirstView =
  /** The newest conversation, or the first run. */
  | { readonly type: 'newest' }
  /** A conversation that has not begun. */
  | { readonly type: 'new' }
  /** One that has not begun, in the small window over all others. */
  | { readonly type: 'quick' }
  | { readonly type: 'conversation'; readonly conversationId: string }

export interface Beginning {
  /** Of the first frame; the settings have the last word. */
  readonly language: Language
  readonly view: FirstView
}

/** `#en`, `#de/new`, `#de/quick`, `#en/conversation/‹id›` */
export function toFragment({ language, view }: Beginning): string {
  if (view.type === 'newest') return `#${language}`
  const id = view.type === 'conversation' ? `/${encodeURIComponent(view.conversationId)}` : ''
  return `#${language}/${view.type}${id}`
}

/** What makes no sense is the first window in English. */
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
