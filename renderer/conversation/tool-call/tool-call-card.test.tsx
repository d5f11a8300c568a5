import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toolCallStates } from '../../../app/contract/tool-calls'
import { sampleToolCall, samplePng } from '../../testing/sample-messages'
import { show } from '../../testing/show'
import { ToolCallCard } from './tool-call-card'

const ignore = () => {}

test.each(toolCallStates)('TOOL-07: shows the state %s in the text of the group', (state) => {
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

test("PROG-04 PROG-05: shows a running call's progress and can cancel it", async () => {
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

test('PROG-04: shows progress without a known end as a count', () => {
  const part = sampleToolCall({ state: 'running', progress: { progress: 12, total: null, message: null } })
  show(<ToolCallCard part={part} onCancel={ignore} onKeepWaiting={ignore} />)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBeNull()
  expect(screen.getByText('12 so far')).toBeTruthy()
})

test('TOOL-17 TOOL-18 TOOL-21: draws pictures, and shows SVG, sound and unknown kinds as blocks whose data can be viewed', async () => {
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

test('TOOL-25: distinguishes an error that the tool reports from a failed call', () => {
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

test('says why a call failed', () => {
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

test('cuts a long text until all of it is requested', async () => {
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

test('keeps HTML in results and arguments as text, and marks hidden characters', () => {
  const part = sampleToolCall({
    arguments: { message: '<b>x</b>\u202E' },
    content: [{ type: 'text', text: '<img src=x onerror=alert(1)>\u200B' }]
  })
  const { container } = show(<ToolCallCard part={part} onCancel={ignore} onKeepWaiting={ignore} />)
  expect(container.querySelector('img, b')).toBeNull()
  expect(screen.getByTitle('Hidden character U+202E')).toBeTruthy()
  expect(screen.getByTitle('Hidden character U+200B')).toBeTruthy()
})

test('marks arguments that the user changed', () => {
  show(
    <ToolCallCard
      part={sampleToolCall({ isEditedByPerson: true })}
      onCancel={ignore}
      onKeepWaiting={ignore}
    />
  )
  expect(screen.getByText('edited by you')).toBeTruthy()
})

test("SAMP-06: names the model that the server asks in the call's card, and can stop it", async () => {
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

test("shows a search for tools as Parley's, with its query and what it found", () => {
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

test('never treats a call of an unknown tool as a search, regardless of its name', () => {
  const part = sampleToolCall({
    serverName: 'evil',
    modelToolName: 'evil__search_tools',
    toolName: 'search_tools'
  })
  show(<ToolCallCard part={part} onCancel={ignore} onKeepWaiting={ignore} />)
  expect(screen.getByRole('group', { name: 'Tool call evil search_tools' })).toBeTruthy()
})
