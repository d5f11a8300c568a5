import { afterEach, describe, expect, test, vi } from 'vitest'
import { showLanguage } from '../app/texts/translated'
import { describeContextMenu, type ContextOfMenu } from './context-menu'

const editFlags = {
  canUndo: true,
  canRedo: false,
  canCut: false,
  canCopy: false,
  canPaste: true,
  canDelete: false,
  canSelectAll: true,
  canEditRichly: false
}
const field: ContextOfMenu = {
  isEditable: true,
  selectionText: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  editFlags
}
const acts = () => ({ replace: vi.fn(), learn: vi.fn() })
const press = (item: { readonly click?: unknown } | undefined) =>
  (item?.click as (() => void) | undefined)?.()

afterEach(() => showLanguage('en'))

describe('the context menu', () => {
  test("lists the actions of a field, and dims those that aren't available", () => {
    const items = describeContextMenu(field, acts())
    expect(
      items.filter(({ role }) => role !== undefined).map(({ role, enabled }) => [role, enabled])
    ).toEqual([
      ['undo', true],
      ['redo', false],
      ['cut', false],
      ['copy', false],
      ['paste', true],
      ['selectAll', true]
    ])
  })

  test('begins with spelling suggestions, and learns a word', () => {
    const does = acts()
    const misspelt = { ...field, misspelledWord: 'recieve', dictionarySuggestions: ['receive', 'relieve'] }
    const items = describeContextMenu(misspelt, does)
    expect(items.slice(0, 4).map(({ label, type }) => label ?? type)).toEqual([
      ...['receive', 'relieve', 'separator', 'Add to dictionary']
    ])
    press(items[0])
    press(items[3])
    expect(does.replace).toHaveBeenCalledExactlyOnceWith('receive')
    expect(does.learn).toHaveBeenCalledExactlyOnceWith('recieve')
    const ignore = vi.fn()
    const letBe = describeContextMenu(misspelt, { ...does, ignore }).find(({ label }) => label === 'Ignore')
    press(letBe)
    expect(ignore).toHaveBeenCalledExactlyOnceWith('recieve')
    expect(items.map(({ label }) => label)).not.toContain('Ignore')
    const [none] = describeContextMenu({ ...misspelt, dictionarySuggestions: [] }, does)
    expect(none).toMatchObject({ label: 'No suggestions', enabled: false })
  })

  test('copies selected text of the page, and offers nothing without one', () => {
    const page = { ...field, isEditable: false }
    expect(describeContextMenu({ ...page, selectionText: 'otters' }, acts())).toMatchObject([
      { role: 'copy' }
    ])
    expect(describeContextMenu({ ...page, selectionText: ' ' }, acts())).toEqual([])
  })

  test('is in the language of the window', async () => {
    await showLanguage('de')
    const items = describeContextMenu({ ...field, misspelledWord: 'Fehlr' }, acts())
    expect(items.flatMap(({ label }) => label ?? [])).toEqual([
      ...['Keine Vorschläge', 'Zum Wörterbuch hinzufügen', 'Rückgängig', 'Wiederholen'],
      ...['Ausschneiden', 'Kopieren', 'Einfügen', 'Alles auswählen']
    ])
  })
})
