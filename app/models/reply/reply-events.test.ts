import { expect, it } from 'vitest'
import { parseReplyEvents } from './reply-events'

const encoder = new TextEncoder()

async function read(pieces: readonly (string | Uint8Array)[]) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece)
      controller.close()
    }
  })
  const found: unknown[] = []
  for await (const event of parseReplyEvents({ body } as Pick<Response, 'body'>)) {
    if (event.type === 'value') found.push(event.name === null ? event.value : [event.name, event.value])
    else if (event.type === 'words') found.push(`words: ${event.words}`)
    else found.push(event.type === 'page' ? `page: ${event.title}` : 'done')
  }
  return found
}

const a = { a: 1 }
const b = { b: 2 }

const cases: readonly (readonly [what: string, body: string, found: readonly unknown[]])[] = [
  ['events', 'data: {"a":1}\n\ndata: {"b":2}\n\ndata: [DONE]\n\n', [a, b, 'done']],
  ['no space behind the colon', 'data:{"a":1}\n\ndata:[DONE]\n\n', [a, 'done']],
  ['line ends of Windows', 'data: {"a":1}\r\n\r\ndata: {"b":2}\r\n\r\n', [a, b]],
  ['old line ends', 'data: {"a":1}\r\rdata: {"b":2}\r\r', [a, b]],
  ['a byte order mark', '\uFEFFdata: {"a":1}\n\n', [a]],
  ['comments', ': OPENROUTER PROCESSING\n\ndata: {"a":1}\n\n:\n\n', [a]],
  ['other fields', 'id: 7\nretry: 10\nevent: chunk\ndata: {"a":1}\n\n', [['chunk', a]]],
  ['no last line end', 'data: {"a":1}\n\ndata:[DONE]', [a, 'done']],
  ['an end in small letters', 'data: {"a":1}\n\ndata: [done]\n\n', [a, 'done']],
  ['nothing after the end is read', 'data: [DONE]\n\ndata: {"a":1}\n\n', ['done']],
  ['no blank lines', 'data: {"a":1}\ndata: {"b":2}\ndata: [DONE]\n', [a, b, 'done']],
  ['a value over several lines', 'data: {\ndata:  "a": 1\ndata: }\n\n', [a]],
  ['a value cut inside of a text', 'data: {"a":"x\ndata: y"}\n\n', [{ a: 'x\ny' }]],
  ['the field twice', 'data: data: {"a":1}\n\n', [a]],
  ['an empty event', 'data:\n\ndata: {"a":1}\n\n', [a]],
  ['null', 'data: null\n\n', [null]],
  ['words among events', 'data: {"a":1}\n\ndata: ping\n\ndata: {"b":2}\n\n', [a, 'words: ping', b]],
  ['a broken event', 'data: {"a":\n\ndata: {"b":2}\n\n', ['words: {"a":', b]],
  ['Python’s numbers', 'data: {"a":NaN,"b":-Infinity,"c":"NaN"}\n\n', [{ a: null, b: null, c: 'NaN' }]],
  ['a line end inside of a text', '{"a":"x\ny"}', [{ a: 'x\ny' }]],
  [
    'an error without its field',
    'data: {"a":1}\n\n{"error":{"message":"No"}}',
    [a, { error: { message: 'No' } }]
  ],
  ['one value', '{"a":1}', [a]],
  ['one value over lines', '{\n  "a": 1\n\n}\n', [a]],
  ['a list of values', '[{"a":1},\n{"b":2}]', [a, b]],
  ['a value a line', '{"a":1}\n{"b":2}\n', [a, b]],
  ['values without line ends', '{"a":1}{"b":2}', [a, b]],
  ['words', 'Too many requests', ['words: Too many requests']],
  [
    'a page',
    '<!DOCTYPE html>\n<html><head><title>\n Sign &amp; in </title></head></html>',
    ['page: Sign & in']
  ],
  ['a page without a title', '<html><body><h1>502 Bad Gateway</h1></body></html>', ['page: 502 Bad Gateway']],
  ['nothing', '', []],
  ['an error by name alone', 'event: error\ndata: \n\n', ['words: ']]
]

it.each(cases)('reads %s', async (_what, body, found) => {
  expect(await read([body])).toEqual(found)
})

it.each(cases)('reads the same from single bytes: %s', async (_what, body, found) => {
  expect(await read([...encoder.encode(body)].map((byte) => Uint8Array.of(byte)))).toEqual(found)
})

it('replaces invalid bytes', async () => {
  expect(await read(['data: {"a":"', Uint8Array.of(0xff), '"}\n\n'])).toEqual([{ a: '\uFFFD' }])
})
