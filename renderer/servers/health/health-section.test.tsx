import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ServerView } from '../../../app/contract/servers'
import type { HealthView } from '../../../app/contract/workbench/health'
import type { HostReport } from '../../../app/contract/workbench/host-report'
import { installFakeBridge, type FakeBridge } from '../../testing/fake-bridge'
import { sampleServer } from '../../testing/sample-state'
import { HealthSection } from './health-section'
import { toMarkdown } from './other-apps-markdown'

// A canvas needs a browser.
vi.mock('./drawn-chart', () => ({ DrawnChart: () => null }))

afterEach(cleanup)

const total = {
  calls: 12,
  errors: 3,
  p50Ms: 20,
  p95Ms: 900,
  restarts: 1,
  blockedFiles: 4,
  blockedHosts: 2,
  memoryBytes: 50_000_000,
  definitionTokens: 1_200
}
const filled: HealthView = {
  from: 0,
  to: 1_800_000,
  stepMs: 900_000,
  points: [{ at: 900_000, ...total }],
  total,
  tools: [
    { toolName: 'write', calls: 9, errors: 3, p50Ms: 30, p95Ms: 900 },
    { toolName: 'add', calls: 3, errors: 0, p50Ms: null, p95Ms: null }
  ],
  exceeded: ['errorPercent']
}
const empty: HealthView = { ...filled, points: [], tools: [], exceeded: [] }

async function show(view: HealthView, server: Partial<ServerView> = {}): Promise<FakeBridge> {
  const handlers = { 'health.read': () => view, 'health.export': () => ({ path: '/tmp/health.csv' }) }
  const bridge = installFakeBridge({ handlers })
  await act(async () => {
    render(<HealthSection server={sampleServer(server)} />)
  })
  return bridge
}

const toolNames = () =>
  within(screen.getByRole('table', { name: 'Tools' }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)

describe('the section Health', () => {
  it('says what will be here while nothing is counted', async () => {
    await show(empty)
    expect(screen.getByText('Nothing was counted in this time')).toBeTruthy()
    expect(screen.queryByRole('figure')).toBeNull()
  })

  it('shows figures, marks the exceeded ones, and says in a sentence what each chart shows', async () => {
    await show(filled)
    expect(screen.getByText('above your limit').closest('dd')?.textContent).toContain('3 (25%)')
    const calls = screen.getByRole('figure', { name: 'Calls and errors' })
    expect(calls.textContent).toContain('12 calls, 3 errors. Most calls in one step: 12.')
    await userEvent.click(within(calls).getByRole('button', { name: 'Show as table' }))
    const [, row] = within(calls).getAllByRole('row')
    expect(row?.textContent).toMatch(/123$/)
  })

  it('sorts the tools by any column, by keyboard', async () => {
    await show(filled)
    expect(toolNames()).toEqual(['write', 'add'])
    screen.getByRole('button', { name: 'Tool' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(toolNames()).toEqual(['add', 'write'])
    expect(screen.getByRole('columnheader', { name: 'Tool' }).getAttribute('aria-sort')).toBe('ascending')
    await userEvent.keyboard('{Enter}')
    expect(toolNames()).toEqual(['write', 'add'])
  })

  it('exports what is kept, and says where', async () => {
    const bridge = await show(filled)
    await userEvent.click(screen.getByRole('button', { name: 'Export as JSON' }))
    expect(bridge.inputsOf('health.export')).toEqual([{ serverName: 'everything', format: 'json' }])
    expect(screen.getByRole('status').textContent).toBe('Saved as /tmp/health.csv')
  })

  it('saves limits, keeps keys that it does not know, and rejects impossible ones', async () => {
    const bridge = await show(filled, { healthLimits: { restarts: 2, mine: 7 } })
    const percent = screen.getByRole('spinbutton', { name: 'Failed calls in the last hour, in percent' })
    await userEvent.type(percent, '500')
    expect(screen.getByText('Enter a whole number from 1 to 100.')).toBeTruthy()
    await userEvent.clear(percent)
    await userEvent.type(percent, '25')
    await userEvent.clear(screen.getByRole('spinbutton', { name: 'Restarts in the last hour' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save limits' }))
    expect(bridge.inputsOf('server.set-options')).toEqual([
      { serverName: 'everything', healthLimits: { errorPercent: 25, mine: 7 } }
    ])
  })
})

describe('the report on other apps as Markdown', () => {
  const source = { address: 'https://example.com/facts', day: '2026-08-14' }
  const report: HostReport = {
    uses: ['tools', 'prompts'],
    hosts: [
      {
        name: 'LM Studio',
        losses: [{ feature: 'prompts', support: 'no', source }],
        exceeded: [{ limit: 'tools', allowed: 80, tools: ['a|b', 'c'], count: 30, source }],
        unknown: ['roots']
      },
      { name: 'VS Code', losses: [], exceeded: [], unknown: [] }
    ],
    forms: [{ title: 'OpenAI', tokens: 1_234, refused: [], above: 2 }]
  }

  it('has a row for each app with the source of each fact, and no markup from the server', () => {
    const text = toMarkdown('no|tes', report)
    expect(text).toContain('| LM Studio | Prompts ([2026-08-14](https://example.com/facts))<br>')
    expect(text).toContain('a\\|b, c and 28 more')
    expect(text).toContain('Not known: Roots |')
    expect(text).toContain('| VS Code | Nothing known is lost |')
    expect(text).toContain('- OpenAI: 1,234 tokens\n  - 2 tools are above the limit of one request.')
    expect(text).toContain('## no\\|tes in other apps')
  })
})
