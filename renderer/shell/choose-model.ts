/** Sets the model of the open conversation. */
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { navigate, useNavigation } from './navigation-view-store'

/** For the open conversation, or for a new one. */
export function selectModel(model: string): void {
  const { conversationId } = useNavigation.getState()
  if (conversationId === null) navigate.chooseDraftModel(model)
  else void call('conversation.set-model', { conversationId, model }).catch(report)
}
