/**
 * The menu of a right click, the menu key and Shift+F10 on a field and on selected text. Other elements have menus of
 * the page.
 */
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import { menu } from '../app/texts/compiled/window/menu'

export type ContextOfMenu = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'misspelledWord' | 'dictionarySuggestions' | 'editFlags'
>

export interface ContextMenuActions {
  /** Accepts the word until Parley ends; absent: the system's checker doesn't support it. */
  readonly ignore?: (word: string) => void
  readonly replace: (word: string) => void
  /** Accepts the word everywhere from now on. */
  readonly learn: (word: string) => void
}

type Item = MenuItemConstructorOptions

/** Empty: there is nothing to offer. In the language that is shown now. */
export function describeContextMenu(context: ContextOfMenu, actions: ContextMenuActions): readonly Item[] {
  const { isEditable, selectionText, editFlags } = context
  if (!isEditable) return selectionText.trim() === '' ? [] : [{ role: 'copy', label: menu.copy() }]
  return [
    ...describeSpelling(context, actions),
    { role: 'undo', label: menu.undo(), enabled: editFlags.canUndo },
    { role: 'redo', label: menu.redo(), enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', label: menu.cut(), enabled: editFlags.canCut },
    { role: 'copy', label: menu.copy(), enabled: editFlags.canCopy },
    { role: 'paste', label: menu.paste(), enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: menu.selectAll(), enabled: editFlags.canSelectAll }
  ]
}

function describeSpelling(
  { misspelledWord, dictionarySuggestions }: ContextOfMenu,
  actions: ContextMenuActions
): Item[] {
  if (misspelledWord === '') return []
  const { ignore } = actions
  const suggestions: Item[] =
    dictionarySuggestions.length === 0
      ? [{ label: menu.noSuggestions(), enabled: false }]
      : dictionarySuggestions.map((word) => ({ label: word, click: () => actions.replace(word) }))
  return [
    ...suggestions,
    { type: 'separator' },
    { label: menu.addToDictionary(), click: () => actions.learn(misspelledWord) },
    ...(ignore === undefined ? [] : [{ label: menu.ignoreWord(), click: () => ignore(misspelledWord) }]),
    { type: 'separator' }
  ]
}
