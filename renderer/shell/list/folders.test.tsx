/** Folders of the conversation list, by pointer, keyboard and dragging. */
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, expect, test, vi } from 'vitest'
import { list, openList, openListMenu, resetList, row, rowsUnder } from '../../testing/open-list'
import { sampleConversationSummary } from '../../testing/sample-state'
import { useFolds } from './fold-view-store'
import { folderKey } from './group-by-day'

afterAll(resetList)

const garden = { id: 'g', name: 'Garden' }
const work = { id: 'w', name: 'Work' }
const now = Date.now()

const conversations = [
  sampleConversationSummary({ id: 'a', title: 'Apples', updatedAt: now, drawerId: 'g' }),
  sampleConversationSummary({ id: 'b', title: 'Beans', updatedAt: now }),
  sampleConversationSummary({ id: 'c', title: 'Corn', updatedAt: now, drawerId: 'g', shelf: 'pinned' }),
  sampleConversationSummary({ id: 'd', title: 'Dates', updatedAt: now, drawerId: 'g', shelf: 'archived' }),
  sampleConversationSummary({ id: 'e', title: 'Eggs', updatedAt: now, drawerId: 'gone' })
]

const open = (more: Partial<Parameters<typeof openList>[0]> = {}) =>
  openList({ conversations, folders: [garden, work], ...more })

test("shows a folder's conversations, and names the folder of pinned and archived ones", async () => {
  const { person } = await open()
  expect(rowsUnder('Pinned')).toEqual(['CornIn Garden'])
  expect(rowsUnder('Garden')).toEqual(['Apples'])
  expect(rowsUnder('Work')).toEqual([])
  expect(
    list().getByText('Empty. Drag conversations here, or use Move to folder in their menu.')
  ).toBeTruthy()
  expect(rowsUnder('Today')).toEqual(['Beans', 'Eggs'])
  expect(list().getByRole('heading', { name: 'Garden (1)', level: 2 })).toBeTruthy()
  await person.click(row('Archived (1)'))
  expect(rowsUnder('Archived (1)')).toEqual(['DatesIn Garden'])
  // The note about the folder isn't part of the row's name.
  expect(row('Corn')).toBeTruthy()
})

test('creates a folder by its button, with Enter', async () => {
  const { bridge, person } = await open({ handlers: { 'folder.save': () => ({ folderId: 'n' }) } })
  await person.click(list().getByRole('button', { name: 'New folder' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New folder' }))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Create folder' }).disabled).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Name' })))
  await person.keyboard(' Kitchen {Enter}')
  expect(bridge.inputsOf('folder.save')).toEqual([{ folderId: null, name: 'Kitchen' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test("says why a folder can't be created and stays open", async () => {
  const { person } = await open({
    handlers: {
      'folder.save': () => {
        throw new Error('no')
      }
    }
  })
  await person.click(list().getByRole('button', { name: 'New folder' }))
  await person.type(await screen.findByRole('textbox', { name: 'Name' }), 'Kitchen{Enter}')
  const dialog = screen.getByRole('dialog', { name: 'New folder' })
  await waitFor(() => expect(within(dialog).getByRole('alert')).toBeTruthy())
})

test('renames a folder from its menu, and deletes it after a question that says what stays', async () => {
  const { bridge, person } = await open()
  await openListMenu(person, 'Garden')
  await person.click(await screen.findByRole('menuitem', { name: 'Rename folder' }))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect(field.value).toBe('Garden')
  await person.clear(field)
  await person.type(field, 'Yard{Enter}')
  expect(bridge.inputsOf('folder.save')).toEqual([{ folderId: 'g', name: 'Yard' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openListMenu(person, 'Garden')
  await person.click(await screen.findByRole('menuitem', { name: 'Delete folder' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete this folder?' })
  expect(dialog.textContent).toContain('“Garden” will be deleted. The 3 conversations in it are kept.')
  expect(bridge.inputsOf('folder.remove')).toEqual([])
  await person.click(within(dialog).getByRole('button', { name: 'Delete folder' }))
  expect(bridge.inputsOf('folder.remove')).toEqual([{ folderId: 'g' }])
})

test('moves a row from its menu into a folder, out of it, and into a new one', async () => {
  const { bridge, person } = await open({ handlers: { 'folder.save': () => ({ folderId: 'n' }) } })
  const move = async (title: string) => {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openListMenu(person, title)
    await person.click(await screen.findByRole('menuitem', { name: 'Move to folder…' }))
    return within(await screen.findByRole('dialog', { name: 'Move to folder' }))
  }
  const first = await move('Beans')
  expect(first.getByRole('button', { name: 'No folder current folder' }).getAttribute('aria-current')).toBe(
    'true'
  )
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Garden'))
  await person.keyboard('{Tab}{Enter}')
  await person.click((await move('Apples')).getByRole('button', { name: 'No folder' }))
  await person.type(
    (await move('Beans')).getByRole('textbox', { name: 'Name of a new folder' }),
    'Kitchen{Enter}'
  )
  await waitFor(() =>
    expect(bridge.inputsOf('folder.move-conversations')).toEqual([
      { conversationIds: ['b'], folderId: 'w' },
      { conversationIds: ['a'], folderId: null },
      { conversationIds: ['b'], folderId: 'n' }
    ])
  )
  expect(bridge.inputsOf('folder.save')).toEqual([{ folderId: null, name: 'Kitchen' }])
})

const transfer = () => ({ setData: vi.fn<(kind: string, data: string) => void>(), effectAllowed: '' })

function drag(title: string, heading: string): { readonly isTaken: boolean } {
  const dataTransfer = transfer()
  const target = list().getByRole('region', { name: heading })
  fireEvent.dragStart(row(title).closest('li')!, { dataTransfer })
  const over = createEvent.dragOver(target, { dataTransfer })
  fireEvent(target, over)
  fireEvent.drop(target, { dataTransfer })
  fireEvent.dragEnd(row(title).closest('li')!, { dataTransfer })
  expect(dataTransfer.setData.mock.calls.map(([kind]) => kind)).toEqual([
    'application/x-parley-conversations'
  ])
  return { isTaken: over.defaultPrevented }
}

test('moves a row dragged onto a folder into it, onto a day out of it, and nowhere else', async () => {
  const { bridge } = await open()
  expect(drag('Beans', 'Work').isTaken).toBe(true)
  expect(drag('Apples', 'Today').isTaken).toBe(true)
  expect(drag('Apples', 'Garden').isTaken).toBe(true)
  expect(drag('Beans', 'Pinned').isTaken).toBe(false)
  expect(bridge.inputsOf('folder.move-conversations')).toEqual([
    { conversationIds: ['b'], folderId: 'w' },
    { conversationIds: ['a'], folderId: null }
  ])
  // Ignores what is dragged from another place.
  const target = list().getByRole('region', { name: 'Work' })
  const over = createEvent.dragOver(target, { dataTransfer: { types: ['Files'] } })
  fireEvent(target, over)
  expect(over.defaultPrevented).toBe(false)
})

test('keeps folded groups over a restart, until the folder is deleted', async () => {
  const { bridge, person } = await open()
  await person.click(row('Garden (1)'))
  expect(row('Garden (1)').getAttribute('aria-expanded')).toBe('false')
  expect(rowsUnder('Garden')).toEqual([])
  vi.resetModules()
  const again = await import('./fold-view-store')
  expect(again.useFolds).not.toBe(useFolds)
  expect(again.useFolds.getState().changed).toEqual(['drawer g'])
  act(() => bridge.emit('folders.changed', [work]))
  await person.click(row('Work (0)'))
  expect(useFolds.getState().changed).toEqual(['drawer w'])
})

test('ignores stored data that is no list of folders', async () => {
  for (const stored of ['{', '7', '[1]']) {
    localStorage.setItem('parley.folded-groups', stored)
    vi.resetModules()
    const { useFolds: folds } = await import('./fold-view-store')
    expect(folds.getState().changed).toEqual([])
  }
})

test('moves to folding headings with arrows: left folds and goes to the heading, F2 renames, Delete asks', async () => {
  const { person } = await open()
  row('Corn').focus()
  await person.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(row('Garden (1)'))
  await person.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(row('Apples'))
  await person.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(row('Garden (1)'))
  await person.keyboard('{ArrowLeft}')
  expect(row('Garden (1)').getAttribute('aria-expanded')).toBe('false')
  await person.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(row('Work (0)'))
  await person.keyboard('{ArrowUp}{ArrowRight}')
  expect(rowsUnder('Garden')).toEqual(['Apples'])
  await person.keyboard('{F2}')
  expect(await screen.findByRole('dialog', { name: 'Rename folder' })).toBeTruthy()
  await person.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(row('Garden (1)')))
  await person.keyboard('{Delete}')
  expect(await screen.findByRole('dialog', { name: 'Delete this folder?' })).toBeTruthy()
})

test('searches all folders and names the folder of a result', async () => {
  const { person } = await open({
    handlers: { 'conversation.search': () => conversations.filter(({ id }) => 'ad'.includes(id)) }
  })
  await person.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'x')
  await waitFor(() => expect(rowsUnder('Results')).toEqual(['ApplesIn Garden', 'DatesIn Garden']))
})

test('folds what is folded in another window', async () => {
  await open()
  const before = row('Garden (1)').getAttribute('aria-expanded')
  act(() => {
    localStorage.setItem('parley.folded-groups', JSON.stringify([folderKey('g')]))
    window.dispatchEvent(new StorageEvent('storage', { key: 'parley.folded-groups' }))
  })
  expect([before, row('Garden (1)').getAttribute('aria-expanded')]).toEqual(['true', 'false'])
  act(() => {
    localStorage.removeItem('parley.folded-groups')
    window.dispatchEvent(new StorageEvent('storage', { key: 'parley.folded-groups' }))
  })
  expect(row('Garden (1)').getAttribute('aria-expanded')).toBe('true')
})
