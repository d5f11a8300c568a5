/**
 * Messages of servers, by server: those that the host kept, and new ones while following. The oldest are removed
 * first.
 */
import { create } from 'zustand'
import { call, readServer } from '../../bridge/call'
import { toRow, type MessageRow, type OpenRequests, type MessageRowSource } from './message-rows'

/**
 * Limits per server: messages, and characters of all their JSON. As many as the host keeps of its three connections.
 */
const limits = { messages: 3_000, characters: 8_000_000 }

interface MessagesState {
  readonly rows: Readonly<Record<string, readonly MessageRow[]>>
  readonly isFollowing: boolean
}

const useMessages = create<MessagesState>()(() => ({ rows: {}, isFollowing: false }))

const none: readonly MessageRow[] = []

export function useServerMessages(serverName: string): readonly MessageRow[] {
  return useMessages(({ rows }) => rows[serverName] ?? none)
}

export function forgetServerMessages(serverName: string): void {
  useMessages.setState(({ rows }) => ({ rows: { ...rows, [serverName]: none } }))
  void call('server.clear', { serverName, what: 'messages' }).catch(() => {}) // they return when the panel is opened again
}

export function useIsFollowing(): boolean {
  return useMessages(({ isFollowing }) => isFollowing)
}

let end: (() => void) | null = null
/** All shown messages, of any server. */
const open: OpenRequests = new Map()
let lastPlace = 0
const nextPlace = () => (lastPlace += 1)

/** Shows the stored messages of `serverName`, and from now on new messages of all servers, until `pauseMessages`. */
export function followMessages(serverName: string): void {
  end ??= listen()
  useMessages.setState({ isFollowing: true })
  // Listening began before, so messages that arrive meanwhile are in both, and shown once.
  const show = (kept: readonly MessageRowSource[]) =>
    useMessages.setState(({ rows }) => ({ rows: withKept(rows, serverName, kept) }))
  void readServer(serverName, 'messages').then(show, () => {}) // then only new messages are shown
}

export function pauseMessages(): void {
  end?.()
  end = null
  useMessages.setState({ isFollowing: false })
}

function listen(): () => void {
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
    arrived.push(toRow(payload as MessageRowSource, nextPlace(), open))
    frame ??= requestAnimationFrame(show)
  })
  const ask = () => void call('server.trace', { isFollowed: true }).catch(() => {}) // then nothing arrives
  ask()
  // When one window stops, other windows continue.
  window.addEventListener('focus', ask)
  return () => {
    window.removeEventListener('focus', ask)
    stopHearing()
    if (frame !== null) cancelAnimationFrame(frame)
    show()
    void call('server.trace', { isFollowed: false }).catch(() => {})
  }
}

function withKept(
  rows: MessagesState['rows'],
  serverName: string,
  kept: readonly MessageRowSource[]
): MessagesState['rows'] {
  const shown = (rows[serverName] ?? none).map(({ message }) => message)
  const known = new Set(shown.map(keyOf))
  const missing = kept.filter((message) => !known.has(keyOf(message)))
  if (missing.length === 0) return rows
  // Processed again in order, because an answer's request may be among the missing ones.
  const all = [...shown, ...missing].sort(inOrder)
  return { ...rows, [serverName]: newest(all.map((message) => toRow(message, nextPlace(), open))) }
}

function keyOf({ connectionId, index }: MessageRowSource): string {
  return `${connectionId} ${index}`
}

function inOrder(one: MessageRowSource, other: MessageRowSource): number {
  return one.connectionId === other.connectionId ? one.index - other.index : one.at - other.at
}

function withNews(rows: MessagesState['rows'], news: readonly MessageRow[]): MessagesState['rows'] {
  const changed = { ...rows }
  for (const name of new Set(news.map(({ message }) => message.serverName))) {
    const before = changed[name] ?? none
    const known = new Set(before.map(({ message }) => keyOf(message)))
    const own = news.filter(({ message }) => message.serverName === name && !known.has(keyOf(message)))
    changed[name] = newest([...before, ...own])
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
