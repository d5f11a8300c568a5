import { act, screen, waitFor, within } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { subscribe } from '../../bridge/subscribe'
import { FakeFailure, installFakeBridge } from '../../testing/fake-bridge'
import type { FakeHandlers } from '../../testing/fake-bridge'
import { sampleListings, samplePrompt, sampleResource, sampleTemplate } from '../../testing/sample-offers'
import { show } from '../../testing/show'
import { AttachDialog } from './attach-dialog'
import { quote } from '../../../app/texts/localized'

async function open(handlers: FakeHandlers = {}) {
  const bridge = installFakeBridge({ handlers })
  const onAttach = vi.fn()
  const onPrompt = vi.fn()
  const { ready } = subscribe()
  const view = show(
    <AttachDialog
      open
      isDirect={false}
      offServers={[]}
      onCancel={() => {}}
      onAttach={onAttach}
      onPrompt={onPrompt}
      onOpenServers={() => {}}
      finalFocus={createRef()}
    />
  )
  await act(async () => ready)
  await act(async () => {})
  return {
    bridge,
    onAttach,
    onPrompt,
    dialog: within(screen.getByRole('dialog', { name: 'Attach resources' })),
    ...view
  }
}

const active = () =>
  document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent

test('RES-07 RES-19 RES-22 META-05: gives each server its listbox, shows readable facts, and keeps a problem with its server', async () => {
  const { dialog } = await open()
  expect(dialog.getAllByRole('listbox').map((list) => list.getAttribute('aria-label'))).toEqual([
    'notes',
    'files'
  ])
  expect(dialog.getByRole('option', { name: /Change log/ }).textContent).toContain(
    'text/markdown · 18 kB · for you and the model · priority 0.8 · changed Nov 20, 2026'
  )
  expect(dialog.getByRole('note').closest('section')?.textContent).toMatch(/^weather.*stopped answering/)
  for (const name of ['Attach', 'Cancel']) expect(dialog.getByRole('button', { name })).toBeTruthy()
})

test('RES-21: sorts what a server calls important first and what it calls optional last', async () => {
  const { dialog } = await open()
  const files = within(dialog.getByRole('listbox', { name: 'files' }))
  const names = files.getAllByRole('option').map((option) => option.textContent)
  expect(names).toEqual([
    expect.stringContaining('Change log'),
    expect.stringContaining('package.json'),
    expect.stringContaining('contract.pdf'),
    expect.stringContaining('logo.png'),
    expect.stringContaining('Readme of a repository')
  ])
})

test('RES-08: filters by name, description, type and address across all servers', async () => {
  const { dialog, person } = await open()
  await person.type(dialog.getByRole('searchbox', { name: 'Filter resources' }), 'signed PDF')
  expect(dialog.getAllByRole('option').map((option) => option.textContent)).toEqual([
    expect.stringContaining('contract.pdf')
  ])
  await person.type(dialog.getByRole('searchbox'), ' zzz')
  expect(dialog.getByText(/No matches/)).toBeTruthy()
})

test('RES-10 RES-11: moves across servers with arrow keys, selects with Space, reads with Enter, and reads nothing before', async () => {
  const { bridge, dialog, onAttach, person } = await open()
  await person.click(dialog.getByRole('searchbox'))
  await person.keyboard('{ArrowDown}{ArrowDown} {ArrowDown}')
  expect(active()).toContain('Change log')
  await person.keyboard('{End}{Home}')
  expect(active()).toContain('First Note')
  expect(bridge.inputsOf('resource.read')).toEqual([])
  await person.keyboard('{Enter}')
  expect(await dialog.findByText(/Call Grace/)).toBeTruthy()
  expect(bridge.inputsOf('resource.read')).toEqual([{ serverName: 'notes', uri: 'note:///1' }])
  const chosen = dialog.getAllByRole('option', { selected: true })
  expect(chosen.map((option) => option.textContent)).toEqual([expect.stringContaining('Second Note')])
  await person.click(dialog.getByRole('button', { name: 'Attach' }))
  await waitFor(() =>
    expect(onAttach).toHaveBeenCalledWith([
      expect.objectContaining({ serverName: 'notes', uri: 'note:///2', name: 'Second Note' })
    ])
  )
})

test("RES-18: shows a field per variable, completes it with the earlier ones, and shows the template's address", async () => {
  const { bridge, dialog, onAttach, person } = await open({
    'completion.complete': ({ value, context }) => ({
      values: value === '' ? [] : [`${value}-${context['owner'] ?? 'nobody'}`],
      total: 40,
      hasMore: true
    })
  })
  await person.click(dialog.getByRole('option', { name: /Readme of a repository/ }))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Attach' }).disabled).toBe(true)
  expect(dialog.getByText(/Fill in the fields of readme/)).toBeTruthy()
  await person.type(dialog.getByRole('textbox', { name: 'owner' }), 'ada')
  await person.type(dialog.getByRole('textbox', { name: 'name' }), 'par')
  const list = await dialog.findByRole('listbox', { name: 'Values for name' })
  expect(dialog.getByText(/1 of 40/)).toBeTruthy()
  await person.click(within(list).getByRole('option', { name: 'par-ada' }))
  expect(await dialog.findByText('repo://ada/par-ada/readme')).toBeTruthy()
  expect(bridge.inputsOf('completion.complete').at(-1)).toEqual({
    serverName: 'files',
    reference: { type: 'resource', uriTemplate: 'repo://{owner}/{name}/readme' },
    argumentName: 'name',
    value: 'par',
    context: { owner: 'ada' }
  })
  expect(bridge.inputsOf('resource.read')).toEqual([])
  await person.click(dialog.getByRole('button', { name: 'Attach' }))
  await waitFor(() =>
    expect(onAttach).toHaveBeenCalledWith([
      expect.objectContaining({ serverName: 'files', uri: 'repo://ada/par-ada/readme' })
    ])
  )
})

test("shows why a template can't be read, without fields", async () => {
  const template = sampleTemplate({
    uriTemplate: 'x://{',
    variables: [],
    problem: quote('A brace is not closed.')
  })
  const { dialog, person } = await open({
    'resource.list': () => [{ serverName: 'files', resources: [], templates: [template], problem: null }]
  })
  await person.click(dialog.getByRole('option'))
  expect(dialog.getByText('A brace is not closed.')).toBeTruthy()
  expect(dialog.queryByRole('textbox')).toBeNull()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Attach' }).disabled).toBe(true)
})

test('RES-16: updates the open list when servers change, and keeps the selection', async () => {
  const { bridge, dialog, person } = await open()
  await person.click(dialog.getByRole('option', { name: /First Note/ }))
  const more = sampleResource({ uri: 'note:///3', name: 'Third Note' })
  bridge.handle({
    'resource.list': () => [{ ...sampleListings[0]!, resources: [...sampleListings[0]!.resources, more] }]
  })
  act(() => bridge.emit('resources.changed', { serverName: 'notes' }))
  expect(await dialog.findByRole('option', { name: /Third Note/ })).toBeTruthy()
  expect(dialog.getAllByRole('option', { selected: true })).toHaveLength(1)
})

test('says what to do without resources, and can retry a failed list or read', async () => {
  const { bridge, dialog, person } = await open({
    'resource.list': () => {
      throw new FakeFailure('INTERNAL', 'The servers do not answer.')
    },
    'prompt.list': () => []
  })
  expect(await dialog.findByText('The servers do not answer.')).toBeTruthy()
  bridge.handle({ 'resource.list': () => [] })
  await person.click(dialog.getByRole('button', { name: 'Retry' }))
  expect(await dialog.findByText('No connected server offers resources')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Show servers' })).toBeTruthy()
})

test('keeps names and descriptions from servers as text, marks hidden characters, and merges repeats', async () => {
  const hostile = sampleResource({
    name: '<img src=x onerror=alert(1)>\u202Egnp.exe',
    description: '<script>alert(1)</script>\u200B',
    annotations: { audience: [], priority: null, lastModified: 'not a date <b>' }
  })
  const { dialog } = await open({
    'resource.list': () => [
      { serverName: 'notes', resources: [hostile, hostile], templates: [], problem: quote('<b>x</b>') }
    ]
  })
  expect(document.querySelector('[role="dialog"] :is(img, script, b)')).toBeNull()
  expect(dialog.getAllByRole('option')).toHaveLength(1)
  expect(dialog.getByTitle('Hidden character U+202E')).toBeTruthy()
  expect(dialog.getByTitle('Hidden character U+200B')).toBeTruthy()
})

test('UI-05 PROM-04: lists prompts of all servers below the resources, with the same filter', async () => {
  const { dialog, onPrompt, person } = await open({
    'prompt.list': () => [
      samplePrompt({ serverName: 'notes', name: 'summarize' }),
      samplePrompt({ serverName: 'travel', name: 'plan' })
    ]
  })
  const prompts = within(await dialog.findByRole('group', { name: 'Prompts' }))
  expect(prompts.getAllByRole('button').map((button) => button.textContent)).toEqual([
    '/summarizenotes',
    '/plantravel'
  ])
  await person.type(dialog.getByRole('searchbox', { name: 'Filter resources' }), 'travel')
  await person.click(prompts.getByRole('button'))
  expect(onPrompt).toHaveBeenCalledWith(expect.objectContaining({ serverName: 'travel', name: 'plan' }))
})
