import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { soon } from '../../../app/testing/soon'
import type { CallOutput } from '../../../app/contract/bridge/calls'
import type { ConformanceRun } from '../../../app/contract/workbench/conformance'
import type { TestResult, TestRun } from '../../../app/contract/workbench/tests'
import { quote, say } from '../../../app/texts/localized'
import { subscribe } from '../../bridge/subscribe'
import { FakeFailure, installFakeBridge, type FakeBridge } from '../../testing/fake-bridge'
import { sampleServer } from '../../testing/sample-state'
import { showServerPage } from '../../testing/show-server-page'

let bridge: FakeBridge
let end = () => {}

afterEach(() => {
  cleanup()
  end()
})

const passed: TestResult = {
  test: 'adds',
  serverName: 'everything',
  serverVersion: '2.0.0',
  model: null,
  state: 'passed',
  failures: [],
  tookMs: 12,
  tokens: 6,
  received: ''
}
const failed: TestResult = {
  ...passed,
  state: 'failed',
  failures: [say('tests.differs', { expected: '6', text: '5' })],
  received: 'The sum is 5.'
}
const run = (id: string, results: TestResult[], endedAt: number | null = 2): TestRun => ({
  id,
  serverName: 'everything',
  startedAt: 1,
  endedAt,
  results
})

const saved: CallOutput<'test.read'> = {
  tests: [{ name: 'adds', kind: 'call', subject: 'get-sum', line: 2 }],
  problems: [],
  file: '/data/tests/everything.yaml',
  text: 'tests:\n  - { name: adds, call: get-sum }\n',
  newFile: 'tests: []\n',
  runs: [run('one', [failed]), run('zero', [passed])]
}

const plan = { suite: 'suite@1', road: 'process', address: 'node', hindrance: null } as const

async function show(read: CallOutput<'test.read'> = saved) {
  const servers = ['everything', 'everything-next'].map((name) => sampleServer({ name, state: 'connected' }))
  bridge = installFakeBridge({
    snapshot: { servers },
    handlers: { 'test.read': () => read, 'conformance.read': () => ({ plan, run: null }) }
  })
  const subscription = subscribe()
  end = () => subscription.end()
  showServerPage({ tab: 'tests' })
  await act(() => subscription.ready)
  return within(await screen.findByRole('region', { name: 'Tests of everything' }))
}

describe('the tests of a server', () => {
  it('are listed with how they ended last, and with earlier runs', async () => {
    const panel = await show()
    const row = within(await panel.findByRole('listitem', { name: 'adds' }))
    expect(row.getByText('failed')).toBeTruthy()
    expect(row.getByText('Expected the result “6”. It was “5”.')).toBeTruthy()
    expect(row.getByText('The sum is 5.')).toBeTruthy()
    expect(within(panel.getByRole('table', { name: 'Earlier runs' })).getAllByRole('row')).toHaveLength(3)
    expect(panel.getByText('Saved in /data/tests/everything.yaml')).toBeTruthy()
  })

  it('show the reason of a model that judged an answer', async () => {
    const verdict = { model: 'a/b', passes: true, reason: 'It names the city.' }
    const panel = await show({ ...saved, runs: [run('one', [{ ...passed, verdict }])] })
    const row = within(await panel.findByRole('listitem', { name: 'adds' }))
    expect(row.getByText('a/b judged that the answer meets the criteria: “It names the city.”')).toBeTruthy()
  })

  it('show several models side by side, and two earlier runs if the user selects them', async () => {
    const small = { ...passed, model: 'a/small', calls: ['find {}'] }
    const large: TestResult = { ...failed, model: 'a/large', calls: ['find {}', 'read {}'] }
    const runs = [
      run('two', [small, large]),
      run('one', [failed]),
      { ...run('zero', [passed]), startedAt: 0 }
    ]
    const panel = await show({ ...saved, runs })
    const table = within(await panel.findByRole('table', { name: 'Side by side' }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Test',
      'everything 2.0.0a/small',
      'everything 2.0.0a/large'
    ])
    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'passed1 call · 12 ms · 6 tokens',
      'failed2 calls · 12 ms · 6 tokens≠ Call 2: read {}. In the first result: no call.'
    ])
    const [, second, third] = panel.getAllByRole('button', { name: /^Compare the run of/ })
    if (second !== undefined) await userEvent.click(second)
    if (third !== undefined) await userEvent.click(third)
    const cells = within(panel.getByRole('table', { name: 'Compared runs' })).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      'passed12 ms · 6 tokens',
      'failed12 ms · 6 tokens≠ Failed, unlike the first result.'
    ])
  })

  it('run all or one, also on other servers, and show results while they come', async () => {
    const panel = await show()
    const settle: (() => void)[] = []
    bridge.handle({
      'test.run': () => new Promise<TestRun>((resolve) => settle.push(() => resolve(run('two', [passed]))))
    })
    await userEvent.click(await panel.findByText('Models and other servers'))
    await userEvent.click(panel.getByRole('switch', { name: /^everything-next/ }))
    await userEvent.click(panel.getByRole('button', { name: 'Run adds' }))
    expect(bridge.inputsOf('test.run')).toEqual([
      {
        serverName: 'everything',
        text: saved.text,
        names: ['adds'],
        serverNames: ['everything', 'everything-next'],
        models: []
      }
    ])
    const other = { ...passed, serverName: 'everything-next' }
    act(() => bridge.emit('test.run-changed', run('two', [passed, { ...other, state: 'running' }], null)))
    const row = within(panel.getByRole('listitem', { name: 'adds' }))
    expect(row.getByText('passed')).toBeTruthy()
    expect(row.getByText('running')).toBeTruthy()
    expect(panel.getByText('1 of 2 done')).toBeTruthy()
    await userEvent.click(panel.getByRole('button', { name: 'Stop tests' }))
    expect(bridge.inputsOf('test.stop')).toEqual([{ serverName: 'everything' }])
    act(() => bridge.emit('test.run-changed', run('two', [passed, other])))
    await act(async () => settle.forEach((done) => done()))
    expect(within(panel.getByRole('table', { name: 'Earlier runs' })).getAllByRole('row')).toHaveLength(4)
  })

  it('are edited as YAML, with each fault at its line, and never replace what another program wrote', async () => {
    const panel = await show()
    bridge.handle({
      'test.check': () => ({
        tests: [],
        problems: [{ line: 2, column: 5, message: say('tests.unknownKey', { key: 'cal' }) }]
      }),
      'test.save': () => {
        throw new FakeFailure('BRIDGE_INVALID_INPUT', quote('The file has changed.').text)
      }
    })
    await userEvent.click(await panel.findByRole('button', { name: 'Edit as YAML' }))
    const file = panel.getByRole('textbox', { name: 'Tests of everything as YAML' })
    await userEvent.type(file, '#')
    await vi.waitFor(
      () => expect(panel.getByText('Line 2, column 5: There is no key “cal” here.')).toBeTruthy(),
      soon
    )
    await userEvent.click(panel.getByRole('button', { name: 'Save' }))
    expect(bridge.inputsOf('test.save')).toEqual([
      { serverName: 'everything', text: `${saved.text}#`, before: saved.text }
    ])
    expect((file as HTMLTextAreaElement).value).toBe(`${saved.text}#`)
  })

  it('say what to do if there are none', async () => {
    const panel = await show({ ...saved, tests: [], text: null, runs: [] })
    expect(await panel.findByText(/^There are no tests yet\./)).toBeTruthy()
    expect(panel.getByRole('button', { name: 'Run all' }).hasAttribute('disabled')).toBe(true)
  })

  it('run the conformance suite after one question, and show what failed while it runs', async () => {
    const panel = await show()
    const ran: ConformanceRun = {
      ...{ serverName: 'everything', suite: 'suite@1', revision: '2025-11-25', startedAt: 1, endedAt: null },
      ...{ current: 'ping', failure: null },
      scenarios: [
        {
          scenario: 'tools-call-image',
          state: 'failed',
          isBridge: false,
          checks: [
            { id: 'a', description: 'Has an image', state: 'failed', message: 'No image', sections: [] }
          ]
        },
        { scenario: 'dns-rebinding-protection', state: 'failed', isBridge: true, checks: [] }
      ]
    }
    bridge.handle({ 'conformance.run': () => new Promise(() => {}), 'conformance.stop': () => null })
    await userEvent.click(await panel.findByRole('button', { name: 'Run conformance' }))
    const question = await screen.findByRole('dialog', { name: 'Run the conformance suite on everything?' })
    expect(question.textContent).toContain('npx downloads suite@1 from npm and runs it outside the sandbox.')
    expect(bridge.inputsOf('conformance.run')).toEqual([])
    // The entry changes meanwhile. The answer belongs to what the question names.
    bridge.handle({
      'conformance.read': () => ({
        plan: { ...plan, road: 'direct', address: 'https://x.example' },
        run: null
      })
    })
    act(() =>
      bridge.emit(
        'server.changed',
        sampleServer({ name: 'everything', state: 'connected', address: 'https://x.example' })
      )
    )
    await vi.waitFor(() => expect(bridge.inputsOf('conformance.read')).toHaveLength(2), soon)
    const confirm = within(question).getByRole('button', { name: 'Run suite' })
    await vi.waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull(), soon)
    await userEvent.click(confirm)
    expect(bridge.inputsOf('conformance.run')).toEqual([
      { serverName: 'everything', scenario: null, road: 'process', address: 'node' }
    ])

    act(() => bridge.emit('conformance.changed', ran))
    const section = within(panel.getByRole('region', { name: 'Conformance' }))
    expect(section.getByRole('status').textContent).toBe('2 scenarios done, running ping')
    expect(section.getByText('0 passed, 1 failed, 0 skipped')).toBeTruthy()
    expect(section.getByRole('row', { name: /tools-call-image/ }).textContent).toContain('No image')
    await userEvent.click(section.getByRole('button', { name: 'Stop conformance' }))
    expect(bridge.inputsOf('conformance.stop')).toEqual([{ serverName: 'everything' }])
  })
})
