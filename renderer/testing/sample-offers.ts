/** Made-up resources, templates and prompts of several servers, some with all optional fields. */
import type { PromptPart, ResourcePart } from '../../app/contract/conversations'
import type {
  PromptResult,
  PromptView,
  ResourceContents,
  ResourceListing,
  ResourceTemplateView,
  ResourceView
} from '../../app/contract/offers'
import { samplePng } from './sample-messages'
import { sampleNow } from './sample-state'
import { quote } from '../../app/texts/localized'

const noAnnotations: ResourceView['annotations'] = { audience: [], priority: null, lastModified: null }

export function sampleResource(overrides: Partial<ResourceView> = {}): ResourceView {
  return {
    serverName: 'notes',
    uri: 'note:///1',
    name: 'First Note',
    title: null,
    description: 'A text note: First Note',
    mimeType: 'text/plain',
    size: 120,
    annotations: noAnnotations,
    icons: [],
    isSkill: false,
    ...overrides
  }
}

export function sampleTemplate(overrides: Partial<ResourceTemplateView> = {}): ResourceTemplateView {
  return {
    serverName: 'files',
    uriTemplate: 'repo://{owner}/{name}/readme',
    name: 'readme',
    title: 'Readme of a repository',
    description: 'The first page of any repository of the team.',
    mimeType: 'text/markdown',
    variables: ['owner', 'name'],
    icons: [],
    problem: null,
    ...overrides
  }
}

export const sampleListings: readonly ResourceListing[] = [
  {
    serverName: 'notes',
    resources: [
      sampleResource(),
      sampleResource({
        uri: 'note:///2',
        name: 'Second Note',
        description: 'A text note: Second Note',
        size: 4_300
      })
    ],
    templates: [],
    problem: null
  },
  {
    serverName: 'files',
    resources: [
      sampleResource({
        serverName: 'files',
        uri: 'file:///projects/parley/CHANGELOG.md',
        name: 'CHANGELOG.md',
        title: 'Change log',
        description:
          'Every visible change since the first release, newest first, in the words of the people who use it.',
        mimeType: 'text/markdown',
        size: 18_400,
        annotations: { audience: ['user', 'assistant'], priority: 0.8, lastModified: '2026-11-20T09:12:00Z' }
      }),
      sampleResource({
        serverName: 'files',
        uri: 'file:///projects/parley/package.json',
        name: 'package.json',
        description: '',
        mimeType: 'application/json',
        size: 2_679
      }),
      sampleResource({
        serverName: 'files',
        uri: 'file:///projects/parley/logo.png',
        name: 'logo.png',
        description: 'The logo, 512 by 512 pixels',
        mimeType: 'image/png',
        size: 48_211,
        annotations: { audience: ['user'], priority: 0.2, lastModified: null }
      }),
      sampleResource({
        serverName: 'files',
        uri: 'file:///projects/parley/contract.pdf',
        name: 'contract.pdf',
        description: 'Signed copy',
        mimeType: 'application/pdf',
        size: 1_420_000
      })
    ],
    templates: [sampleTemplate()],
    problem: null
  },
  {
    serverName: 'weather',
    resources: [],
    templates: [],
    problem: quote(
      'weather stopped answering while it listed its resources. Restart it, then open this list again.'
    )
  }
]

const pdf = btoa(
  `%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n${'0000000000 65535 f \n'.repeat(20)}`
)

/** The content that the made-up servers have at an address. */
export function sampleContents(uri: string): ResourceContents {
  const text = (mimeType: string, content: string) => ({ uri, mimeType, text: content, blob: null })
  if (uri.endsWith('.md') || uri.endsWith('readme')) {
    return text(
      'text/markdown',
      '# Changelog\n\n- **New**: tables keep their header\n- *Improved*: faster start\n'
    )
  }
  if (uri.endsWith('.json')) return text('application/json', '{"name":"parley","private":true}')
  if (uri.endsWith('.png')) return { uri, mimeType: 'image/png', text: null, blob: samplePng }
  if (uri.endsWith('.pdf')) return { uri, mimeType: 'application/pdf', text: null, blob: pdf }
  return text('text/plain', 'Buy milk. Call Grace about the spring version.')
}

export function samplePrompt(overrides: Partial<PromptView> = {}): PromptView {
  return {
    serverName: 'everything',
    name: 'code_review',
    title: 'Request Code Review',
    description: 'Asks the model to review code and to suggest improvements.',
    arguments: [
      { name: 'code', title: null, description: 'The code to review', isRequired: true },
      { name: 'language', title: null, description: 'The language it is written in', isRequired: false },
      { name: 'framework', title: null, description: '', isRequired: false }
    ],
    icons: [],
    ...overrides
  }
}

export const samplePrompts: readonly PromptView[] = [
  samplePrompt(),
  samplePrompt({
    serverName: 'notes',
    name: 'summarize_notes',
    title: null,
    description: 'Summarize all notes',
    arguments: []
  }),
  samplePrompt({
    serverName: 'files',
    name: 'code_review',
    title: null,
    description: 'Reviews the files that changed last.',
    arguments: []
  })
]

export const sampleResult: PromptResult = {
  description: 'A review in two steps',
  messages: [
    { role: 'user', content: { type: 'text', text: 'Please review this code:\n\ndef f(x): return x' } },
    {
      role: 'user',
      content: { type: 'resource', uri: 'note:///1', mimeType: 'text/plain', text: 'House rules', blob: null }
    },
    { role: 'assistant', content: { type: 'text', text: 'I read it. What shall I look at first?' } }
  ]
}

export function sampleResourcePart(overrides: Partial<ResourcePart> = {}): ResourcePart {
  return {
    type: 'resource',
    serverName: 'notes',
    uri: 'note:///1',
    name: 'First Note',
    mimeType: 'text/plain',
    readAt: sampleNow,
    contents: [sampleContents('note:///1')],
    hasChanged: false,
    ...overrides
  }
}

export function samplePromptPart(overrides: Partial<PromptPart> = {}): PromptPart {
  return {
    type: 'prompt',
    serverName: 'everything',
    name: 'code_review',
    arguments: { code: 'def f(x): return x', language: 'python' },
    messages: [...sampleResult.messages],
    ...overrides
  }
}
