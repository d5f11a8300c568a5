import type { LocalizedText } from '../../app/contract/localized-text'
import { quote } from '../../app/texts/localized'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LedgerEntry, LedgerPage } from '../../app/contract/ledger'
import type { SimpleValues } from '../../app/contract/simple-settings'
import type { ManagedView } from '../../app/contract/settings'
import { subscribe } from '../bridge/subscribe'
import { FakeFailure, installFakeBridge } from '../testing/fake-bridge'
import type { FakeBridge, FakeBridgeOptions } from '../testing/fake-bridge'
import { sampleServer, sampleSettings, sampleSnapshot } from '../testing/sample-state'
import { SettingsDialog } from './settings-dialog'
import { soon } from '../../app/testing/soon'

let bridge: FakeBridge
let end = () => {}
const onClose = vi.fn()
const onOpenConversation = vi.fn()

afterEach(() => {
  cleanup()
  end()
  onClose.mockReset()
  onOpenConversation.mockReset()
})

const managed: ManagedView = {
  file: '/etc/parley/policy.json',
  failure: null,
  limitsServers: true,
  limitsProviders: false,
  allowedProviders: [],
  limitsCollectors: false,
  isContainmentRequired: false,
  limitsHosts: false,
  allowedHosts: [],
  allowedCollectors: [],
  allowedServers: ['npx -y @company/notes ...'],
  forbiddenScopes: ['always'],
  isResultGateForced: true,
  ledgerEndpoint: 'https://collector.example/',
  isAutomaticSamplingForbidden: true
}

function entry(change: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    position: 1,
    at: Date.UTC(2026, 10, 21),
    recipientType: 'server',
    recipient: 'files',
    kind: 'tool call',
    subject: 'write_file',
    bytes: 1_234,
    conversationId: null,
    messageId: null,
    callId: null,
    decidedBy: 'person',
    decision: null,
    excerpt: '{"path":"/notes"}',
    hash: 'a'.repeat(64),
    ...change
  }
}

const page = (entries: LedgerEntry[], hasEarlier = false): LedgerPage => ({
  entries,
  hasEarlier,
  recipients: [{ recipientType: 'server', recipient: 'files', entries: 2, bytes: 2_000 }]
})

async function show(section: string, options: FakeBridgeOptions = {}) {
  bridge = installFakeBridge(options)
  const subscription = subscribe()
  end = () => subscription.end()
  render(<SettingsDialog open section={section} onClose={onClose} onOpenConversation={onOpenConversation} />)
  await act(() => subscription.ready)
}

const items = async () =>
  within(await screen.findByRole('list', { name: 'Activity log entries' })).getAllByRole('listitem')

describe('the ledger', () => {
  it('shows for each entry who got what, how much, and who decided it', async () => {
    const [conversation] = sampleSnapshot().conversations
    const entries = [
      entry({
        position: 3,
        conversationId: conversation?.id ?? '',
        messageId: 'm1',
        decidedBy: 'grant',
        decision: 'g1'
      }),
      entry({ position: 2, conversationId: 'gone', excerpt: null }),
      entry({ recipient: 'a\u202eb', decidedBy: 'rule', decision: 'sampling approved automatically' })
    ]
    await show('ledger', { handlers: { 'ledger.search': () => page(entries) } })
    const [first, second, third] = await items()
    expect(first?.textContent).toMatch(
      /tool call.*files.*write_file.*"path".*1 kB · by a permission \(echo, always\)/
    )
    expect(second?.textContent).toContain('its conversation was deleted')
    expect(third?.textContent).toContain('sampling approved automatically')
    expect(third?.textContent).not.toContain('\u202e')
    await userEvent.click(
      within(first!).getByRole('button', { name: `Open conversation ${conversation?.title}` })
    )
    expect(onOpenConversation).toHaveBeenCalledWith(conversation?.id, 'm1')
    expect(onClose).toHaveBeenCalled()
    expect(within(second!).queryByRole('button')).toBeNull()
  })

  it('loads the next page, and starts again for other filters', async () => {
    const handlers = {
      'ledger.search': ({ beforePosition }: { beforePosition: number | null }) =>
        beforePosition === null ? page([entry({ position: 9 })], true) : page([entry({ position: 8 })])
    }
    await show('ledger', { handlers })
    await userEvent.click(await screen.findByRole('button', { name: 'Show earlier' }))
    await vi.waitFor(async () => expect(await items()).toHaveLength(2), soon)
    expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull()
    await userEvent.click(screen.getByRole('combobox', { name: 'Recipient' }))
    await userEvent.click(await screen.findByRole('option', { name: /^files/ }))
    await vi.waitFor(async () => expect(await items()).toHaveLength(1), soon)
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the activity log' }), 'notes')
    await vi.waitFor(
      () =>
        expect(bridge.inputsOf('ledger.search').at(-1)).toMatchObject({
          recipientType: 'server',
          recipient: 'files',
          text: 'notes',
          beforePosition: null
        }),
      soon
    )
  })

  it('shows the result of the check, and why it could not be made', async () => {
    let broken: { position: number; reason: LocalizedText } | null = null
    const handlers = {
      'ledger.search': () => page([entry()]),
      'ledger.verify': () => ({ entries: 2, head: broken === null ? 'f'.repeat(64) : null, broken }),
      'ledger.export': () => {
        throw new FakeFailure('FILE_WRITE_FAILED', 'The disk is full.')
      }
    }
    await show('ledger', { handlers })
    await userEvent.click(screen.getByRole('button', { name: 'Check the chain' }))
    expect((await screen.findByText(/unbroken/)).textContent).toBe(
      `2 entries, unbroken. Last hash: ${'f'.repeat(64)}`
    )
    broken = { position: 2, reason: quote('Entry 2 was changed after it was written.') }
    await userEvent.click(screen.getByRole('button', { name: 'Check the chain' }))
    expect(
      await screen.findByText('The chain is broken. Entry 2 was changed after it was written.')
    ).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Export as JSON Lines' }))
    expect(await screen.findByText('The disk is full.')).toBeTruthy()
  })

  it('sends it to the user’s collector, and stops when the user says so', async () => {
    const settings = { ...sampleSettings, ledgerEndpoint: 'https://old.example/' }
    await show('ledger', { snapshot: { settings }, handlers: { 'ledger.search': () => page([]) } })
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'OpenTelemetry collector' })
    expect(field.value).toBe('https://old.example/')
    await userEvent.clear(field)
    await userEvent.type(field, 'https://new.example:4318{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Stop sending' }))
    expect(bridge.inputsOf('ledger.set-endpoint')).toEqual([
      { endpoint: 'https://new.example:4318' },
      { endpoint: null }
    ])
  })
})

describe('traces', () => {
  const showTraces = async (values: Partial<SimpleValues>, refuse = false) => {
    const settings = { ...sampleSettings, values: { ...sampleSettings.values, ...values } }
    const ask = () => {
      if (refuse) throw new FakeFailure('DESTINATION_NOT_TRUSTED', 'Nothing was sent.')
      return null
    }
    const handlers = {
      'ledger.search': () => page([]),
      'ledger.ask-collector': ask,
      'settings.set': () => null
    }
    await show('ledger', { snapshot: { settings }, handlers })
  }

  it('are turned on by a switch, and their collector is asked about at once', async () => {
    await showTraces({})
    expect(screen.queryByRole('switch', { name: 'Include contents' })).toBeNull()
    await userEvent.click(screen.getByRole('switch', { name: 'Send traces' }))
    expect(bridge.inputsOf('settings.set')).toEqual([{ values: { 'traces.send': true } }])
    await vi.waitFor(() => expect(bridge.inputsOf('ledger.ask-collector')).toHaveLength(1), soon)
  })

  it('ask nothing when they are turned off', async () => {
    await showTraces({ 'traces.send': true })
    await userEvent.click(screen.getByRole('switch', { name: 'Send traces' }))
    expect(bridge.inputsOf('settings.set')).toEqual([{ values: { 'traces.send': false } }])
    expect(bridge.inputsOf('ledger.ask-collector')).toEqual([])
  })

  it('say what is missing, and take an address and contents', async () => {
    await showTraces({ 'traces.send': true }, true)
    expect(screen.getByText(/Traces have no address yet/)).toBeTruthy()
    await userEvent.type(
      screen.getByRole('textbox', { name: 'Address for traces' }),
      'http://127.0.0.1:4318{Enter}'
    )
    expect(await screen.findByText('Nothing was sent.')).toBeTruthy()
    await userEvent.click(screen.getByRole('switch', { name: 'Include contents' }))
    expect(bridge.inputsOf('settings.set')).toEqual([
      { values: { 'traces.endpoint': 'http://127.0.0.1:4318' } },
      { values: { 'traces.contents': true } }
    ])
  })
})

it('shows how many entries a collector has not received, and why', async () => {
  const collector = {
    endpoint: 'https://c.example/',
    waiting: 1_234,
    failure: quote('it refused the entries')
  }
  await show('ledger', { snapshot: { collector }, handlers: { 'ledger.search': () => page([]) } })
  const words = await screen.findByText(/The collector isn't accepting entries/)
  expect(words.textContent).toContain("(it refused the entries). 1,234 entries are waiting and aren't lost.")
  act(() => bridge.emit('collector.changed', { collector: { ...collector, waiting: 0, failure: null } }))
  expect(screen.getByText('All entries were delivered.')).toBeTruthy()
  act(() => bridge.emit('collector.changed', { collector: null }))
  expect(screen.queryByText('All entries were delivered.')).toBeNull()
})

describe('sampling', () => {
  const servers = [sampleServer({ name: 'loop' })]
  const rule = {
    serverName: 'loop',
    mode: 'ask' as const,
    requestsPerMinute: 30,
    requestsPerDay: 200,
    tokensPerDay: 200_000,
    moneyPerDay: null,
    maxTokens: 16_000,
    requestsToday: 3,
    tokensToday: 1_200,
    moneyToday: 0.0123
  }
  const consent = { grants: [], trustedServers: [], samplingRules: [rule] }

  it('shows both budgets with their usage, and accepts other limits', async () => {
    await show('sampling', { snapshot: { servers, consent } })
    const card = screen.getByRole('region', { name: 'Sampling of loop' })
    expect(card.textContent).toContain('Today: 3 of 200 requests, 1,200 of 200,000 tokens, $0.0123')
    const perDay = within(card).getByRole('spinbutton', { name: 'Requests per day' })
    await userEvent.clear(perDay)
    expect(card.textContent).toContain('Enter a whole number from 1 to 100,000.')
    expect(within(card).getByRole<HTMLButtonElement>('button', { name: 'Save limits' }).disabled).toBe(true)
    await userEvent.type(perDay, '5{Enter}')
    const limits = { requestsPerMinute: 30, tokensPerDay: 200_000, moneyPerDay: null, maxTokens: 16_000 }
    expect(bridge.inputsOf('sampling.set-rule')).toEqual([
      { serverName: 'loop', ...limits, requestsPerDay: 5 }
    ])
  })

  it('limits the cost per day and the length of an answer, and says what does not count', async () => {
    const settings = {
      ...sampleSettings,
      values: { ...sampleSettings.values, 'models.currency': 'EUR' }
    }
    await show('sampling', { snapshot: { servers, consent, settings } })
    const card = screen.getByRole('region', { name: 'Sampling of loop' })
    const money = within(card).getByRole('textbox', { name: 'Cost per day (EUR)' })
    await userEvent.type(money, 'much')
    expect(card.textContent).toContain('Enter an amount up to 1,000,000, or leave it empty for no limit.')
    await userEvent.clear(money)
    await userEvent.type(money, '2.50')
    const answer = within(card).getByRole('spinbutton', { name: 'Tokens per answer' })
    await userEvent.clear(answer)
    await userEvent.type(answer, '800{Enter}')
    expect(bridge.inputsOf('sampling.set-rule')).toMatchObject([{ moneyPerDay: 2.5, maxTokens: 800 }])
    expect(card.textContent).toContain('Cost limits count models with a price')
    const samplingRules = [{ ...rule, moneyPerDay: 2.5, maxTokens: 800 }]
    act(() => bridge.emit('consent.changed', { ...consent, samplingRules }))
    expect(card.parentElement?.textContent).toContain('€0.0123 of €2.50')
  })

  it('shows one row for a server that never asked, with its limits behind a button', async () => {
    await show('sampling', { snapshot: { servers, consent: { grants: [], trustedServers: [] } } })
    const card = screen.getByRole('region', { name: 'Sampling of loop' })
    expect(card.textContent).toContain("This server hasn't requested an answer yet.")
    const limits = card.querySelector('details')
    expect(limits?.open).toBe(false)
    await userEvent.click(within(card).getByText('Limits'))
    expect(limits?.open).toBe(true)
    expect(within(card).getByRole('spinbutton', { name: 'Requests per day' })).toBeTruthy()
  })

  it('is off, asked or automatic, as the user chooses', async () => {
    await show('sampling', { snapshot: { servers, consent } })
    await userEvent.click(screen.getByRole('combobox', { name: 'Requests' }))
    await userEvent.click(await screen.findByRole('option', { name: /^Approve automatically/ }))
    expect(bridge.inputsOf('sampling.set-rule')).toEqual([{ serverName: 'loop', mode: 'automatic' }])
    const samplingRules = [{ ...rule, mode: 'off' as const }]
    act(() => bridge.emit('consent.changed', { ...consent, samplingRules }))
    expect(screen.getByText("Parley tells the server that sampling isn't available.")).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save limits' })).toBeNull()
  })
})

it('shows at every managed setting what was decided, and in which file', async () => {
  const settings = { ...sampleSettings, managed, ledgerEndpoint: managed.ledgerEndpoint }
  const options = { snapshot: { settings }, handlers: { 'ledger.search': () => page([]) } }
  for (const [section, words] of [
    ['permissions', /Only servers that the policy lists can run\. Managed by \/etc\/parley\/policy\.json/],
    ['permissions', /Not possible on this computer: “Always allow”\./],
    ['permissions', /You see every result before a model reads it\./],
    ['sampling', /You review every request\./],
    ['ledger', /Every new entry is also sent to the collector\./]
  ] as const) {
    await show(section, options)
    const notes = screen.getAllByRole('note', { name: 'Managed' }).map(({ textContent }) => textContent)
    expect(notes.some((text) => words.test(text))).toBe(true)
    cleanup()
    end()
  }
})

it('names the model providers and collectors that an administrator allows, where the user chooses one', async () => {
  const limits: ManagedView = {
    ...managed,
    ledgerEndpoint: null,
    limitsProviders: true,
    allowedProviders: ['anthropic https://api.anthropic.com/'],
    limitsCollectors: true,
    allowedCollectors: ['1', '2', '3', '4', '5', '6', '7'].map((host) => `https://c${host}.example/`)
  }
  for (const [section, change, words] of [
    ['models', {}, 'Only these model providers are allowed: anthropic https://api.anthropic.com/.'],
    ['models', { allowedProviders: [] }, 'No model provider is allowed.'],
    ['ledger', {}, 'https://c5.example/ and 2 more.'],
    ['ledger', { allowedCollectors: [] }, "The activity log can't be sent anywhere."]
  ] as const) {
    const settings = { ...sampleSettings, managed: { ...limits, ...change } as ManagedView }
    await show(section, { snapshot: { settings }, handlers: { 'ledger.search': () => page([]) } })
    const note = screen.getByRole('note', { name: 'Managed' }).textContent
    expect(note).toContain(words)
    expect(note).toContain('/etc/parley/policy.json')
    cleanup()
    end()
  }
})
