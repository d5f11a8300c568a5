/**
 * What is chosen for a conversation, for the screens: what the host keeps, or what waits here until the first message takes
 * it along, because the conversation has not begun.
 */
import { create } from 'zustand'
import type { ConversationChoices } from '../../../app/contract/choices/choices'
import { useProjection } from '../../state/projection'

/** By the conversation that it waits for. */
type Waiting = Readonly<Record<string, ConversationChoices>>

const useWaiting = create<{ readonly waiting: Waiting }>()(() => ({ waiting: {} }))
const nothing: ConversationChoices = {}
const noServers: readonly string[] = []

/** What waits for the conversation that has not begun; no id is empty. */
const notBegun = ''
const keyOf = (conversationId: string | null): string => conversationId ?? notBegun

/** `conversationId` null: the conversation that has not begun. The same between renders. */
export function useChoices(conversationId: string | null): ConversationChoices {
  const waiting = useWaiting((state) => state.waiting[keyOf(conversationId)])
  const kept = useProjection(
    (state) => state.conversations.find(({ id }) => id === conversationId)?.choices ?? nothing
  )
  return waiting ?? kept
}

/** Servers of which nothing is offered in the conversation. */
export function useOffServers(conversationId: string | null): readonly string[] {
  return useChoices(conversationId).offServers ?? noServers
}

/** What the first message takes along; undefined: nothing waits. */
export function readWaitingChoices(conversationId: string | null): ConversationChoices | undefined {
  return useWaiting.getState().waiting[keyOf(conversationId)]
}

/** For the conversation that has not begun; empty: as in the settings. */
export function chooseForNew(choices: ConversationChoices): void {
  const isEmpty = Object.keys(choices).length === 0
  useWaiting.setState(({ waiting: { [notBegun]: _before, ...others } }) => ({
    waiting: isEmpty ? others : { ...others, [notBegun]: choices }
  }))
}

/** The conversation has begun: what waited waits for its first message. */
export function choicesBegin(conversationId: string): void {
  useWaiting.setState(({ waiting: { [notBegun]: chosen, [conversationId]: _ofBefore, ...others } }) => ({
    waiting: chosen === undefined ? others : { ...others, [conversationId]: chosen }
  }))
}

/** A message took it along: the host keeps it now. */
export function choicesWereSent(conversationId: string): void {
  useWaiting.setState(({ waiting: { [conversationId]: _sent, ...waiting } }) => ({ waiting }))
}
