/** Conversations as files: their content, and that it isn't active. */
import { describe, expect, it } from 'vitest'
import type { Message, MessagePart } from '../../contract/conversations'
import type { ArchivedConversation } from '../archived-conversation'
import { renderMarkdown } from './render-markdown'
import { toMarkdown } from './markdown'
import { writeArchive } from './write'

const message = (id: string, parentId: string | null, given: Partial<Message> = {}): Message => ({
  id,
  conversationId: 'c',
  parentId,
  role: 'user',
  createdAt: 0,
  model: null,
  state: 'complete',
  parts: [text(id)],
  failure: null,
  stopReason: null,
  usage: null,
  ...given
})

const text = (words: string): MessagePart => ({ type: 'text', step: 0, text: words })

const call: MessagePart = {
  type: 'tool-call',
  step: 0,
  callId: 'k',
  providerCallId: 'k',
  modelToolName: 'x',
  serverName: 'files',
  toolName: 'read',
  toolTitle: null,
  arguments: { path: '/a' },
  isEditedByPerson: false,
  state: 'done',
  progress: null,
  content: [{ type: 'text', text: 'a ``` in it' }],
  structuredContent: null,
  isError: false,
  failure: null,
  startedAt: 0,
  endedAt: 1
}

const conversation = (messages: readonly Message[], title = 'Trip'): ArchivedConversation => ({
  summary: { id: 'c', title, createdAt: 0, updatedAt: 0, model: 'direct' },
  messages,
  shownId: messages.at(-1)?.id ?? null
})

async function write(format: 'html' | 'json' | 'markdown', ...all: readonly ArchivedConversation[]) {
  const conversations = (async function* () {
    yield* all
  })()
  const layOut = async (markdown: string) => renderMarkdown(markdown)
  const pieces: string[] = []
  for await (const piece of writeArchive({ format, conversations, exportedAt: 0, layOut })) pieces.push(piece)
  return pieces.join('')
}

describe('as Markdown', () => {
  it('has the displayed branch, with calls and results in unbreakable fences', () => {
    const answer = message('a2', 'q', { role: 'assistant', model: 'p/m', parts: [call, text('**done**')] })
    const markdown = toMarkdown(conversation([message('q', null), message('a1', 'q'), answer]))
    expect(markdown).toBe(
      [
        ...['# Trip', '## You', 'q', '## Assistant (p/m)', '**Tool call files › read (done)**'],
        ...['```json\n{\n  "path": "/a"\n}\n```', '**Result of files › read**'],
        ...['````\na ``` in it\n````', '**done**\n']
      ].join('\n\n')
    )
  })

  it('starts no line or heading with a title or name, and leaves out invisible characters', () => {
    const odd = conversation([message('q', null, { parts: [text('a\u202eb')] })], 'x\n# y <b>')
    expect(toMarkdown(odd)).toBe('# x \\# y \\<b\\>\n\n## You\n\nab\n')
  })
})

describe('as a web page', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![spy](https://evil.example/pixel.png)',
    '[press](javascript:alert(1))',
    '`</pre><script>alert(2)</script>`',
    '<svg onload=alert(1)>'
  ].join('\n\n')

  it('removes elements, handlers and addresses from texts', async () => {
    const parts: MessagePart[] = [
      text(hostile),
      { ...call, toolName: '<iframe>', content: [{ type: 'text', text: '</pre><script>' }] },
      {
        type: 'file',
        name: '"><script>',
        mimeType: 'text/html',
        size: 1,
        text: '<script>x</script>',
        data: null
      }
    ]
    const page = await write('html', conversation([message('q', null, { parts })], '</title><script>'))
    expect(page).not.toMatch(/<(?:script|iframe|svg|img)/)
    expect(page).not.toMatch(/<[^>]*\son\w+=/)
    expect(page).not.toContain('href="javascript')
    expect(page).toContain('<a href="https://evil.example/pixel.png">spy</a>')
    expect(page).toContain(`content="default-src 'none'; img-src data:; style-src 'unsafe-inline';`)
  })

  it('renders Markdown and embeds pictures, except those that could contain a program', async () => {
    const picture = (mimeType: string, data: string): MessagePart => ({
      type: 'file',
      name: 'p',
      size: 1,
      text: null,
      mimeType,
      data
    })
    const parts = [
      text('| a |\n|---|\n| **b** |'),
      picture('image/png', 'AAAA'),
      picture('image/svg+xml', 'BBBB'),
      picture('image/png', '"><script>')
    ]
    const page = await write('html', conversation([message('q', null, { parts })]))
    expect(page).toContain('<td><strong>b</strong></td>')
    expect(page.match(/<img[^>]*>/g)).toEqual(['<img alt="" src="data:image/png;base64,AAAA">'])
  })

  it('writes plain text for what could not be rendered', async () => {
    const one = conversation([message('q', null, { parts: [text('**<b>**')] })])
    const conversations = (async function* () {
      yield one
    })()
    const pieces: string[] = []
    const file = { format: 'html', conversations, exportedAt: 0, layOut: async () => null } as const
    for await (const piece of writeArchive(file)) pieces.push(piece)
    expect(pieces.join('')).toContain('<pre>**&#60;b&#62;**</pre>')
  })
})

describe('as JSON', () => {
  it('has all branches of all conversations, and no data of this computer', async () => {
    const first = conversation([message('q', null), message('a1', 'q'), message('a2', 'q')])
    const withFolders = { ...first, summary: { ...first.summary, folders: ['/home/me'] } }
    const file = JSON.parse(await write('json', withFolders, conversation([], 'Empty')))
    expect(file).toMatchObject({ format: 'parley-conversations', version: 1 })
    expect(file.conversations.map(({ title }: { title: string }) => title)).toEqual(['Trip', 'Empty'])
    expect(file.conversations[0]).toEqual({
      id: 'c',
      title: 'Trip',
      createdAt: 0,
      updatedAt: 0,
      model: 'direct',
      shownMessageId: 'a2',
      messages: first.messages
    })
  })
})
