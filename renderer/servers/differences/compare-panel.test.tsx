import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Comparison } from '../../../app/contract/workbench/differences'
import { say } from '../../../app/texts/localized'
import { FakeFailure, installFakeBridge } from '../../testing/fake-bridge'
import { sampleServer } from '../../testing/sample-state'
import { show } from '../../testing/show'
import { ComparePanel } from './compare-panel'

const capture = (captureId: string, version: string) => ({
  captureId,
  at: 1_000,
  version,
  tools: 3,
  tokens: 120
})
const found: Comparison = {
  definitions: {
    before: { tools: 3, tokens: 120 },
    after: { tools: 3, tokens: 150 },
    unchanged: 5,
    unknown: ['prompt'],
    changes: [
      {
        kind: 'tool',
        name: 'add',
        previousName: null,
        change: 'changed',
        isForModel: true,
        tokens: { before: 20, after: 50 },
        fields: [
          { name: 'description', isForModel: true, before: 'Adds two', after: 'Adds many', notes: [] },
          {
            name: 'inputSchema',
            isForModel: true,
            before: { type: 'object' },
            after: { type: 'object', required: ['a'] },
            notes: [say('differences.madeRequired', { at: 'a' })]
          }
        ]
      },
      {
        kind: 'resource',
        name: 'notes:1',
        previousName: null,
        change: 'added',
        isForModel: false,
        tokens: null,
        fields: [{ name: 'title', isForModel: false, before: null, after: 'One', notes: [] }]
      }
    ]
  },
  steps: [
    {
      turn: null,
      kind: 'request',
      name: 'tools/call add',
      before: '{\n  "x": 1\n}',
      after: '{\n  "x": 2\n}',
      isSame: false
    },
    { turn: null, kind: 'request', name: 'tools/call echo', before: null, after: null, isSame: true }
  ],
  leftOut: 0
}

function open(comparison: Comparison = found) {
  const bridge = installFakeBridge({
    handlers: {
      'difference.list-sides': () => ({ captures: [capture('new', '2'), capture('old', '1')], files: [] }),
      'difference.read': () => comparison,
      'difference.choose-file': () => ({ fileId: 'f', name: 'talk.parleyrec', recordedAt: '', of: 'server' }),
      'difference.keep': () => capture('new', '2')
    }
  })
  show(<ComparePanel server={sampleServer({ name: 'sums' })} onClose={() => {}} />)
  return { bridge, person: userEvent.setup() }
}

it('compares what the server offered before its last change with now, models first', async () => {
  const { bridge } = open()
  const models = await screen.findByRole('region', { name: 'A model notices' })
  expect(bridge.inputsOf('difference.read')).toEqual([
    {
      before: { type: 'capture', serverName: 'sums', captureId: 'old' },
      after: { type: 'server', serverName: 'sums' }
    }
  ])
  expect(models.textContent).toContain('20 → 50 tokens')
  expect(within(models).getByText('a is now required.')).toBeTruthy()
  const lines = within(models).getByRole('list', { name: 'Lines of description' })
  expect(within(lines).getByText('two').closest('del')?.textContent).toBe('Adds two')
  expect(within(lines).getByText('many').closest('ins')?.textContent).toBe('Adds many')
  const people = screen.getByRole('region', { name: 'Only people notice' })
  expect(people.compareDocumentPosition(models)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  expect(screen.getByText(/^Not compared.*: prompts$/)).toBeTruthy()
})

it('lists the steps that differ, and folds those that are the same', async () => {
  open()
  const steps = await screen.findByRole('region', { name: 'Steps' })
  expect(steps.textContent).toContain('1 of 2 steps differs.')
  expect(within(steps).getByRole('list', { name: 'Lines of tools/call add' }).textContent).toContain('"x": 2')
  expect(within(steps).getByText('1 step is the same').closest('details')?.open).toBe(false)
})

it('swaps the sides, and compares with a recording', async () => {
  const { bridge, person } = open()
  await screen.findByRole('region', { name: 'Steps' })
  await person.click(screen.getByRole('button', { name: 'Swap sides' }))
  await waitFor(() =>
    expect(bridge.inputsOf('difference.read').at(-1)?.after).toMatchObject({ captureId: 'old' })
  )
  await person.click(screen.getByRole('button', { name: 'Open a recording or card…' }))
  await waitFor(() =>
    expect(bridge.inputsOf('difference.read').at(-1)?.before).toEqual({ type: 'file', fileId: 'f' })
  )
})

it('compares with the entry of a registry, whose name is sent only when you say so', async () => {
  const { bridge, person } = open()
  bridge.handle({
    'difference.read-entry': ({ name }) => ({
      fileId: 'e',
      name: `${name} 2.0.0`,
      recordedAt: '',
      of: 'publication'
    })
  })
  await person.click(await screen.findByRole('button', { name: 'From the registry…' }))
  const field = screen.getByRole('textbox', { name: 'Name in the registry' })
  expect(document.activeElement).toBe(field)
  await person.keyboard('io.github.someone/sums')
  expect(bridge.inputsOf('difference.read-entry')).toEqual([])
  await person.keyboard('{Enter}')
  await waitFor(() =>
    expect(bridge.inputsOf('difference.read').at(-1)?.before).toEqual({ type: 'file', fileId: 'e' })
  )
  expect(bridge.inputsOf('difference.read-entry')).toEqual([{ name: 'io.github.someone/sums' }])
})

it('says that nothing differs, or why nothing can be compared', async () => {
  const { bridge, person } = open({
    definitions: {
      before: { tools: 1, tokens: 2 },
      after: { tools: 1, tokens: 2 },
      changes: [],
      unchanged: 2,
      unknown: []
    },
    steps: null,
    leftOut: 0
  })
  expect(await screen.findByText(/The definitions are the same\.$/)).toBeTruthy()
  bridge.handle({
    'difference.read': () => {
      throw new FakeFailure('SERVER_NOT_CONNECTED', 'Start it first.')
    }
  })
  await person.click(screen.getByRole('button', { name: 'Swap sides' }))
  expect(await screen.findByText('Start it first.')).toBeTruthy()
})

it('fetches the card of a server with an address, after it said where from', async () => {
  const bridge = installFakeBridge({
    handlers: {
      'difference.list-sides': () => ({ captures: [], files: [] }),
      'difference.read': () => found,
      'difference.read-card': () => ({ fileId: 'c', name: 'x', recordedAt: '', of: 'publication' })
    }
  })
  const server = sampleServer({ name: 'sums', transport: 'http', address: 'https://sums.example/mcp' })
  show(<ComparePanel server={server} onClose={() => {}} />)
  const person = userEvent.setup()
  await person.click(await screen.findByRole('button', { name: 'From its address…' }))
  expect(screen.getByText(/^Parley asks sums\.example for/)).toBeTruthy()
  expect(bridge.inputsOf('difference.read-card')).toEqual([])
  await person.click(screen.getByRole('button', { name: 'Fetch card' }))
  await waitFor(() =>
    expect(bridge.inputsOf('difference.read').at(-1)?.before).toEqual({ type: 'file', fileId: 'c' })
  )
  expect(bridge.inputsOf('difference.read-card')).toEqual([{ serverName: 'sums' }])
})

it('offers no card of a program', async () => {
  open()
  await screen.findByRole('region', { name: 'Steps' })
  expect(screen.queryByRole('button', { name: 'From its address…' })).toBeNull()
})
