/**
 * A conversation's settings for the screens: those that the host keeps, or those that wait here for the first message
 * of a new conversation.
 */
import { create } from 'zustand'
import type { ConversationChoices } from '../../../app/contract/conversation/choices'
import { useProjection } from '../../state/projection'

/** By waiting conversation. */
type Waiting = Readonly<Record<string, ConversationChoices>>

const useWaiting = create<{ readonly waiting: Waiting }>()(() => ({ waiting: {} }))
const nothing: ConversationChoices = {}
const noServers: readonly string[] = []

/** Settings of a new conversation; no id is empty. */
const notBegun = ''
const keyOf = (conversationId: string | null): string => conversationId ?? notBegun

/** `conversationId` null: a new conversation. Stable between renders. */
export function useChoices(conversationId: string | null): ConversationChoices {
  const waiting = useWaiting((state) => state.waiting[keyOf(conversationId)])
  const kept = useProjection(
    (state) => state.conversations.find(({ id }) => id === conversationId)?.choices ?? nothing
  )
  return waiting ?? kept
}

/** Servers that offer nothing in the conversation. */
export function useOffServers(conversationId: string | null): readonly string[] {
  return useChoices(conversationId).offServers ?? noServers
}

/** What the first message takes with it; undefined: nothing waits. */
export function readWaitingChoices(conversationId: string | null): ConversationChoices | undefined {
  return useWaiting.getState().waiting[keyOf(conversationId)]
}

/** For a new conversation; empty: the defaults. */
export function chooseForNew(choices: ConversationChoices): void {
  const isEmpty = Object.keys(choices).length === 0
  useWaiting.setState(({ waiting: { [notBegun]: _before, ...others } }) => ({
    waiting: isEmpty ? others : { ...others, [notBegun]: choices }
  }))
}

/** The conversation exists: its settings wait for its first message. */
export function startNewChoices(conversationId: string): void {
  useWaiting.setState(({ waiting: { [notBegun]: chosen, [conversationId]: _ofBefore, ...others } }) => ({
    waiting: chosen === undefined ? others : { ...others, [conversationId]: chosen }
  }))
}

/** A message took the settings with it; the host keeps them now. */
export function choicesWereSent(conversationId: string): void {
  useWaiting.setState(({ waiting: { [conversationId]: _sent, ...waiting } }) => ({ waiting }))
}
