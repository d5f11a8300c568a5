import { describe, expect, it } from 'vitest'
import { readPreviewMessage } from './read-preview-message'

const read = (message: unknown) => readPreviewMessage(JSON.stringify(message))

describe('a message of a preview', () => {
  it.each([
    [{ type: 'ready', text: '' }, { type: 'ready' }],
    [
      { type: 'error', text: 'x is not defined' },
      { type: 'error', text: 'x is not defined' }
    ],
    [
      { type: 'blocked', text: 'https://cdn.example.com/a.js?secret' },
      { type: 'blocked', text: 'cdn.example.com' }
    ],
    [
      { type: 'blocked', text: 'data' },
      { type: 'blocked', text: 'data' }
    ],
    [
      { type: 'import', text: 'recharts', more: 1 },
      { type: 'import', text: 'recharts' }
    ]
  ])('%j is read', (message, expected) => {
    expect(read(message)).toEqual(expected)
  })

  it.each([
    [null],
    ['ready'],
    [{}],
    [{ type: 'error' }],
    [{ type: 'error', text: 7 }],
    [{ type: 'open-link', text: 'https://example.com/' }],
    [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }]
  ])('%j is ignored', (message) => {
    expect(read(message)).toBeNull()
  })

  it('is cut, ignored if it is too long, and ignored if it is no JSON', () => {
    expect(read({ type: 'error', text: 'x'.repeat(4_000) })).toEqual({ type: 'error', text: 'x'.repeat(500) })
    expect(read({ type: 'error', text: 'x'.repeat(5_000) })).toBeNull()
    expect(readPreviewMessage('{')).toBeNull()
  })
})
