/** What the window shows at its start: the newest conversation, unless the person has begun another one. */
import { readDraft } from '../conversation/composer/drafts-view-store'
import { useProjection } from '../state/projection'
import { navigate } from './navigation-view-store'

/** Call it once, when the host's state is known. Who typed before that goes on where they typed. */
export function openNewest(): void {
  const newest = useProjection.getState().conversations[0]
  if (newest !== undefined && readDraft(null) === '') navigate.toBegun(newest.id)
}
