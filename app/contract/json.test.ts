import { describe, expect, it } from 'vitest'
import { calls } from './bridge/calls'
import { jsonObject, jsonValue, localizedText, warning } from './json'

const nested = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels))

describe('JSON objects', () => {
  it('keep every key that JSON can hold, so that what is shown is what is sent', () => {
    const text = '{"__proto__":{"admin":true},"constructor":1,"toString":[null,{"__proto__":"x"}],"":0}'
    const answer = {
      type: 'tool-call',
      decision: 'allow-once',
      arguments: structuredClone(JSON.parse(text) as unknown)
    }
    const parsed = calls['consent.answer'].input.parse({ questionId: 'q', answer })
    expect(JSON.stringify(parsed.answer)).toContain(text)
    expect(Object.hasOwn({}, 'admin')).toBe(false)
  })

  it.each([
    [[]],
    [null],
    ['text'],
    [new Date()],
    [new Map()],
    [{ a: undefined }],
    [{ a: [1, Infinity] }],
    [{ a: NaN }]
  ])('exclude %j', (value) => expect(jsonObject.safeParse(value).success).toBe(false))

  it('are rejected without a crash when they are nested too deeply', () => {
    expect(jsonObject.safeParse(nested(400)).success).toBe(true)
    expect(jsonObject.safeParse(nested(100_000)).success).toBe(false)
    expect(jsonValue.safeParse(nested(100_000)).success).toBe(false)
  })
})

describe('localized texts', () => {
  const text = {
    text: 'host.notOpened',
    values: { file: 'a', count: 2, reason: { text: 'common.bug' }, names: ['b', { text: 'common.bug' }] }
  }

  it('hold a key, and values that may be texts themselves', () => {
    expect(localizedText.parse(text)).toEqual(text)
    expect(warning.parse({ ...text, level: 'danger' })).toEqual({ ...text, level: 'danger' })
  })

  it.each([[{}], [{ text: 1 }], [{ ...text, html: '<b>' }], [{ text: 'a', values: { b: null } }]])(
    'exclude %j',
    (value) => expect(localizedText.safeParse(value).success).toBe(false)
  )
})
