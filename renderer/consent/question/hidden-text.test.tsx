import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type {
  Question,
  SamplingQuestion,
  ToolCallQuestion,
  ToolResultQuestion,
  SignInQuestion
} from '../../../app/contract/questions/questions'
import { expectAllMarked, withHidden } from '../../testing/hidden-text'
import {
  sampleElicitation,
  sampleLink,
  sampleSamplingAnswer,
  sampleSamplingQuestion
} from '../../testing/sample-questions'
import {
  sampleModels,
  sampleNow,
  sampleSettings,
  sampleToolQuestion,
  sampleTrustQuestion
} from '../../testing/sample-state'
import { showQuestions } from '../../testing/show-questions'
import { quote } from '../../../app/texts/localized'

const asked = {
  askedAt: sampleNow,
  conversationId: 'c1',
  callId: 'call-2',
  serverName: 'files',
  toolName: 'read'
}

const toolQuestion: ToolCallQuestion = {
  ...sampleToolQuestion,
  note: quote('Another server has a tool of this name.'),
  warnings: [{ ...quote('The description tells the model what to do.'), level: 'danger' }],
  previousDefinition: {
    title: 'Write',
    description: 'Creates a file.',
    annotations: {},
    inputSchema: { type: 'object', properties: { place: { type: 'string' } } },
    outputSchema: null
  },
  flows: [
    {
      origin: { type: 'tool', serverName: 'mail', toolName: 'read' },
      path: '/content',
      start: 2,
      end: 7,
      excerpt: 'Notes'
    }
  ],
  widerScopes: [{ scope: 'read-only', toolCount: 3, toolNames: ['list', 'stat'] }],
  suggestedConditions: [
    { type: 'path-below', pointer: '/path', folder: '/home/ada' },
    { type: 'one-of', pointer: '/path', values: ['/home/ada/NOTES.md'] }
  ]
}

const samplingQuestion: SamplingQuestion = {
  ...sampleSamplingQuestion,
  note: quote('It asks often.'),
  request: {
    ...sampleSamplingQuestion.request,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zz4=' },
          { type: 'resource', uri: 'a://b', mimeType: null, text: 'inner', blob: null },
          { type: 'resource-link', uri: 'a://c', name: 'link', description: null, mimeType: null },
          { type: 'unknown', raw: { any: 'thing' } }
        ]
      }
    ]
  }
}

const resultQuestion: ToolResultQuestion = {
  type: 'tool-result',
  id: 'q-result',
  ...asked,
  content: [{ type: 'text', text: 'The file' }],
  structuredContent: { text: 'The file' },
  isError: true
}

const signInQuestion: SignInQuestion = {
  type: 'sign-in',
  id: 'q-sign-in',
  askedAt: sampleNow,
  serverName: 'files',
  serverUrl: 'https://files.example/mcp',
  reason: quote('The server asks for a sign-in.'),
  places: [
    {
      issuer: 'https://one.example',
      address: 'https://one.example/go',
      host: 'one.example',
      warnings: [{ ...quote('It is odd.'), level: 'danger' }],
      needsClient: true,
      doubt: quote('It is in doubt.')
    },
    {
      issuer: 'https://two.example',
      address: 'https://two.example/go',
      host: 'two.example',
      warnings: [],
      needsClient: false,
      doubt: null
    }
  ],
  scopes: ['files.read'],
  addedScopes: ['files.write'],
  account: 'ada'
}

const questions: readonly (readonly [string, Question])[] = [
  ['a server', { ...sampleTrustQuestion, previous: { ...sampleTrustQuestion.act, command: 'npx' } }],
  ['a tool call', toolQuestion],
  ['a result', resultQuestion],
  ['sampling', samplingQuestion],
  [
    'the answer of a model',
    { ...sampleSamplingAnswer, stopReason: 'odd', tools: samplingQuestion.request.tools }
  ],
  ['input', sampleElicitation],
  ['input that is refused', { ...sampleElicitation, refusal: quote('It asks for a password.') }],
  [
    'a link',
    { ...sampleLink, warnings: [{ ...quote('The host looks like another one.'), level: 'danger' }] }
  ],
  ['a sign-in', signInQuestion]
]

test.each(questions)(
  'shows hidden characters as marks in all text from others in a question about %s',
  async (_about, question) => {
    await showQuestions([withHidden(question)], {
      models: withHidden(sampleModels),
      settings: withHidden({
        ...sampleSettings,
        managed: {
          file: '/etc/parley/policy.json',
          failure: null,
          limitsServers: false,
          limitsProviders: false,
          allowedProviders: [],
          limitsCollectors: false,
          isContainmentRequired: false,
          limitsHosts: false,
          allowedHosts: [],
          allowedCollectors: [],
          allowedServers: [],
          forbiddenScopes: [],
          isResultGateForced: true,
          isAutomaticSamplingForbidden: false,
          ledgerEndpoint: null
        }
      })
    })
    expect(screen.getByRole('dialog')).toBeTruthy()
    expectAllMarked()
  }
)

test('shows them in the other calls of a step, too', async () => {
  await showQuestions([withHidden(toolQuestion), withHidden({ ...toolQuestion, id: 'q3', callId: 'call-3' })])
  expect(screen.getByRole('region', { name: 'Other calls in this step' })).toBeTruthy()
  expectAllMarked()
})
