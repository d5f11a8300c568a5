/**
 * What the guest of a view may do: load its two addresses once, and allowed pages in frames inside the view. The window
 * around it may do nothing with it but show it: it could otherwise run scripts in it, or load files of this computer
 * into it.
 */
import type { WebContents, WebFrameMain } from 'electron'
import type { ViewAddresses } from './view-address'

/** The methods that Electron offers to the window of a guest, besides plain questions. */
const refusedMethods = [
  'capturePage',
  'executeJavaScript',
  'insertCSS',
  'insertText',
  'removeInsertedCSS',
  'send',
  'sendToFrame',
  'sendInputEvent',
  'print',
  'printToPDF',
  'downloadURL',
  'reload',
  'reloadIgnoringCache',
  'goBack',
  'goForward',
  'goToIndex',
  'goToOffset',
  'openDevTools',
  'inspectElement',
  'inspectSharedWorker',
  'inspectServiceWorker',
  'setUserAgent',
  'copy',
  'cut',
  'paste',
  'pasteAndMatchStyle',
  'replace',
  'replaceMisspelling'
] as const satisfies readonly (keyof WebContents)[]

export interface GuestEvents {
  /** The view's page has begun to load. */
  readonly onLoaded: () => void
  /** It shows something other than its view, or loads it again. */
  readonly onNavigated: () => void
  readonly onCrashed: () => void
  /** The window has removed it, or was closed. */
  readonly onGone: () => void
  /** The user pressed Escape in it. */
  readonly onEscape: () => void
}

export function guardGuest(
  guest: WebContents,
  { proxy, view }: ViewAddresses,
  { onLoaded, onNavigated, onCrashed, onGone, onEscape }: GuestEvents
): void {
  closeToWindow(guest, `${proxy}/`)
  const left = new Set([`${proxy}/`, `${view}/`])
  guest.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame && event.url === `${view}/` && left.has(event.url)) return
    if (isInsideView(event.frame) && event.url.startsWith('https://')) return
    event.preventDefault()
    if (event.url === `${view}/`) onNavigated()
  })
  guest.on('did-frame-navigate', (...[, url, , , , processId, routingId]) => {
    // It has the policy of its host, or of the view if the view wrote it. Its messages reach only the view.
    const frames = guest.mainFrame.framesInSubtree
    const frame = frames.find((each) => each.processId === processId && each.routingId === routingId)
    if (isInsideView(frame)) return
    if (!left.delete(url)) onNavigated()
    else if (url === `${view}/`) onLoaded()
  })
  guest.on('before-input-event', (_event, { type, key }) => {
    if (type === 'keyDown' && key === 'Escape') onEscape()
  })
  // Refused by the policy of the page around the view: then the frame shows an error instead of the view.
  guest.on('did-fail-load', () => {
    if (hasLeft(guest, view)) onNavigated()
  })
  guest.on('will-prevent-unload', (event) => event.preventDefault())
  guest.on('render-process-gone', onCrashed)
  guest.once('destroyed', onGone)
}

/** The view itself is a frame of Parley's page. */
function isInsideView(frame: WebFrameMain | null | undefined): boolean {
  return (frame?.parent?.parent ?? null) !== null
}

function hasLeft(guest: WebContents, view: string): boolean {
  try {
    return guest.mainFrame.frames.some(({ origin }) => origin !== view)
  } catch {
    return true // its process has ended
  }
}

/** The window's calls arrive at the methods of the guest. */
function closeToWindow(guest: WebContents, address: string): void {
  const load = guest.loadURL.bind(guest)
  const refuse = (): never => {
    throw new Error('A view is closed to its window.')
  }
  for (const name of refusedMethods) Object.defineProperty(guest, name, { value: refuse })
  // Loaded before Electron attaches it. Electron would otherwise start one process for an empty page, and another for this one.
  const loading = load(address)
  loading.catch(() => {}) // `did-fail-load` tells
  const loadOnce = (url: string): Promise<void> => (url === address ? loading : refuse())
  Object.defineProperty(guest, 'loadURL', { value: loadOnce })
}
