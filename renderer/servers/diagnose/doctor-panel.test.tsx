/**
 * The check of a server on screen: what each button does, what is shown before it is saved, and what can be tried
 * manually.
 */
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CallInput, CallName } from '../../../app/contract/bridge/calls'
import type { Diagnosis, FaultFix } from '../../../app/contract/servers/diagnosis'
import { say } from '../../../app/texts/localized'
import { subscribe } from '../../bridge/subscribe'
import { installFakeBridge, type FakeBridge } from '../../testing/fake-bridge'
import { sampleServer } from '../../testing/sample-state'
import { show } from '../../testing/show'
import { ServersDialog } from '../servers-dialog'
import { soon } from '../../../app/testing/soon'

let bridge: FakeBridge
let end = () => {}
const saveFile = vi.fn(async (_name: string, _base64: string) => {})
afterEach(() => end())

function diagnosisWith(fixes: readonly FaultFix[]): Diagnosis {
  return {
    steps: [
      { step: 'entry', state: 'passed' },
      { step: 'start', state: 'failed' },
      { step: 'tools', state: 'skipped' }
    ],
    fault: {
      step: 'start',
      why: say('doctor.notProtocol'),
      advice: say('doctor.mendStart'),
      saw: 'line\u202E one',
      fixes: [...fixes]
    },
    report: '# gone does not work with Parley\n\nscript\u202E'
  }
}

/** The check of the server `gone`, which fails with these fixes. */
async function examine(fixes: readonly FaultFix[], diagnosis: Diagnosis = diagnosisWith(fixes)) {
  bridge = installFakeBridge({
    snapshot: { servers: [sampleServer({ name: 'gone', state: 'failed' })] },
    handlers: {
      'server.diagnose': () => diagnosis,
      'server.read entry': () => ({
        json: '{"command":"run me","args":["./a.js"],"env":{"KEY":"secret value"}}',
        form: null
      })
    }
  })
  const subscription = subscribe()
  end = () => subscription.end()
  show(<ServersDialog open onClose={() => {}} />, { saveFile })
  await act(() => subscription.ready)
  await userEvent.click(item().getByRole('button', { name: 'Troubleshoot' }))
  return within(await item().findByRole('region', { name: 'Troubleshooting gone' }))
}

const item = () => within(screen.getByRole('listitem', { name: 'gone' }))
const serverName = 'gone'

describe('a fix that is a button', () => {
  it.each<[FaultFix, string, [CallName, CallInput<CallName>][]]>([
    [{ type: 'retry' }, 'Start now', [['server.control', { serverName, act: 'restart' }]]],
    [{ type: 'trust' }, 'Review and decide', [['server.control', { serverName, act: 'restart' }]]],
    [{ type: 'sign-in' }, 'Sign in', [['account.act', { serverName, act: 'sign-in' }]]],
    [
      { type: 'open-walls' },
      'Run without a sandbox',
      [
        ['sandbox.set', { serverName, isSandboxed: false }],
        ['server.control', { serverName, act: 'restart' }]
      ]
    ],
    [
      { type: 'raise-limit', limit: 'installTimeoutMs', toMs: 2_400_000 },
      'Allow 40 min',
      [
        ['server.set-options', { serverName, installTimeoutMs: 2_400_000 }],
        ['server.control', { serverName, act: 'restart' }]
      ]
    ]
  ])('does what %j says', async (fix, name, made) => {
    const fault = await examine([fix])
    const before = bridge.calls.length
    await userEvent.click(fault.getByRole('button', { name }))
    await vi.waitFor(() => expect(bridge.calls.slice(before)).toHaveLength(made.length), soon)
    expect(bridge.calls.slice(before)).toEqual(made.map(([call, input]) => ({ name: call, input })))
  })

  it.each<[FaultFix, string, string]>([
    [{ type: 'edit-entry' }, 'Edit entry', 'Entry for gone'],
    [{ type: 'open-log' }, 'Open log', 'Log of gone']
  ])('opens, for %j, the place it names', async (fix, name, region) => {
    const fault = await examine([fix])
    await userEvent.click(fault.getByRole('button', { name }))
    expect(await item().findByRole('region', { name: region })).toBeTruthy()
  })

  it('puts the most likely fix first and emphasizes it', async () => {
    const fault = await examine([{ type: 'retry' }, { type: 'edit-entry' }, { type: 'open-log' }])
    const names = fault.getAllByRole('button').map(({ textContent }) => textContent)
    expect(names).toEqual(['Start now', 'Edit entry', 'Open log', 'Check again', 'Create report'])
  })
})

it('names the step, the problem, the fix and the output, with hidden characters marked', async () => {
  const fault = await examine([{ type: 'retry' }])
  expect(fault.getByRole('status').textContent).toMatch(/^Start: Its standard output/)
  const saw = fault.getByRole('group', { name: 'Details' })
  expect(saw.textContent).toContain('line')
  expect(within(saw).getByTitle('Hidden character U+202E')).toBeTruthy()
})

it('says that a server works, and can restart it', async () => {
  const works: Diagnosis = { steps: [{ step: 'entry', state: 'passed' }], fault: null, report: '' }
  const fault = await examine([], works)
  expect(fault.getByRole('status').textContent).toContain('No problem found')
  expect(fault.getByRole('button', { name: 'Start now' })).toBeTruthy()
})

it('DBG-15: shows the whole report before it is saved or copied', async () => {
  const fault = await examine([{ type: 'retry' }])
  expect(fault.queryByRole('button', { name: /^Save as/ })).toBeNull()
  await userEvent.click(fault.getByRole('button', { name: 'Create report' }))
  const report = fault.getByRole('group', { name: 'Report' })
  expect(report.textContent).toContain('# gone does not work with Parley')
  expect(within(report).getByTitle('Hidden character U+202E')).toBeTruthy()
  expect(document.activeElement).toBe(report)
  await userEvent.click(fault.getByRole('button', { name: /^Save as/ }))
  const [name, base64] = saveFile.mock.calls[0] ?? []
  expect(name).toBe('gone-report.md')
  expect(Buffer.from(base64 ?? '', 'base64').toString()).toBe(
    '# gone does not work with Parley\n\nscript\u202E'
  )
})

it('UI-11: shows its entry, paths, command and log to try manually', async () => {
  const fault = await examine([{ type: 'retry' }])
  expect(bridge.inputsOf('server.read').filter(({ what }) => what === 'entry')).toEqual([])
  await userEvent.click(fault.getByText('Run it manually'))
  const panel = item().getByRole('region', { name: 'Troubleshooting gone' })
  await fault.findByText("'run me' ./a.js")
  expect(panel.textContent).toContain('The entry in the settings file is valid.')
  expect(panel.textContent).toContain('The argument ./a.js is a relative path')
  expect(panel.textContent).toContain('It needs these variables: KEY')
  expect(panel.textContent).not.toContain('secret value')
  expect(panel.textContent).toContain('/logs/servers')
  expect(panel.textContent).toContain('Select Restart')
  await userEvent.click(fault.getByRole('button', { name: 'Show log' }))
  expect(await item().findByRole('region', { name: 'Log of gone' })).toBeTruthy()
})
