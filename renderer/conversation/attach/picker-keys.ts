/** Keyboard control of the picker's lists: arrows move across all servers, Space selects, Enter shows the content. */
import type { KeyboardEvent, RefObject } from 'react'
import { rowView } from './attach-rows'
import type { AttachRow } from './attach-rows'
import type { AttachChoice } from './use-attach-choice'

export interface PickerKeysOptions {
  readonly choice: AttachChoice
  /** Contains the listboxes, each with `data-server`. */
  readonly lists: RefObject<HTMLElement | null>
  readonly onShow: (uri: string) => void
}

export function pickerKeys({ choice, lists, onShow }: PickerKeysOptions): (event: KeyboardEvent) => void {
  const { active } = choice
  const goTo = (row: AttachRow | null) => {
    if (row === null) return
    const boxes = [...(lists.current?.querySelectorAll<HTMLElement>('[role="listbox"]') ?? [])]
    boxes.find((box) => box.dataset['server'] === rowView(row).serverName)?.focus()
    // After the focus, because a list makes its first row active when it gets the focus.
    choice.activate(row)
  }
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => goTo(choice.rowAt(1)),
    ArrowUp: () => goTo(choice.rowAt(-1)),
    Home: () => goTo(choice.rowAt(-Infinity)),
    End: () => goTo(choice.rowAt(Infinity)),
    ' ': () => active !== null && choice.toggle(active),
    Enter: () => active?.kind === 'resource' && onShow(active.resource.uri)
  }
  return (event) => {
    const act = actions[event.key]
    if (act === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    act()
  }
}
