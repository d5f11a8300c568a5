/** Multiple selection in the conversation list, as in mail programs. Only listed conversations are selected. */
import { create } from 'zustand'

interface SelectionState {
  /** All listed conversations in order, drawn or not. */
  readonly shown: readonly string[]
  /** The open conversation. */
  readonly openId: string | null
  readonly chosen: ReadonlySet<string>
  /** Where a range begins. */
  readonly anchor: string | null
  /** What is being dragged. */
  readonly dragged: readonly string[]
}

const none: ReadonlySet<string> = new Set()

export const useSelection = create<SelectionState>()(() => ({
  shown: [],
  openId: null,
  chosen: none,
  anchor: null,
  dragged: []
}))

export const select = {
  /** Adds it, or removes it. */
  toggle: (id: string): void => {
    const chosen = new Set(useSelection.getState().chosen)
    if (!chosen.delete(id)) chosen.add(id)
    useSelection.setState({ chosen, anchor: id })
  },
  /**
   * Selects everything from the range's beginning to this one, and nothing else. Without a beginning the range starts
   * at the open one.
   */
  upTo: (id: string): void => {
    const { shown, anchor, openId } = useSelection.getState()
    const begin = [anchor, openId].find((one) => one !== null && shown.includes(one)) ?? id
    const [from, to] = [shown.indexOf(begin), shown.indexOf(id)]
    const chosen = new Set(shown.slice(Math.min(from, to), Math.max(from, to) + 1))
    useSelection.setState({ chosen, anchor: begin })
  },
  all: (): void => useSelection.setState(({ shown }) => ({ chosen: new Set(shown) })),
  none: (): void => useSelection.setState({ chosen: none }),
  /** Where the next range begins, unless a selection with a beginning exists. */
  beginAt: (id: string): void => {
    if (useSelection.getState().chosen.size === 0) useSelection.setState({ anchor: id })
  },
  /** Conversations that are no longer listed are deselected. */
  show: (shown: readonly string[], openId: string | null): void => {
    const { chosen, anchor } = useSelection.getState()
    const there = new Set(shown)
    const left = [...chosen].filter((id) => there.has(id))
    useSelection.setState({
      shown,
      openId,
      ...(left.length < chosen.size && { chosen: new Set(left) }),
      ...(anchor !== null && !there.has(anchor) && { anchor: null })
    })
  }
}

/** The targets of an action on this one: the whole selection if it is part of it. */
export function listIdsForAction(id: string): readonly string[] {
  const { chosen, shown } = useSelection.getState()
  return chosen.has(id) ? shown.filter((one) => chosen.has(one)) : [id]
}

/** Dragging takes this one along, with the selection if it is part of it. Empty: dragging ended. */
export function drag(id: string | null): void {
  useSelection.setState({ dragged: id === null ? [] : listIdsForAction(id) })
}
