/** The keys of the list, as in mail programs. */
import type { KeyboardEvent } from 'react'
import { askForName, askToRemove, rename } from '../list-dialogs/list-dialogs-view-store'
import { headingKey, type Stop } from './blocks'
import { foldGroup } from './fold-view-store'
import { askToDelete } from './confirm-list-actions'
import { select, useSelection } from '../list-dialogs/selection-view-store'

export interface ListKeys {
  readonly stops: readonly Stop[]
  /** Where the focus is while it is on the list. */
  readonly at: number
  readonly goTo: (stop: Stop) => void
}

/** Arrows, Home, End and the keys of a row or a heading; the whole list is one Tab stop. */
export function pressInList(event: KeyboardEvent<HTMLElement>, keys: ListKeys): void {
  const at = stopOf(event, keys)
  const stop = keys.stops[at]
  if (stop === undefined || event.altKey) return
  if (move(event, at, keys) || choose(event, stop) || actOn(event, stop, keys)) event.preventDefault()
}

function stopOf({ target, currentTarget }: KeyboardEvent<HTMLElement>, { stops, at }: ListKeys): number {
  if (target === currentTarget) return at
  const key = target instanceof HTMLElement ? target.dataset.stop : undefined
  return key === undefined ? -1 : stops.findIndex((stop) => stop.key === key)
}

function move({ key, shiftKey }: KeyboardEvent, at: number, { stops, goTo }: ListKeys): boolean {
  const isRow = ({ conversation }: Stop) => conversation !== undefined
  const rows = stops.filter(isRow)
  const ways: Readonly<Record<string, () => Stop | undefined>> = {
    ArrowDown: () => (shiftKey ? stops.slice(at + 1).find(isRow) : stops[at + 1]),
    ArrowUp: () => (shiftKey ? stops.slice(0, at).findLast(isRow) : stops[at - 1]),
    Home: () => (shiftKey ? rows[0] : stops[0]),
    // The archive is after the last active conversation; arrows go there.
    End: () => rows.at(-1) ?? stops.at(-1)
  }
  const next = ways[key]?.()
  if (next === undefined) return false
  const [from, to] = [stops[at]?.conversation?.id, next.conversation?.id]
  if (from !== undefined) select.beginAt(from)
  if (shiftKey && to !== undefined) select.upTo(to)
  else if (to !== undefined) select.beginAt(to)
  goTo(next)
  return true
}

function choose({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, { conversation }: Stop): boolean {
  const isCommand = ctrlKey || metaKey
  if (key === ' ' && (isCommand || shiftKey) && conversation !== undefined) select.toggle(conversation.id)
  else if (key.toLowerCase() === 'a' && isCommand && !shiftKey) select.all()
  else if (key === 'Escape' && useSelection.getState().chosen.size > 0) select.none()
  else return false
  return true
}

function actOn({ key }: KeyboardEvent, { conversation, block }: Stop, { stops, goTo }: ListKeys): boolean {
  const { group } = block
  const heading = stops.find((stop) => stop.key === headingKey(group))
  const ofRow: Readonly<Record<string, (id: string) => void>> = {
    F2: rename,
    Delete: askToDelete,
    ...(heading && { ArrowLeft: () => goTo(heading) })
  }
  const { drawer } = group
  const ofHeading: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => foldGroup(group, true),
    ArrowRight: () => foldGroup(group, false),
    ...(drawer && { F2: () => askForName(drawer), Delete: () => askToRemove(drawer) })
  }
  const act = conversation === undefined ? ofHeading[key] : ofRow[key]
  act?.(conversation?.id ?? '')
  return act !== undefined
}
