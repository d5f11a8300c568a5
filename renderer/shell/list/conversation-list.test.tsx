/** The list of conversations by pointer and keyboard. */
import '../../testing/load-lazy-parts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { subscribe } from '../../bridge/subscribe'
import { installFakeBridge } from '../../testing/fake-bridge'
import { openListMenu } from '../../testing/open-list'
import { sampleConversationSummary } from '../../testing/sample-state'
import { show } from '../../testing/show'
import { useOpenDialog } from '../list-dialogs/list-dialogs-view-store'
import { Layout } from '../layout'
import { carryOutMenuCommand } from '../menu-commands'
import { useNavigation } from '../navigation-view-store'
import { useFolds } from './fold-view-store'
import { useSelection } from '../list-dialogs/selection-view-store'

beforeEach(() => {
  useNavigation.setState({ ...useNavigation.getInitialState(), isSidebarShown: true }, true)
  useOpenDialog.setState(useOpenDialog.getInitialState(), true)
  useFolds.setState({ changed: [] }, true)
  useSelection.setState(useSelection.getInitialState(), true)
})

async function openList() {
  const day = 86_400_000
  const conversations = [
    sampleConversationSummary({ id: 'a', title: 'Apples', updatedAt: Date.now() }),
    sampleConversationSummary({ id: 'b', title: 'Beans', updatedAt: Date.now() - 9 * day }),
    sampleConversationSummary({ id: 'c', title: 'Corn', updatedAt: Date.now() - 10 * day, shelf: 'pinned' }),
    sampleConversationSummary({
      id: 'd',
      title: 'Dates',
      updatedAt: Date.now() - 11 * day,
      shelf: 'archived'
    })
  ]
  const bridge = installFakeBridge({ snapshot: { conversations } })
  const view = show(<Layout />)
  const { ready } = subscribe(carryOutMenuCommand)
  await act(async () => ready)
  return { bridge, ...view }
}

const list = () => within(screen.getByRole('navigation', { name: 'Conversations' }))
const rows = () =>
  list()
    .getAllByRole('listitem')
    .map((row) => row.textContent)
const row = (name: string) => list().getByRole('button', { name })

test('shows pinned conversations first and folds archived ones at the end', async () => {
  const { person } = await openList()
  expect(rows()).toEqual(['Corn', 'Apples', 'Beans'])
  expect(within(list().getByRole('region', { name: 'Pinned' })).getByText('Corn')).toBeTruthy()
  const archive = list().getByRole('button', { name: 'Archived (1)' })
  expect(archive.getAttribute('aria-expanded')).toBe('false')
  await person.click(archive)
  expect(rows()).toEqual(['Corn', 'Apples', 'Beans', 'Dates'])
})

test('pins and archives from the menu, and undoes both', async () => {
  const { bridge, person } = await openList()
  await person.click(list().getByRole('button', { name: 'Archived (1)' }))
  const choose = async (title: string, act: string) => {
    await openListMenu(person, title)
    await person.click(await screen.findByRole('menuitem', { name: act }))
  }
  await choose('Apples', 'Pin')
  await choose('Beans', 'Archive')
  await choose('Corn', 'Unpin')
  await choose('Dates', 'Move out of the archive')
  await waitFor(() =>
    expect(bridge.inputsOf('folder.set-place')).toEqual([
      { conversationIds: ['a'], place: 'pinned' },
      { conversationIds: ['b'], place: 'archived' },
      { conversationIds: ['c'], place: null },
      { conversationIds: ['d'], place: null }
    ])
  )
})

test('opens a conversation in its own window from the menu', async () => {
  const { bridge, person } = await openList()
  await openListMenu(person, 'Beans')
  await person.click(await screen.findByRole('menuitem', { name: 'Open in new window' }))
  expect(bridge.inputsOf('window.show-conversation')).toEqual([{ conversationId: 'b', isNewWindow: true }])
})

test('makes all rows one Tab stop, and moves between rows with arrows, Home and End', async () => {
  const { person } = await openList()
  const stops = () => ['Corn', 'Apples', 'Beans'].filter((name) => row(name).tabIndex === 0)
  expect(stops()).toEqual(['Corn'])
  act(() => row('Corn').focus())
  await person.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(row('Apples'))
  await person.keyboard('{End}')
  expect(document.activeElement).toBe(row('Beans'))
  await person.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(row('Archived (1)'))
  await person.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(row('Archived (1)'))
  await person.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(row('Beans'))
  await person.keyboard('{ArrowUp}')
  expect(stops()).toEqual(['Apples'])
  await person.keyboard('{Home}')
  expect(document.activeElement).toBe(row('Corn'))
})

test('renames the row on F2, and asks before deleting on Delete', async () => {
  const { bridge, person } = await openList()
  act(() => row('Beans').focus())
  await person.keyboard('{F2}')
  await person.clear(screen.getByRole('textbox', { name: 'New title' }))
  await person.keyboard('Peas{Enter}')
  expect(bridge.inputsOf('conversation.rename')).toEqual([{ conversationId: 'b', title: 'Peas' }])
  expect(document.activeElement).toBe(row('Beans'))
  await person.keyboard('{Delete}')
  expect(await screen.findByRole('dialog', { name: 'Delete this conversation?' })).toBeTruthy()
  expect(bridge.inputsOf('conversation.delete')).toEqual([])
})

test('opens the menu of the row on right click', async () => {
  const { person } = await openList()
  await waitFor(() =>
    expect(list().getByRole('button', { name: 'Actions for Beans' }).getAttribute('aria-haspopup')).toBe(
      'menu'
    )
  )
  await person.pointer({ keys: '[MouseRight]', target: row('Beans') })
  expect(await screen.findByRole('menuitem', { name: 'Pin' })).toBeTruthy()
})

test('exports a conversation in the chosen format, and shows the path in a notice', async () => {
  const { bridge, person } = await openList()
  bridge.handle({ 'archive.export': () => ({ path: '/home/me/Apples.html' }) })
  await waitFor(() =>
    expect(list().getByRole('button', { name: 'Actions for Apples' }).getAttribute('aria-haspopup')).toBe(
      'menu'
    )
  )
  await person.pointer({ keys: '[MouseRight]', target: row('Apples') })
  await person.click(await screen.findByRole('menuitem', { name: 'Export…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Export' })
  await person.click(within(dialog).getByRole('button', { name: 'Web page' }))
  expect(bridge.inputsOf('archive.export')).toEqual([{ conversationIds: ['a'], format: 'html' }])
  expect(await screen.findByText('Saved as /home/me/Apples.html.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
