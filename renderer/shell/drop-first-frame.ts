import { earlyBox } from '../../app/contract/bridge/early-input'
import { setDraft } from '../conversation/content/drafts-view-store'

/** Removes a first frame that the page can't take over, because it is in another language. Keeps what the user typed there. */
export function dropFirstFrame(root: HTMLElement): void {
  const box = root.querySelector<HTMLTextAreaElement>(`[${earlyBox}]`)
  if (box !== null) setDraft(null, box.value)
  root.replaceChildren()
}
