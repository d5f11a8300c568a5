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

it('names the servers that are starting, and takes them for none only once they are', () => {
  const { unmount } = show(true, ['everything'])
  expect(screen.getByText('Starting everything…')).toBeTruthy()
  unmount()
  show(true, [])
  expect(screen.getByText('No server is connected')).toBeTruthy()
})

it('does not say that a model answers without tools while they are on their way', () => {
  show(false, ['everything', 'time'])
  expect(screen.getByText('Starting everything, time…')).toBeTruthy()
})
