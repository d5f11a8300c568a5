/** The conversation list with its dialogs, without the other parts of the window. */
import '../ui/controls/menu'
import '../shell/list/virtual-blocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { VirtuosoMockContext } from 'react-virtuoso'
import type { ConversationSummary } from '../../app/contract/conversations'
import type { ConversationFolder } from '../../app/contract/conversation/conversation-folders'
import { subscribe } from '../bridge/subscribe'
import { ListDialogs } from '../shell/list-dialogs/list-dialogs'
import { useOpenDialog } from '../shell/list-dialogs/list-dialogs-view-store'
import { useFolds } from '../shell/list/fold-view-store'
import { useSelection } from '../shell/list-dialogs/selection-view-store'
import { Sidebar } from '../shell/sidebar'
import { useProjection } from '../state/projection'
import { installFakeBridge, type FakeHandlers } from './fake-bridge'
import { pressMenu } from './press-menu'
import { show } from './show'

export interface OpenListOptions {
  readonly conversations: readonly ConversationSummary[]
  readonly folders?: readonly ConversationFolder[]
  readonly currentId?: string
  readonly handlers?: FakeHandlers
}

/** Resets the state, so that tests don't affect each other. */
export function resetList(): void {
  useOpenDialog.setState(useOpenDialog.getInitialState(), true)
  useSelection.setState(useSelection.getInitialState(), true)
  localStorage.clear()
  useFolds.setState({ changed: [] }, true)
}

/** `opened`: the conversations that were opened in it, in order. */
export async function openList({ conversations, folders = [], currentId, handlers = {} }: OpenListOptions) {
  resetList()
  const bridge = installFakeBridge({
    snapshot: { conversations: [...conversations], folders: [...folders] },
    handlers
  })
  const opened: string[] = []
  const nothing = () => {}
  const view = show(
    // Two blocks of a long list fill it.
    <VirtuosoMockContext value={{ viewportHeight: 1_000, itemHeight: 500 }}>
      <Sidebar
        currentId={currentId ?? null}
        onOpen={(id) => void opened.push(id)}
        onNew={nothing}
        onOpenSettings={nothing}
        onHide={nothing}
        searchboxId="search"
      />
      <ListDialogs />
    </VirtuosoMockContext>
  )
  const { ready } = subscribe(nothing)
  await act(async () => ready)
  await waitFor(() => {
    if (!useProjection.getState().isReady) throw new Error('not yet')
  })
  return { bridge, opened, ...view }
}

export const list = () => within(screen.getByRole('navigation', { name: 'Conversations' }))

export const row = (name: string) => list().getByRole('button', { name })

/** What is shown under a heading, from top to bottom. */
export const rowsUnder = (heading: string) =>
  within(list().getByRole('region', { name: heading }))
    .queryAllByRole('listitem')
    .map((one) => one.textContent)

/** Opens the menu of a row or a folder, once its button has one. */
export async function openListMenu(person: UserEvent, title: string): Promise<void> {
  const button = () => list().getByRole('button', { name: `Actions for ${title}` })
  await waitFor(() => {
    if (button().getAttribute('aria-haspopup') !== 'menu') throw new Error('not yet')
  })
  await pressMenu(person, button)
}
