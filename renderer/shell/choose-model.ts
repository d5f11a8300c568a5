/** Chooses the model of what is on screen. */
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { navigate, useNavigation } from './navigation-view-store'

/** For the open conversation, or for the one that has not begun. */
export function selectModel(model: string): void {
  const { conversationId } = useNavigation.getState()
  if (conversationId === null) navigate.chooseDraftModel(model)
  else void call('conversation.set-model', { conversationId, model }).catch(report)
}
