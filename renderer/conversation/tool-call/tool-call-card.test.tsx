import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toolCallStates } from '../../../app/contract/tool-calls'
import { sampleToolCall, samplePng } from '../../testing/sample-messages'
import { show } from '../../testing/show'
import { ToolCallCard } from './tool-call-card'

const ignore = () => {}

test.each(toolCallStates)('TOOL-07: the state %s is in the text of the group', (state) => {
  show(
    <ToolCallCard
      part={sampleToolCall({ state, serverName: 'files', toolName: 'write_file' })}
      onCancel={ignore}
      onKeepWaiting={ignore}
    />
  )
  const group = screen.getByRole('group', { name: 'Tool call files write_file' })
  expect(within(group).getByText(state.replaceAll('-', ' '))).toBeTruthy()
})

test('PROG-04 PROG-05: a running call shows its progress and can be cancelled', async () => {
  const onCancel = vi.fn()
  const part = sampleToolCall({
    state: 'running',
    content: [],
    progress: { progress: 3, total: 8, message: 'Reading b.txt' }
  })
  const { person } = show(<ToolCallCard part={part} onCancel={onCancel} onKeepWaiting={ignore} />)
  const bar = screen.getByRole('progressbar')
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['3', '8'])
  expect(screen.getByText(/3 of 8 · Reading b.txt/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Cancel call' }))
  expect(onCancel).toHaveBeenCalledWith('call-1')
})

test('PROG-04: progress without a known end is a count', () => {
  const part = sampleToolCall({ state: 'running', progress: { progress: 12, total: null, message: null } })
  show(<ToolCallCard part={part} onCancel={ignore} onKeepWaiting={ignore} />)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBeNull()
  expect(screen.getByText('12 so far')).toBeTruthy()
})

test('TOOL-17 TOOL-18 TOOL-21: pictures are drawn, SVG, sound and unknown kinds are blocks whose data can be seen', async () => {
  const part = sampleToolCall({
    content: [
      { type: 'image', mimeType: 'image/png', data: samplePng },
      { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zz4=' },
      { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' },
      { type: 'unknown', raw: { type: 'hologram', depth: 3 } }
    ]
  })
  const { container, person } = show(<ToolCallCard part={part} onCancel={ignore} onKeepWaiting={ignore} />)
  expect(screen.getByRole('img', { name: 'Image from everything' }).getAttribute('src')).toBe(
    `data:image/png;base64,${samplePng}`
  )
  expect(container.querySelectorAll('img')).toHaveLength(1)
  expect(screen.getByText('Image, image/svg+xml')).toBeTruthy()
  expect(screen.getByText('Audio, audio/wav')).toBeTruthy()
  await person.click(screen.getAllByRole('button', { name: 'Show data' })[2]!)
  expect(screen.getByRole('group', { name: 'Content of an unknown kind' }).textContent).toContain(
    '"hologram"'
  )
})

test('TOOL-25: an error that the tool reports is told apart from a failed call', () => {
  show(
    <ToolCallCard
      part={sampleToolCall({ isError: true, content: [{ type: 'text', text: 'No such file.' }] })}
      onCancel={ignore}
      onKeepWaiting={ignore}
    />
  )
  expect(screen.getByText('The tool reported an error')).toBeTruthy()
  expect(screen.getByText('done, tool error')).toBeTruthy()
  expect(screen.getByText('No such file.')).toBeTruthy()
})

test('a failed call says why', () => {
  const failure = { code: 'TOOL_TIMEOUT', message: 'The call ran into its time limit.' }
  show(
    <ToolCallCard
      part={sampleToolCall({ state: 'failed', content: [], failure })}
      onCancel={ignore}
      onKeepWaiting={ignore}
    />
  )
  expect(screen.getByText('The call ran into its time limit.')).toBeTruthy()
})

test('a long text is cut until all of it is wanted', async () => {
  const text = `${'x'.repeat(30_000)}the end`
  const { container, person } = show(
    <ToolCallCard
      part={sampleToolCall({ content: [{ type: 'text', text }] })}
      onCancel={ignore}
      onKeepWaiting={ignore}
    />
  )
  expect(container.textContent).not.toContain('the end')
  await person.click(screen.getByRole('button', { name: /^Show all/ }))
  expect(container.textContent).toContain('the end')
})

test('HTML in a result and in arguments stays text, hidden characters are marked', () => {
  const part = sampleToolCall({
    arguments: { message: '<b>x</b>\u202E' },
    content: [{ type: 'text', text: '<img src=x onerror=alert(1)>\u200B' }]
  })
  const { container } = show(<ToolCallCard part={part} onCancel={ignore} onKeepWaiting={ignore} />)
  expect(container.querySelector('img, b')).toBeNull()
  expect(screen.getByTitle('Hidden character U+202E')).toBeTruthy()
  expect(screen.getByTitle('Hidden character U+200B')).toBeTruthy()
})

test('arguments that the person changed are marked', () => {
  show(
    <ToolCallCard
      part={sampleToolCall({ isEditedByPerson: true })}
      onCancel={ignore}
      onKeepWaiting={ignore}
    />
  )
  expect(screen.getByText('edited by you')).toBeTruthy()
})

test('SAMP-06: a model that is asked for the server is named in the card of its call, and can be stopped', async () => {
  const onStopModel = vi.fn()
  const askedModels = [{ requestId: 'connection/1', model: 'anthropic/claude-haiku-4-5' }]
  const part = sampleToolCall({ state: 'running', content: [], serverName: 'travel', askedModels })
  const { person, rerender } = show(
    <ToolCallCard part={part} onCancel={ignore} onKeepWaiting={ignore} onStopModel={onStopModel} />
  )
  expect(screen.getByRole('status').textContent).toBe('Asking anthropic/claude-haiku-4-5 for travel')
  await person.click(screen.getByRole('button', { name: 'Stop model' }))
  expect(onStopModel).toHaveBeenCalledExactlyOnceWith('connection/1')
  rerender(<ToolCallCard part={{ ...part, state: 'cancelled' }} onCancel={ignore} onKeepWaiting={ignore} />)
  expect(screen.queryByRole('button', { name: 'Stop model' })).toBeNull()
})

test('a search for tools says that it is of Parley, what was asked for and what was found', () => {
  const part = sampleToolCall({
    serverName: null,
    modelToolName: 'search_tools',
    toolName: 'search_tools',
    arguments: { query: 'weather' },
    content: [],
    structuredContent: null,
    foundTools: [{ serverName: 'weather', toolName: 'fore\u200Bcast' }]
  })
  const { rerender } = show(<ToolCallCard part={part} onCancel={ignore} onKeepWaiting={ignore} />)
  const card = within(screen.getByRole('group', { name: 'Tool call Parley search_tools' }))
  expect(card.getByText('1 tool found')).toBeTruthy()
  expect(card.getByRole('listitem').textContent).toMatch(/^“fore\[U\+200B\]cast” weather$/)
  expect(card.queryByRole('button', { name: 'Show log' })).toBeNull()
  rerender(<ToolCallCard part={{ ...part, foundTools: [] }} onCancel={ignore} onKeepWaiting={ignore} />)
  expect(screen.getByText('No tool was found.')).toBeTruthy()
})

test('a call of a tool that nobody knows is no search, whatever it is called', () => {
  const part = sampleToolCall({
    serverName: 'evil',
    modelToolName: 'evil__search_tools',
    toolName: 'search_tools'
  })
  show(<ToolCallCard part={part} onCancel={ignore} onKeepWaiting={ignore} />)
  expect(screen.getByRole('group', { name: 'Tool call evil search_tools' })).toBeTruthy()
})
