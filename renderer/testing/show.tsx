/** Puts a component on the page of a test with the providers of every screen; removes it after the test. */
import { cleanup, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { VirtuosoMockContext } from 'react-virtuoso'
import { afterEach } from 'vitest'
import { HostActionsProvider } from '../ui/base/host-actions'
import type { HostActions } from '../ui/base/host-actions'

afterEach(cleanup)

export type ShowOptions = Partial<HostActions>

const noActions: HostActions = {
  copyText: async () => {},
  copyImage: async () => {},
  judgeLink: async () => [],
  openLink: async () => {},
  saveFile: async () => {},
  drawDiagram: async () => ({ type: 'drawn', svg: '<svg/>' }),
  showPreview: () => {}
}

/** The rendered component and a simulated user. The page has no layout: every row is 100 px high. */
export function show(element: ReactElement, options: ShowOptions = {}) {
  const actions = { ...noActions, ...options }
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <HostActionsProvider value={actions}>
      <VirtuosoMockContext value={{ viewportHeight: 4_000, itemHeight: 100 }}>{children}</VirtuosoMockContext>
    </HostActionsProvider>
  )
  return { person: userEvent.setup(), ...render(element, { wrapper }) }
}
