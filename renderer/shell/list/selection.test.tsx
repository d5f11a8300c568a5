/** Several conversations of the list at once. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, expect, test, vi } from 'vitest'
import { findEnabledButton } from '../../testing/enabled-button'
import { list, openList, openListMenu, resetList, row } from '../../testing/open-list'
import { sampleConversationSummary } from '../../testing/sample-state'

afterAll(resetList)

const now = Date.now()
const titles = ['Apples', 'Beans', 'Corn', 'Dates', 'Eggs']
const conversations = titles.map((title, at) =>
  sampleConversationSummary({ id: title[0]!.toLowerCase(), title, updatedAt: now - at })
)

const open = (more: Partial<Parameters<typeof openList>[0]> = {}) =>
  openList({ conversations, folders: [{ id: 'g', name: 'Garden' }], ...more })

/** What the rows expose to screen readers. */
const chosen = () => titles.filter((title) => isSaidChosen(row(title)))
const isSaidChosen = (button: HTMLElement) =>
  (button.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .some((id) => document.getElementById(id)?.textContent === 'selected')

const bar = () => within(list().getByRole('group', { name: 'Selected conversations' }))

async function clickWith(person: Awaited<ReturnType<typeof open>>['person'], key: string, title: string) {
  await person.keyboard(`{${key}>}`)
  await person.click(row(title))
  await person.keyboard(`{/${key}}`)
}

test('adds or removes one with Ctrl or Cmd, selects a range with Shift, and opens one with a plain press', async () => {
  const { opened, person } = await open()
  await clickWith(person, 'Control', 'Beans')
  await clickWith(person, 'Meta', 'Dates')
  expect(chosen()).toEqual(['Beans', 'Dates'])
  expect(opened).toEqual([])
  await clickWith(person, 'Control', 'Dates')
  expect(chosen()).toEqual(['Beans'])
  await clickWith(person, 'Control', 'Beans')
  await clickWith(person, 'Control', 'Beans')
  await clickWith(person, 'Shift', 'Dates')
  expect(chosen()).toEqual(['Beans', 'Corn', 'Dates'])
  // From its start, in the other direction.
  await clickWith(person, 'Shift', 'Apples')
  expect(chosen()).toEqual(['Apples', 'Beans'])
  await person.click(row('Corn'))
  expect(opened).toEqual(['c'])
  expect(chosen()).toEqual([])
  await clickWith(person, 'Shift', 'Eggs')
  expect(chosen()).toEqual(['Corn', 'Dates', 'Eggs'])
})

test('selects by keys: Shift with arrows, Home and End, Shift or Ctrl with Space, Ctrl+A, Escape', async () => {
  const { opened, person } = await open()
  act(() => row('Beans').focus())
  await person.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(chosen()).toEqual(['Beans', 'Corn'])
  expect(document.activeElement).toBe(row('Corn'))
  await person.keyboard('{Shift>}{End}{/Shift}')
  expect(chosen()).toEqual(['Beans', 'Corn', 'Dates', 'Eggs'])
  await person.keyboard('{Shift>}{Home}{/Shift}')
  expect(chosen()).toEqual(['Apples', 'Beans'])
  await person.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Shift>} {/Shift}')
  expect(chosen()).toEqual(['Apples', 'Beans', 'Dates'])
  await person.keyboard('{Control>} {/Control}')
  expect(chosen()).toEqual(['Apples', 'Beans'])
  await person.keyboard('{Escape}')
  expect(chosen()).toEqual([])
  await person.keyboard('{Control>}a{/Control}')
  expect(chosen()).toEqual(titles)
  expect(opened).toEqual([])
})

test('announces the number in the bar, selects all and ends, with the focus back in the list', async () => {
  const { person } = await open()
  const said = () => list().getByRole('status').textContent
  expect(said()).toBe('')
  await openListMenu(person, 'Beans')
  await person.click(await screen.findByRole('menuitem', { name: 'Select' }))
  await waitFor(() => expect(said()).toBe('1 selected'))
  await person.click(list().getByRole('checkbox', { name: 'Select Dates' }))
  expect(said()).toBe('2 selected')
  expect(list().getByRole<HTMLInputElement>('checkbox', { name: 'Select Beans' }).checked).toBe(true)
  await person.click(bar().getByRole('button', { name: 'Select all' }))
  expect(said()).toBe('5 selected')
  await person.click(bar().getByRole('button', { name: 'End selection' }))
  expect(said()).toBe('')
  expect(list().queryByRole('checkbox')).toBeNull()
  expect(document.activeElement).toBe(row('Garden (0)'))
})

test('selects a range with Shift on a box', async () => {
  const { person } = await open()
  await clickWith(person, 'Control', 'Beans')
  await person.keyboard('{Shift>}')
  await person.click(list().getByRole('checkbox', { name: 'Select Eggs' }))
  await person.keyboard('{/Shift}')
  expect(chosen()).toEqual(['Beans', 'Corn', 'Dates', 'Eggs'])
})

test('pins, archives, moves and exports all selected conversations from the bar', async () => {
  const { bridge, person } = await open({
    handlers: { 'archive.export': () => ({ path: '/home/me/Conversations.md' }) }
  })
  const chooseTwo = async () => {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await clickWith(person, 'Control', 'Dates')
    await clickWith(person, 'Control', 'Beans')
  }
  await chooseTwo()
  await person.click(bar().getByRole('button', { name: 'Pin' }))
  expect(chosen()).toEqual([])
  await chooseTwo()
  await person.click(bar().getByRole('button', { name: 'Archive' }))
  expect(bridge.inputsOf('folder.set-place')).toEqual([
    { conversationIds: ['b', 'd'], place: 'pinned' },
    { conversationIds: ['b', 'd'], place: 'archived' }
  ])
  await chooseTwo()
  await person.click(bar().getByRole('button', { name: 'Move to folder…' }))
  const moving = await screen.findByRole('dialog', { name: 'Move to folder' })
  expect(moving.textContent).toContain('2 conversations')
  await person.click(within(moving).getByRole('button', { name: 'Garden' }))
  expect(bridge.inputsOf('folder.move-conversations')).toEqual([
    { conversationIds: ['b', 'd'], folderId: 'g' }
  ])
  await chooseTwo()
  await person.click(bar().getByRole('button', { name: 'Export…' }))
  await person.click(await screen.findByRole('button', { name: 'Markdown' }))
  expect(bridge.inputsOf('archive.export')).toEqual([{ conversationIds: ['b', 'd'], format: 'markdown' }])
})

test('undoes what already applies to all of them', async () => {
  const pinned = conversations.map((one) => ({ ...one, shelf: 'pinned' as const }))
  const { bridge, person } = await open({ conversations: pinned })
  await clickWith(person, 'Control', 'Dates')
  await clickWith(person, 'Control', 'Beans')
  await person.click(bar().getByRole('button', { name: 'Unpin' }))
  expect(bridge.inputsOf('folder.set-place')).toEqual([{ conversationIds: ['b', 'd'], place: null }])
})

test('asks one question with their number before deleting all of them', async () => {
  const { bridge, person } = await open()
  await clickWith(person, 'Control', 'Beans')
  await clickWith(person, 'Shift', 'Dates')
  // Wherever the focus is.
  act(() => row('Apples').focus())
  await person.keyboard('{Delete}')
  const dialog = await screen.findByRole('dialog', { name: 'Delete 3 conversations?' })
  expect(dialog.getAttribute('data-question')).toMatch(/^delete-several:[0-9a-f]{64}$/u)
  await person.click(await findEnabledButton('Delete', dialog))
  expect(bridge.inputsOf('conversation.delete')).toEqual([{ conversationIds: ['b', 'c', 'd'] }])
  for (const conversationId of ['b', 'c', 'd'])
    act(() => bridge.emit('conversation.removed', { conversationId }))
  expect(list().getByRole('status').textContent).toBe('')
})

test('asks about a single selected conversation by its title', async () => {
  const { bridge, person } = await open()
  await clickWith(person, 'Control', 'Beans')
  await person.click(bar().getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete this conversation?' })
  expect(dialog.textContent).toContain('“Beans”')
  await person.click(await findEnabledButton('Delete', dialog))
  expect(bridge.inputsOf('conversation.delete')).toEqual([{ conversationIds: ['b'] }])
})

test('includes the selection in menu and dragging, but not from a row outside it', async () => {
  const { bridge, person } = await open()
  await clickWith(person, 'Control', 'Beans')
  await clickWith(person, 'Control', 'Dates')
  await openListMenu(person, 'Beans')
  await screen.findByRole('menuitem', { name: 'Archive' })
  expect(screen.queryByRole('menuitem', { name: 'Rename' })).toBeNull()
  await person.keyboard('{Escape}')
  const dataTransfer = { setData: vi.fn<() => void>(), effectAllowed: '' }
  const drag = (title: string) => {
    fireEvent.dragStart(row(title).closest('li')!, { dataTransfer })
    fireEvent.drop(list().getByRole('region', { name: 'Garden' }), { dataTransfer })
    fireEvent.dragEnd(row(title).closest('li')!, { dataTransfer })
  }
  drag('Dates')
  drag('Apples')
  expect(bridge.inputsOf('folder.move-conversations')).toEqual([
    { conversationIds: ['b', 'd'], folderId: 'g' },
    { conversationIds: ['a'], folderId: 'g' }
  ])
})

test('deselects what a search does not show', async () => {
  const { person } = await open({
    handlers: { 'conversation.search': () => conversations.slice(0, 2) }
  })
  act(() => row('Apples').focus())
  await person.keyboard('{Control>}a{/Control}')
  await person.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'x')
  await waitFor(() => expect(list().getByRole('status').textContent).toBe('2 selected'))
})
