/** The messages of servers since somebody wanted to see them, by server; the oldest go first. */
import { create } from 'zustand'
import { call } from '../../bridge/call'
import { toRow, type MessageRow, type OpenRequests, type TracedMessage } from './message-rows'

/** Of one server: messages, and characters of all their JSON. */
const limits = { messages: 2_000, characters: 8_000_000 }

interface MessagesState {
  readonly rows: Readonly<Record<string, readonly MessageRow[]>>
  readonly isFollowing: boolean
}

const useMessages = create<MessagesState>()(() => ({ rows: {}, isFollowing: false }))

const none: readonly MessageRow[] = []

export function useMessagesOf(serverName: string): readonly MessageRow[] {
  return useMessages(({ rows }) => rows[serverName] ?? none)
}

export function forgetMessagesOf(serverName: string): void {
  useMessages.setState(({ rows }) => ({ rows: { ...rows, [serverName]: none } }))
}

export function useIsFollowing(): boolean {
  return useMessages(({ isFollowing }) => isFollowing)
}

let end: (() => void) | null = null

/** Has the messages of all servers told and kept from now on, whatever is on the screen, until `pauseMessages`. */
export function followMessages(): void {
  end ??= listen()
  useMessages.setState({ isFollowing: true })
}

export function pauseMessages(): void {
  end?.()
  end = null
  useMessages.setState({ isFollowing: false })
}

function listen(): () => void {
  const open: OpenRequests = new Map()
  let place = 0
  let arrived: MessageRow[] = []
  let frame: number | null = null
  const show = () => {
    frame = null
    const news = arrived
    arrived = []
    useMessages.setState(({ rows }) => ({ rows: withNews(rows, news) }))
  }
  const stopHearing = window.bridge.on(({ name, payload }) => {
    if (name !== 'server.traced') return
    arrived.push(toRow(payload as TracedMessage, (place += 1), open))
    frame ??= requestAnimationFrame(show)
  })
  const ask = () => void call('server.trace', { isFollowed: true }).catch(() => {}) // nothing is told then
  ask()
  // Another window that looks no longer ends it for all.
  window.addEventListener('focus', ask)
  return () => {
    window.removeEventListener('focus', ask)
    stopHearing()
    if (frame !== null) cancelAnimationFrame(frame)
    void call('server.trace', { isFollowed: false }).catch(() => {})
  }
}

function withNews(rows: MessagesState['rows'], news: readonly MessageRow[]): MessagesState['rows'] {
  const changed = { ...rows }
  for (const name of new Set(news.map(({ message }) => message.serverName))) {
    const own = news.filter(({ message }) => message.serverName === name)
    changed[name] = newest([...(changed[name] ?? []), ...own])
  }
  return changed
}

function newest(rows: readonly MessageRow[]): readonly MessageRow[] {
  let characters = 0
  let first = rows.length
  while (first > 0 && rows.length - first < limits.messages) {
    characters += rows[first - 1]?.message.text?.length ?? 0
    if (characters > limits.characters && first < rows.length) break
    first -= 1
  }
  return rows.slice(first)
}
