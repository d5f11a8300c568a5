import { describe, expect, it } from 'vitest'
import type { Message, MessagePart, ToolCallPart } from '../../contract/conversations'
import type { ResolvedModel } from '../../models/model'
import type { CatalogTool } from '../../servers/interface'
import { createMessage } from '../messages/stored-messages'
import { newCall } from '../messages/transcript'
import { planRequest, buildRequestSource, describeServers } from './plan-request'
import { splitRequestParts } from './split-request-parts'

const tool = (serverName: string): CatalogTool => ({
  serverName,
  name: 'read',
  modelToolName: `${serverName}__read`,
  definitionHash: 'h',
  title: null,
  description: `Reads ${serverName}.`,
  annotations: {},
  icons: [],
  isDisabled: false,
  problem: null,
  inputSchema: { type: 'object' },
  outputSchema: null,
  taskSupport: 'forbidden'
})
const call: ToolCallPart = {
  ...newCall(),
  step: 0,
  callId: 'k',
  providerCallId: 'p',
  modelToolName: 'files__read',
  serverName: 'files',
  toolName: 'read',
  toolTitle: null,
  state: 'done',
  content: [{ type: 'text', text: 'Otters.' }]
}
const words = (text: string): MessagePart => ({ type: 'text', step: 0, text })
const place = (id: string) => ({ id, conversationId: 'c', parentId: null, createdAt: 0 })
const file: MessagePart = {
  type: 'file',
  name: 'notes.txt',
  mimeType: 'text/plain',
  size: 9,
  text: 'Sea notes',
  data: null
}
const messages: readonly Message[] = [
  createMessage({ ...place('m1'), role: 'user', parts: [file, words('Read it')] }),
  createMessage({ ...place('m2'), role: 'assistant', model: 'p/m', parts: [call, words('Done.')] }),
  createMessage({ ...place('m3'), role: 'user', parts: [words('And seals?')] }),
  createMessage({ ...place('m4'), role: 'assistant', model: 'p/m', parts: [words('Them too.')] })
]
const target: ResolvedModel = {
  provider: { name: 'p', listModels: async () => [], stream: async function* () {} },
  model: 'm',
  maxOutputTokens: 100,
  contextTokens: 200_000,
  mostTools: null
}
const settings = { maxToolSteps: 9, systemPrompt: 'Be brief.', toolShare: 50, resultLimit: 50_000 }

function plan(leftOut: readonly string[] = [], said = messages) {
  const asked = { modelId: 'p/m', target, messages: said, settings, leftOut: new Set(leftOut) }
  const told = describeServers(asked, {
    catalog: [tool('files'), tool('mail')],
    instructions: [{ serverName: 'files', text: 'Ask for otters.' }],
    words: { tools: (all) => all, instructions: (all) => all }
  })
  return { ...planRequest(asked, told), source: buildRequestSource(asked, told), told }
}

const sent = (leftOut: readonly string[], said = messages) => JSON.stringify(plan(leftOut, said).request)

describe('the parts of the next request', () => {
  it("includes the system prompt, each server's metadata, each exchange, and each attachment, with their sizes", () => {
    const { source, request } = plan()
    const found = splitRequestParts(source, request)
    expect(found.map(({ part }) => [part.key, part.name])).toEqual([
      ['system', ''],
      ['instructions:files', 'files'],
      ['tools:files', 'files'],
      ['tools:mail', 'mail'],
      ['messages:m1', 'Read it'],
      ['attachment:m1:0', 'notes.txt'],
      ['messages:m3', 'And seals?']
    ])
    for (const { part } of found) expect(part.tokens).toBeGreaterThan(0)
    const text = (key: string) =>
      found
        .find(({ part }) => part.key === key)
        ?.words()
        .map(({ by, text: words }) => `${by}: ${words}`)
        .join('\n')
    expect(text('system')).toBe('null: Be brief.')
    expect(text('instructions:files')).toContain('> Ask for otters.')
    expect(text('tools:mail')).toContain('Reads mail.')
    expect(text('messages:m1')).toMatch(/^person: Read it\ncall: .*\{\}\nmodel: Done\.\nresult: Otters\.$/u)
    expect(text('messages:m1')).not.toContain('Sea notes')
    expect(text('attachment:m1:0')).toContain('Sea notes')
  })

  it.each([
    ['system', 'Be brief.'],
    ['instructions:files', 'Ask for otters.'],
    ['tools:mail', 'Reads mail.'],
    ['messages:m3', 'And seals?'],
    ['attachment:m1:0', 'Sea notes']
  ])('leaves out %s and sends everything else', (key, words) => {
    const whole = ['Be brief.', 'Ask for otters.', 'Reads files.', 'Reads mail.', 'Sea notes', 'And seals?']
    for (const each of whole) expect(sent([])).toContain(each)
    for (const each of whole) expect(sent([key]).includes(each), each).toBe(each !== words)
  })

  it('leaves out an exchange as a whole, so no call is without its result', () => {
    const text = sent(['messages:m1'])
    for (const gone of ['Read it', 'Otters.', 'tool-call', 'tool-result', 'Done.', 'Sea notes'])
      expect(text).not.toContain(gone)
    expect(text).toContain('And seals?')
  })

  it('keeps the message that is being answered, no matter what was left out', () => {
    const answering = [...messages.slice(0, 3), { ...messages[3], state: 'streaming' } as Message]
    expect(sent(['messages:m3'], answering)).toContain('And seals?')
  })

  it('counts server metadata for data sharing only where it is sent', () => {
    const servers = plan(['instructions:files', 'tools:files']).told.definitions.map((one) => one.serverName)
    expect(new Set(servers)).toEqual(new Set(['mail']))
  })
})
