/** Several conversations of the list at once, as lists of mail programs have it: what is chosen is always among what is shown. */
import { create } from 'zustand'

interface SelectionState {
  /** All that the list shows, in its order, whether it is drawn now or not. */
  readonly shown: readonly string[]
  /** The one that is open. */
  readonly openId: string | null
  readonly chosen: ReadonlySet<string>
  /** Where a range begins. */
  readonly anchor: string | null
  /** What is under way with the pointer. */
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
  /** In, or out again. */
  toggle: (id: string): void => {
    const chosen = new Set(useSelection.getState().chosen)
    if (!chosen.delete(id)) chosen.add(id)
    useSelection.setState({ chosen, anchor: id })
  },
  /** All from where a range begins up to this one, and nothing else. Where none began it begins at the open one. */
  upTo: (id: string): void => {
    const { shown, anchor, openId } = useSelection.getState()
    const begin = [anchor, openId].find((one) => one !== null && shown.includes(one)) ?? id
    const [from, to] = [shown.indexOf(begin), shown.indexOf(id)]
    const chosen = new Set(shown.slice(Math.min(from, to), Math.max(from, to) + 1))
    useSelection.setState({ chosen, anchor: begin })
  },
  all: (): void => useSelection.setState(({ shown }) => ({ chosen: new Set(shown) })),
  none: (): void => useSelection.setState({ chosen: none }),
  /** Where the next range begins. While something is chosen it begins where that did. */
  beginAt: (id: string): void => {
    if (useSelection.getState().chosen.size === 0) useSelection.setState({ anchor: id })
  },
  /** What is not shown any more is not chosen any more. */
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

/** What an act on this one is about: all that is chosen where it is among them. */
export function withChosen(id: string): readonly string[] {
  const { chosen, shown } = useSelection.getState()
  return chosen.has(id) ? shown.filter((one) => chosen.has(one)) : [id]
}

/** The pointer takes it along, and with it what is chosen together with it. Nothing: it was let go. */
export function drag(id: string | null): void {
  useSelection.setState({ dragged: id === null ? [] : withChosen(id) })
}
