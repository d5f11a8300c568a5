import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { Grant } from '../../app/contract/grants'
import type { FlowPermission } from '../../app/contract/flows'
import type { ServerView } from '../../app/contract/servers'
import { subscribe } from '../bridge/subscribe'
import { FakeFailure, installFakeBridge, type FakeBridge } from '../testing/fake-bridge'
import { sampleServer } from '../testing/sample-state'
import { PermissionsSection } from './permissions-section'
import { quote } from '../../app/texts/localized'

let bridge: FakeBridge
let end = () => {}

afterEach(() => {
  cleanup()
  end()
})

const grant: Grant = {
  id: 'g1',
  scope: 'always',
  serverName: 'files',
  toolName: 'write_file',
  conversationId: null,
  conditions: [],
  usesLeft: null,
  createdAt: 0
}

async function show(
  grants: Grant[],
  pinnedToolCount = 0,
  flows: FlowPermission[] = [],
  servers: ServerView[] = []
): Promise<string[]> {
  bridge = installFakeBridge({
    snapshot: { servers, consent: { grants, flows, trustedServers: [], pinnedToolCount } }
  })
  const subscription = subscribe()
  end = () => subscription.end()
  render(<PermissionsSection />)
  await act(() => subscription.ready)
  const list = screen.queryByRole('list', { name: 'Allowed tool calls' })
  return list === null ? [] : [...list.children].map((item) => item.textContent ?? '')
}

describe('allowed tool calls', () => {
  it('SEC-03 TOOL-13: show their scope, their limits, and what is left', async () => {
    const items = await show([
      {
        ...grant,
        usesLeft: 3,
        conditions: [
          { type: 'path-below', pointer: '/path', folder: '/home/ada' },
          { type: 'at-most', calls: 5 },
          { type: 'until', at: Date.UTC(2030, 0, 2, 12) }
        ]
      },
      { ...grant, id: 'g2', scope: 'read-only', toolName: null, suspended: quote('Its time is over.') },
      { ...grant, id: 'g3', scope: 'server-conversation', toolName: null, conversationId: 'gone' }
    ])
    expect(items[0]).toContain('write_file on files')
    expect(items[0]).toContain('only while “path” is inside /home/ada')
    expect(items[0]).toContain('3 of 5 calls left')
    expect(items[0]).toMatch(/until .*2030/)
    expect(items[1]).toContain('Suspended. Its time is over.')
    expect(items[0]).not.toContain('Suspended')
    expect(items[1]).toMatch(/^read-only tools on filesalways/)
    expect(items[2]).toMatch(/^non-destructive tools on filesin one conversation/)
  })

  it('SEC-02: are revoked one by one, or all of a server at once', async () => {
    await show([
      grant,
      { ...grant, id: 'g2', toolName: 'read_file' },
      { ...grant, id: 'g3', serverName: 'mail' }
    ])
    const list = within(screen.getByRole('list', { name: 'Allowed tool calls' }))
    await userEvent.click(list.getAllByRole('button', { name: 'Revoke' })[1] as HTMLElement)
    expect(bridge.inputsOf('consent.revoke')).toEqual([{ kind: 'permission', grantId: 'g2' }])
    expect(screen.queryByRole('button', { name: 'Revoke all of mail' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Revoke all of files' }))
    expect(bridge.inputsOf('consent.revoke').slice(1)).toEqual([
      { kind: 'server-permissions', serverName: 'files' }
    ])
  })
})

describe('data sharing between servers', () => {
  it('SEC-03 SEC-02: is shown as an arrow with its scope, and is revoked separately', async () => {
    const flow = { id: 'f1', from: 'calendar', to: 'shell', toolName: 'run', conversationId: null, endsAt: null, createdAt: 0 } // prettier-ignore
    const flows = [
      { ...flow, usesLeft: 2 },
      { ...flow, id: 'f2', to: 'mail', toolName: null, suspended: quote('Another program.') }
    ]
    await show([], 0, flows)
    const list = within(screen.getByRole('list', { name: 'Data sharing' }))
    const [first, second] = list.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(first).toMatch(/^calendar → shellonly to its tool run.*2 calls left/)
    expect(second).toMatch(/^calendar → mailto all its tools.*Suspended. Another program./)
    await userEvent.click(list.getAllByRole('button', { name: 'Revoke' })[1] as HTMLElement)
    expect(bridge.inputsOf('consent.revoke')).toEqual([{ kind: 'data-sharing', flowId: 'f2' }])
  })
})

describe('servers that receive all text without a question', () => {
  it('SEC-02: are listed with data sharing, and are asked about again once that is revoked', async () => {
    await show([], 0, [], [sampleServer({ name: 'diary', receivesEverything: true }), sampleServer()])
    const list = within(screen.getByRole('list', { name: 'Data sharing' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /^every server → diaryText from every server can go to this server without asking you/
      )
    ])
    await userEvent.click(list.getByRole('button', { name: 'Revoke' }))
    expect(bridge.inputsOf('server.set-options')).toEqual([
      { serverName: 'diary', receivesEverything: false }
    ])
  })

  it('only say that no data sharing was permitted if there is none', async () => {
    await show([], 0, [], [sampleServer()])
    expect(screen.getByText('No data sharing is allowed yet.')).toBeTruthy()
  })
})

describe('pinned tools', () => {
  it('are written to the lock file, and its path is shown', async () => {
    await show([], 2)
    expect(screen.getByText(/^2 tools are pinned/)).toBeTruthy()
    bridge.handle({ 'lock-file.export': () => ({ path: '/home/ada/mcp-tools.lock.json', toolCount: 2 }) })
    await userEvent.click(screen.getByRole('button', { name: 'Write lock file' }))
    expect((await screen.findByRole('status')).textContent).toBe(
      '2 tools written to /home/ada/mcp-tools.lock.json.'
    )
  })

  it('are imported from it, or the reason is shown', async () => {
    await show([])
    bridge.handle({ 'lock-file.import': () => ({ path: '/l.json', addedCount: 4, changedCount: 1 }) })
    await userEvent.click(screen.getByRole('button', { name: 'Import lock file' }))
    expect((await screen.findByRole('status')).textContent).toContain('4 new, 1 changed')
    bridge.handle({
      'lock-file.import': () => {
        throw new FakeFailure('CONSENT_INVALID_LOCK_FILE', 'The lock file can not be used.')
      }
    })
    await userEvent.click(screen.getByRole('button', { name: 'Import lock file' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The lock file can not be used.')
    expect(screen.queryByRole('status')).toBeNull()
  })
})
