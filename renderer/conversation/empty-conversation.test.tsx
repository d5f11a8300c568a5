import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { EmptyConversation } from './empty-conversation'

const show = (isDirect: boolean, startingNames: readonly string[]) =>
  render(
    <EmptyConversation
      {...{ serverCount: 1, connectedCount: 0, isDirect, startingNames, tools: [] }}
      onOpenServers={() => {}}
      onPrompt={() => {}}
      onTool={() => {}}
    />
  )

it('names the servers that are starting, and reports none only after they started', () => {
  const { unmount } = show(true, ['everything'])
  expect(screen.getByText('Starting everything…')).toBeTruthy()
  unmount()
  show(true, [])
  expect(screen.getByText('No server is connected')).toBeTruthy()
})

it('does not report missing tools while they are loading', () => {
  show(false, ['everything', 'time'])
  expect(screen.getByText('Starting everything, time…')).toBeTruthy()
})
