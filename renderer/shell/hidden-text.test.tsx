import '../testing/load-lazy-parts'
import { act, cleanup, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { serverTabs } from '../../app/contract/bridge/beginning'
import type { Message } from '../../app/contract/conversations'
import { subscribe } from '../bridge/subscribe'
import { CommandMenu } from '../command-menu/command-menu'
import { MessageArticle } from '../conversation/messages/message-article'
import { ServerPage } from '../servers/server-page'
import { ServersDialog } from '../servers/servers-dialog'
import { SettingsDialog } from '../settings/settings-dialog'
import { installFakeBridge, type FakeBridgeOptions } from '../testing/fake-bridge'
import { expectAllMarked, withHidden } from '../testing/hidden-text'
import { runningMessages, sampleAnswer, sampleToolCall, sampleMessages } from '../testing/sample-messages'
import { samplePromptPart, sampleListings, samplePrompts, sampleResourcePart } from '../testing/sample-offers'
import {
  sampleConversations,
  sampleModels,
  sampleNow,
  sampleServers,
  sampleSettings,
  sampleSnapshot,
  sampleTools
} from '../testing/sample-state'
import { show } from '../testing/show'
import { AboutDialog } from './about/about-dialog'
import { Layout } from './layout'
import { quote } from '../../app/texts/localized'

let end = () => {}
afterEach(() => end())

const nothing = () => {}
const pageActs = { onServer: nothing, onTab: nothing, onBack: nothing, onTool: nothing, leading: null }

const consent = sampleSnapshot().consent
const snapshot = withHidden({
  conversations: [...sampleConversations],
  servers: sampleServers.map((server) => ({
    ...server,
    instructions: 'Use me.',
    reason: quote('It is slow.')
  })),
  models: sampleModels,
  app: sampleSnapshot().app,
  consent: {
    ...consent,
    grants: consent.grants.map((grant) => ({
      ...grant,
      suspended: quote('The tool changed.'),
      conditions: [{ type: 'host-is' as const, pointer: '/url', host: 'a.example' }]
    })),
    flows: [
      {
        id: 'f',
        from: 'files',
        to: 'mail',
        toolName: 'send',
        conversationId: null,
        endsAt: null,
        createdAt: 0
      }
    ]
  },
  settings: {
    ...sampleSettings,
    roots: ['/home/ada/work', { path: '/home/ada/other', name: 'Other', servers: ['files'] }],
    rootNews: [{ path: '/home/ada/work', isThere: true, leadsTo: '/mnt/work' }],
    problems: [
      {
        severity: 'error' as const,
        message: quote('It is no number.'),
        path: 'maxToolSteps',
        line: 3,
        column: 5,
        serverName: null
      }
    ],
    prices: [{ model: 'anthropic/claude-haiku-4-5', inputPerMillion: 1, outputPerMillion: 2 }],
    managed: {
      file: '/etc/parley/policy.json',
      failure: quote('It can not be read.'),
      limitsServers: true,
      limitsProviders: false,
      allowedProviders: [],
      limitsCollectors: false,
      isContainmentRequired: true,
      limitsHosts: true,
      allowedHosts: ['api.example'],
      allowedCollectors: [],
      allowedServers: ['npx'],
      forbiddenScopes: [],
      isResultGateForced: true,
      isAutomaticSamplingForbidden: true,
      ledgerEndpoint: 'https://collector.example'
    },
    ledgerEndpoint: 'https://collector.example',
    vault: { isPersistent: false, reason: quote('There is none.') }
  }
})

const handlers: FakeBridgeOptions['handlers'] = {
  'server.read tasks': () =>
    withHidden([
      {
        taskId: 'task',
        status: 'working',
        statusMessage: 'Indexing',
        createdAt: 'today',
        pollIntervalMs: null,
        ttlMs: null
      }
    ]),
  'server.read tools': () => withHidden([...sampleTools]),
  'server.read log': () =>
    (['stderr', 'log', 'life'] as const).map((source) => ({
      at: sampleNow,
      source,
      level: 'info',
      text: 'a\u202eb'
    })),
  'server.read secrets': () => withHidden([{ name: 'token', isStored: false }]),
  'prompt.list': () => withHidden([...samplePrompts]),
  'resource.list': () => withHidden([...sampleListings]),
  'ledger.search': () => ({
    entries: [
      withHidden({
        position: 1,
        at: sampleNow,
        recipientType: 'server' as const,
        recipient: 'files',
        kind: 'tool call' as const,
        subject: 'read',
        bytes: 12,
        excerpt: '{"path":"/"}',
        conversationId: 'c1',
        messageId: null,
        callId: null,
        hash: 'f'.repeat(64),
        decidedBy: 'rule' as const,
        decision: null
      })
    ],
    recipients: [withHidden({ recipientType: 'server' as const, recipient: 'files', entries: 1, bytes: 12 })],
    hasEarlier: false
  })
}

async function open(element: ReactElement, more: FakeBridgeOptions['handlers'] = {}) {
  installFakeBridge({ snapshot, handlers: { ...handlers, ...more } })
  const subscription = subscribe()
  end = () => subscription.end()
  const view = show(element)
  await act(() => subscription.ready)
  return view
}

const actions = {
  onCancelCall: nothing,
  onKeepWaiting: nothing,
  onStopModel: nothing,
  onRetry: nothing,
  onContinue: nothing,
  onDelete: nothing,
  onQuote: nothing,
  onCopyConversation: nothing,
  onCompare: nothing,
  onChooseAnswer: nothing,
  onEdit: async () => {},
  onRegenerate: nothing,
  onShowBranch: nothing,
  onOpenSettings: nothing,
  onTool: nothing,
  onAttach: nothing,
  onShowLog: nothing
}

const rich = sampleAnswer({
  id: 'rich',
  parts: [
    {
      type: 'note',
      serverName: 'files',
      text: quote('It asked for input.'),
      isForModel: true,
      exchange: { toolName: 'read', entries: [{ round: 1, text: quote('Given.') }] }
    },
    { type: 'tool-request', toolName: 'read', serverName: 'files', arguments: { path: '/' } },
    { type: 'tool-suggestions', tools: [{ serverName: 'files', name: 'read', description: 'Reads.' }] },
    sampleResourcePart(),
    samplePromptPart(),
    sampleToolCall({
      callId: 'odd',
      structuredContent: { rows: [{ name: 'a' }] },
      outputProblems: [{ path: '/rows', message: quote('It has to be text.') }],
      content: [
        { type: 'resource', uri: 'a://b', mimeType: 'text/plain', text: 'inner', blob: null },
        { type: 'unknown', raw: { any: 'thing' } }
      ]
    })
  ] as Message['parts']
})

describe('hidden characters are drawn as marks', () => {
  test.each([...sampleMessages, ...runningMessages, rich].map((message) => [message.id, message] as const))(
    'in the message %s',
    async (_id, message) => {
      const { person } = await open(
        <MessageArticle
          message={withHidden(message)}
          canRetry
          canChange
          models={[withHidden({ id: 'm', name: 'Small' })]}
          actions={actions}
        />
      )
      for (const button of screen.queryAllByRole('button', { expanded: false })) await person.click(button)
      for (const button of screen.queryAllByRole('button', { name: /^(?:Show data|Preview)$/ }))
        await person.click(button)
      for (const tab of screen.queryAllByRole('tab', { name: 'JSON' })) await person.click(tab)
      expectAllMarked()
    }
  )

  test.each(['models', 'folders', 'permissions', 'sampling', 'ledger', 'developer'])(
    'in the settings, %s',
    async (section) => {
      await open(<SettingsDialog open onClose={nothing} section={section} />)
      if (section === 'ledger') await screen.findByRole('list', { name: 'Activity log entries' })
      expectAllMarked()
    }
  )

  test.each(['Log', 'Edit', 'Troubleshoot'])('in the servers, %s', async (panel) => {
    const { person } = await open(<ServersDialog open onClose={nothing} />)
    for (const item of screen.getAllByRole('listitem')) {
      const button = within(item).queryByRole('button', { name: panel })
      if (button === null) continue
      await person.click(button)
      if (panel === 'Troubleshoot') {
        for (const details of item.querySelectorAll('summary')) await person.click(details)
      }
      expectAllMarked()
    }
  })

  test.each(serverTabs)('in the page of a server, %s', async (tab) => {
    for (const { name } of snapshot.servers) {
      const page = <ServerPage serverName={name} tab={tab} {...pageActs} />
      const { person } = await open(page)
      for (const details of screen.getByRole('tabpanel').querySelectorAll('summary'))
        await person.click(details)
      expectAllMarked()
      end()
      cleanup()
    }
  })

  test('in what servers offer', async () => {
    const { person } = await open(<ServersDialog open onClose={nothing} />)
    await person.click(screen.getByRole('tab', { name: 'Tools, prompts, resources' }))
    expectAllMarked()
  })

  test('in the frame of the window, its command menu and its facts', async () => {
    await open(
      <>
        <Layout />
        <AboutDialog open onClose={nothing} />
      </>
    )
    expectAllMarked()
  })

  test('in the command menu', async () => {
    const acts = { onOpenConversation: nothing, onCommand: nothing, onOpenSettings: nothing }
    await open(
      <CommandMenu
        open
        onClose={nothing}
        isDirect={false}
        onNewWithAssistant={nothing}
        isPossible={() => true}
        onChooseModel={nothing}
        onTool={nothing}
        {...acts}
      />
    )
    expect((await screen.findAllByRole('option')).length).toBeGreaterThan(3)
    expectAllMarked()
  })
})
