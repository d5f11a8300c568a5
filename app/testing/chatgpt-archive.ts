/** Creates archives like those of ChatGPT, for unit tests and journeys. */
import { deflateRawSync } from 'node:zlib'

/** A conversation: a question, an answer, and a different version of the question with its own answer. */
export function chatGptConversation(number: number): Record<string, unknown> {
  const at = 1_700_000_000 + number * 60
  const node = (id: string, parent: string | null, children: readonly string[], message: unknown = null) => ({
    id,
    parent,
    children,
    message
  })
  const said = (role: string, text: string, more: Record<string, unknown> = {}) => ({
    author: { role },
    create_time: at,
    content: { content_type: 'text', parts: [text] },
    metadata: role === 'assistant' ? { model_slug: 'gpt-4o' } : {},
    ...more
  })
  return {
    title: `Imported talk ${number}`,
    create_time: at,
    update_time: at + 30,
    conversation_id: `talk-${number}`,
    current_node: 'a2',
    mapping: {
      root: node('root', null, ['system']),
      system: node('system', 'root', ['q1', 'q2'], said('system', '')),
      q1: node('q1', 'system', ['a1'], said('user', `First question of talk ${number}`)),
      a1: node('a1', 'q1', [], said('assistant', 'First answer')),
      q2: node('q2', 'system', ['run'], said('user', `Second question of talk ${number}`)),
      run: node('run', 'q2', ['out'], {
        ...said('assistant', ''),
        content: { content_type: 'code', language: 'python', text: 'print(6 * 7)' }
      }),
      out: node('out', 'run', ['a2'], {
        ...said('tool', ''),
        content: { content_type: 'execution_output', text: '42' }
      }),
      a2: node('a2', 'out', [], said('assistant', `Answer **${number}** of the talk`))
    }
  }
}

/** A compressed zip with these files. */
export function createZip(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const bodies: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(Buffer.byteLength(content), 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const body = Buffer.concat([signed(0x04034b50), fields, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    list.push(signed(0x02014b50), Buffer.from([20, 0]), fields, place, Buffer.from(name))
    bodies.push(body)
    offset += body.length
  }
  const entries = Buffer.concat(list)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(files).length, 4)
  end.writeUInt16LE(Object.keys(files).length, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, entries, signed(0x06054b50), end])
}

function signed(signature: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(signature)
  return bytes
}
