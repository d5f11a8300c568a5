/**
 * The guests of windows in which views are drawn. A window may attach only a view that Parley has just opened, and only
 * once. Even a page that was taken over can create no other guest.
 * @see Electron's security checklist 12
 */
import type { Event, Session, WebContents, WebPreferences } from 'electron'
import type { WindowGuests } from '../page/web-security'

export interface ExpectedGuest {
  readonly address: string
  readonly partition: string
  /** The one of the partition. */
  readonly session: Session
  /** Called when the window has created it, before it loads. */
  readonly onCreated: (guest: WebContents) => void
}

/** Nothing that the page wrote into the element counts. */
const preferences: WebPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  webviewTag: false,
  plugins: false,
  spellcheck: false,
  disableDialogs: true,
  // A view would read the clipboard by a command. Electron 33 doesn't know the setting, and allows it.
  enableDeprecatedPaste: false,
  navigateOnDragDrop: false,
  devTools: false,
  autoplayPolicy: 'document-user-activation-required'
}

export class ViewGuests implements WindowGuests {
  /** By partition, which is random. */
  readonly #expected = new Map<string, ExpectedGuest>()
  readonly #admitted = new Map<Session, ExpectedGuest>()

  /** The returned function ends the expectation. */
  expect(guest: ExpectedGuest): () => void {
    this.#expected.set(guest.partition, guest)
    return () => {
      this.#expected.delete(guest.partition)
      this.#admitted.delete(guest.session)
    }
  }

  admit(
    event: Pick<Event, 'preventDefault'>,
    given: WebPreferences,
    { src, partition }: Readonly<Record<string, string>>
  ): void {
    const guest = this.#expected.get(partition ?? '')
    if (guest === undefined || src !== guest.address) return event.preventDefault()
    this.#expected.delete(guest.partition)
    this.#admitted.set(guest.session, guest)
    for (const name of Object.keys(given)) delete given[name as keyof WebPreferences]
    Object.assign(given, preferences, { partition: guest.partition })
  }

  /** Ends one that wasn't admitted. */
  take(contents: WebContents): void {
    const guest = this.#admitted.get(contents.session)
    if (guest === undefined) return void setImmediate(() => contents.close())
    this.#admitted.delete(contents.session)
    guest.onCreated(contents)
  }
}
