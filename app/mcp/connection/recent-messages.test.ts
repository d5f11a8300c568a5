import { describe, expect, it } from 'vitest'
import type { TracedMessage } from '../interface'
import { RecentMessages } from './recent-messages'

function messages() {
  const kept = new RecentMessages()
  const add = (connectionId: string, index: number, text: string | null = '{}', serverName = 'notes') => {
    const message: TracedMessage = {
      serverName,
      connectionId,
      index,
      at: 0,
      direction: 'in',
      text,
      size: null,
      oddity: null
    }
    kept.keep(message)
  }
  const listed = (serverName = 'notes') =>
    kept.of(serverName).map(({ connectionId, index }) => `${connectionId} ${index}`)
  return { kept, add, listed }
}

describe('the store of messages', () => {
  it('keeps the newest thousand of a connection, in their order', () => {
    const { add, listed } = messages()
    for (let index = 0; index < 1_005; index += 1) add('one', index)
    expect(listed()).toHaveLength(1_000)
    expect([listed()[0], listed().at(-1)]).toEqual(['one 5', 'one 1004'])
  })

  it('keeps fewer if they are large', () => {
    const { add, listed } = messages()
    for (let index = 0; index < 20; index += 1) add('one', index, 'x'.repeat(200_000))
    expect(listed()).toHaveLength(10)
    expect(listed().at(-1)).toBe('one 19')
  })

  it('keeps them after the end of their connection until its server has two newer connections', () => {
    const { add, listed } = messages()
    for (const id of ['one', 'two', 'three']) add(id, 0)
    expect(listed()).toEqual(['one 0', 'two 0', 'three 0'])
    add('four', 0)
    expect(listed()).toEqual(['two 0', 'three 0', 'four 0'])
  })

  it('drops messages of the oldest connection first, in favor of other servers', () => {
    const { add, listed } = messages()
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const name of names)
      for (let index = 0; index < 8; index += 1) add(name, index, 'x'.repeat(200_000), name)
    expect(names.map((name) => listed(name).length)).toEqual([0, 8, 8, 8, 8, 8])
  })

  it('deletes messages of one server only', () => {
    const { kept, add, listed } = messages()
    add('one', 0)
    add('two', 0, '{}', 'files')
    kept.forget('notes')
    expect([listed(), listed('files')]).toEqual([[], ['two 0']])
  })
})
