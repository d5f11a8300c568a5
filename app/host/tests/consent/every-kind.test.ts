/** Every kind of content × every kind of provider × every way into a request: it is sent unchanged, or named. */
import { describe, expect, it } from 'vitest'
import { contentKinds } from '../../../contract/content/content-kinds'
import type { ContentBlock } from '../../../contract/content-blocks'
import type { Message, MessagePart } from '../../../contract/conversations'
import { buildRequest, listNewMedia } from '../../../conversation/context/next-request'
import { newCall } from '../../../conversation/messages/transcript'
import { chooseAllTools } from '../../../conversation/tools/chosen-tools'
import { NotTakenNotes } from '../../../conversation/turns/not-taken-notes'
import { openAiCompatible } from '../../../models/openai/descriptor'
import { collect, createEndpoints, live, vendors } from '../../../models/testing/providers-under-test'
import type { Create } from '../../../models/testing/providers-under-test'
import { toEnglish } from '../../../texts/render-localized'

const png = 'iVBORw0KGgoAAAANSUhEUg'
const tiff = 'SUkqAAgAAAAMAAABBAABAA'
const wav = 'UklGRiQAAABXQVZFZm10IB'
const pdf = 'JVBERi0xLjcKJcfsj6IKNS'
const resource = { type: 'resource', uri: 'demo://thing', text: null, blob: null, mimeType: null } as const

/**
 * What the request must contain for a model that takes only text and images, and for one that takes sounds and
 * documents.
 */
interface Sample {
  readonly block: ContentBlock
  readonly said: string
  readonly heard?: string
  /** Instead of `said` when it is sent as the other side's text: no API accepts anything but text there. */
  readonly asWords?: string
  /** Instead of `said`, by API, if the model takes documents. */
  readonly shown?: Readonly<Record<string, string>>
  /** What the user is shown if the model gets only a note about it; null: it is text. */
  readonly named: string | null
}

const samples: { readonly [name: string]: Sample } = {
  text: { block: { type: 'text', text: 'the words' }, said: 'the words', named: null },
  image: {
    block: { type: 'image', mimeType: 'image/png', data: png },
    said: png,
    asWords: 'image of type image/png',
    named: 'image (image/png)'
  },
  'image/tiff': {
    block: { type: 'image', mimeType: 'image/tiff', data: tiff },
    said: 'image of type image/tiff',
    named: 'image (image/tiff)'
  },
  audio: {
    block: { type: 'audio', mimeType: 'audio/wav', data: wav },
    said: 'audio of type audio/wav',
    named: 'audio (audio/wav)',
    heard: `{"data":"${wav}","format":"wav"}`
  },
  'audio/ogg': {
    block: { type: 'audio', mimeType: 'audio/ogg', data: wav },
    said: 'audio of type audio/ogg',
    named: 'audio (audio/ogg)'
  },
  resource: {
    block: { ...resource, mimeType: 'text/plain', text: 'its text' },
    said: 'its text',
    named: null
  },
  'resource of a picture': {
    block: { ...resource, mimeType: 'image/png', blob: png },
    said: png,
    asWords: 'image of type image/png',
    named: 'image (image/png)'
  },
  'resource of a sound': {
    block: { ...resource, mimeType: 'audio/mpeg', blob: wav },
    said: 'audio of type audio/mpeg',
    named: 'audio (audio/mpeg)',
    heard: `{"data":"${wav}","format":"mp3"}`
  },
  'resource of bytes': {
    block: { ...resource, mimeType: 'application/pdf', blob: pdf },
    said: 'demo://thing, application/pdf',
    named: 'demo://thing (application/pdf)',
    shown: {
      Messages: `"type":"document","title":"demo://thing.pdf","source":{"type":"base64","media_type":"application/pdf","data":"${pdf}"`,
      Responses: `"type":"input_file","filename":"demo://thing.pdf","file_data":"data:application/pdf;base64,${pdf}"`
    }
  },
  'resource of other bytes': {
    block: { ...resource, mimeType: 'application/zip', blob: pdf },
    said: 'demo://thing, application/zip',
    named: 'demo://thing (application/zip)'
  },
  'resource-link': {
    block: { type: 'resource-link', uri: 'demo://far', name: 'Far', description: null, mimeType: null },
    said: 'demo://far',
    named: null
  },
  unknown: {
    block: { type: 'unknown', raw: { type: 'hologram' } },
    said: 'a kind that Parley does not know',
    named: 'content of an unknown kind'
  }
}

const call = (content: ContentBlock[]): MessagePart => ({
  ...newCall(),
  step: 0,
  callId: 'c',
  providerCallId: 'call_1',
  modelToolName: 'lab__run',
  serverName: 'lab',
  toolName: 'run',
  toolTitle: null,
  state: 'done',
  content
})

/** If nothing is known of the address, as for programs on this computer: the newer API if it is offered. */
const foundOut: readonly [api: string, create: Create] = [
  'Responses, found out',
  (access) => openAiCompatible.create({ ...access, baseUrl: `${access.baseUrl}/v1` })
]

const ofOtherSide = 'in the words of the other side of a prompt'

/** Ways in which a block gets into a request; null: this block can't. */
const ways: { readonly [name: string]: (block: ContentBlock) => MessagePart | null } = {
  'in a result': (block) => call([block]),
  'in a prompt': (block) => ({
    type: 'prompt',
    serverName: 'lab',
    name: 'p',
    arguments: {},
    messages: [{ role: 'user', content: block }]
  }),
  [ofOtherSide]: (block) => ({
    type: 'prompt',
    serverName: 'lab',
    name: 'p',
    arguments: {},
    messages: [
      { role: 'user', content: { type: 'text', text: 'Hello' } },
      { role: 'assistant', content: block },
      { role: 'user', content: { type: 'text', text: 'And?' } }
    ]
  }),
  'as an attachment': (block) =>
    block.type !== 'resource'
      ? null
      : {
          type: 'resource',
          serverName: 'lab',
          uri: block.uri,
          name: 'thing',
          mimeType: block.mimeType,
          readAt: 0,
          contents: [block],
          hasChanged: false
        },
  'as a file of the person': (block) => fileOf(block)
}

/** A document is sent as both the file and its text. */
function fileOf(block: ContentBlock): MessagePart | null {
  const file = { type: 'file', name: 'a file', size: 10, text: null, data: null } as const
  if (block.type === 'text') return { ...file, mimeType: 'text/plain', text: block.text }
  if (block.type === 'image') return { ...file, mimeType: block.mimeType, data: block.data }
  return null
}

const message = (id: string, role: Message['role'], parts: MessagePart[]): Message => ({
  id,
  conversationId: 'c',
  parentId: null,
  role,
  createdAt: 0,
  model: null,
  state: 'complete',
  parts,
  failure: null,
  stopReason: null,
  usage: null
})
const noAnswer = message('4', 'assistant', [])

function messagesWith(part: MessagePart): Message[] {
  const asked = message('1', 'user', [{ type: 'text', step: 0, text: 'Look.' }])
  const again = message('3', 'user', [{ type: 'text', step: 0, text: 'And?' }])
  return part.type === 'tool-call'
    ? [asked, message('2', 'assistant', [part]), again]
    : [message('1', 'user', [part])]
}

it('has a sample of every kind', () => {
  const sampled = new Set(Object.values(samples).map(({ block }) => block.type))
  expect([...sampled].sort()).toEqual(Object.keys(contentKinds).sort())
})

describe.each([...vendors, foundOut])('%s', (api, create) => {
  const { answering } = createEndpoints(create)
  const models = [
    { model: 'a model that takes all', takesAll: true },
    { model: 'one that does not', takesAll: false }
  ]

  it.each(
    Object.entries(samples).flatMap(([kind, sample]) =>
      Object.entries(ways).flatMap(([way, toPart]) => {
        const part = toPart(sample.block)
        return part === null ? [] : models.map((taker) => ({ kind, way, sample, part, ...taker }))
      })
    )
  )('CHAT-11: $kind $way reaches $model', async ({ takesAll, sample, part, way }) => {
    const { model: endpoint, provider } = await answering({ text: 'ok' })
    const messages = messagesWith(part)
    const source = {
      messages,
      catalog: [],
      chosen: chooseAllTools([]),
      model: 'm',
      maxOutputTokens: 100,
      isDirect: false,
      systemPrompt: '',
      instructions: []
    }
    const asked = { ...buildRequest(source), takesSounds: takesAll, takesDocuments: takesAll }
    const answer = {
      read: () => noAnswer,
      change: (to: (message: Message) => Message) => void told.push(...to(noAnswer).parts)
    }
    const told: MessagePart[] = []
    const reply = new NotTakenNotes().watch({
      stream: (onSent) => provider.stream({ ...asked, onSent }, live()),
      // A result belongs to the turn that is answered. Here the user has sent a message since.
      media: () => listNewMedia({ ...source, messages: messages.slice(0, 2) }),
      live: answer,
      step: 0
    })
    const { error } = await collect(reply)
    expect(error).toBeNull()
    const sent = JSON.stringify(endpoint.requests[0]?.body)
    const isOfPerson = way !== ofOtherSide
    // Only one API accepts them. If both are possible, that one is used.
    const isHeard = isOfPerson && takesAll && (api === 'Chat Completions' || api === foundOut[0])
    const shown = isOfPerson && takesAll ? sample.shown?.[api.replace(/,.*/u, '')] : undefined
    const said = isOfPerson ? sample.said : (sample.asWords ?? sample.said)
    expect(sent).toContain(shown ?? (isHeard ? (sample.heard ?? said) : said))
    const isWhole = [png, wav, pdf].some((bytes) => sent.includes(bytes))
    if (isWhole || sample.named === null) expect(told).toEqual([])
    else
      expect(told.map((part) => (part.type === 'note' ? toEnglish(part.text) : '')).join()).toContain(
        way.includes('file') ? 'a file' : sample.named
      )
    // Bytes are never sent as text.
    if (!isHeard || sample.heard === undefined) expect(sent).not.toContain(wav)
    if (shown === undefined) expect(sent).not.toContain(pdf)
  })

  it.each(models)("CHAT-11: sends the user's PDF to $model as pages or as text", async ({ takesAll }) => {
    const { model: endpoint, provider } = await answering({ text: 'ok' })
    const file = { type: 'file', name: 'report.pdf', mimeType: 'application/pdf', size: 10 } as const
    const request = buildRequest({
      messages: messagesWith({ ...file, text: 'its words', data: pdf }),
      catalog: [],
      chosen: chooseAllTools([]),
      model: 'm',
      maxOutputTokens: 100,
      isDirect: false,
      systemPrompt: '',
      instructions: []
    })
    await collect(provider.stream({ ...request, takesDocuments: takesAll }, live()))
    const sent = JSON.stringify(endpoint.requests[0]?.body)
    const isShown = takesAll && api !== 'Chat Completions'
    expect(sent.includes(pdf)).toBe(isShown)
    expect(sent.includes('its words')).toBe(!isShown)
    expect(sent).toContain('report.pdf')
  })
})
