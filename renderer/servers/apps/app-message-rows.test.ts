import { describe, expect, it } from 'vitest'
import type { TracedViewMessage } from '../../../app/contract/bridge/inspected-view-calls'
import { addMessages, appMessageLines, noAppMessages } from './app-message-rows'

function traced(index: number, direction: 'in' | 'out', text: string | null): TracedViewMessage {
  return { index, at: 0, direction, text, size: text?.length ?? 99, refusal: null }
}

const add = (...messages: readonly TracedViewMessage[]) =>
  addMessages(noAppMessages, { viewId: 'v', messages: [...messages], leftOut: 0 })

describe('the messages of an app', () => {
  it('name the request that an answer belongs to, in both directions', () => {
    const { rows } = add(
      traced(0, 'in', '{"id":1,"method":"ui/initialize"}'),
      traced(1, 'out', '{"id":1,"method":"tools/list"}'),
      traced(2, 'out', '{"id":1,"result":{}}'),
      traced(3, 'in', '{"id":1,"error":{"code":1}}'),
      traced(4, 'in', '{"method":"ui/notifications/initialized"}'),
      traced(5, 'in', '{"id":7,"result":{}}')
    )
    expect(rows.map(({ kind, method }) => [kind, method])).toEqual([
      ['request', 'ui/initialize'],
      ['request', 'tools/list'],
      ['result', 'ui/initialize'],
      ['failure', 'tools/list'],
      ['notification', 'ui/notifications/initialized'],
      ['result', null]
    ])
  })

  it.each([null, 'no JSON', '"text"', '[1]', 'null'])('can be anything: %s', (text) => {
    expect(add(traced(0, 'in', text)).rows[0]).toMatchObject({ kind: 'unreadable', method: null })
  })

  it('are limited in number and in characters, and the oldest go first', () => {
    const many = Array.from({ length: 700 }, (_, index) => traced(index, 'in', '{"method":"a"}'))
    const { rows, leftOut } = add(...many)
    expect(rows).toHaveLength(500)
    expect(rows[0]?.message.index).toBe(200)
    expect(leftOut).toBe(200)
    const long = Array.from({ length: 200 }, (_, index) => traced(index, 'in', `"${'x'.repeat(19_998)}"`))
    expect(add(...long).rows).toHaveLength(100)
  })

  it('count those that came too fast', () => {
    expect(addMessages(noAppMessages, { viewId: 'v', messages: [], leftOut: 3 }).leftOut).toBe(3)
  })

  it('are copied as one line each', () => {
    const { rows } = add(traced(0, 'in', '{"method":"a"}'), traced(1, 'out', null))
    expect(
      appMessageLines(rows)
        .split('\n')
        .map((line) => JSON.parse(line) as unknown)
    ).toEqual([
      { at: '1970-01-01T00:00:00.000Z', direction: 'in', size: 14, refusal: null, message: { method: 'a' } },
      { at: '1970-01-01T00:00:00.000Z', direction: 'out', size: 99, refusal: null, message: null }
    ])
  })
})
