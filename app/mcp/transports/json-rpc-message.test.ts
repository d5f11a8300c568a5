import { describe, expect, it } from 'vitest'
import { dropNonFiniteNumbers } from './json-rpc-message'

describe('a number out of range', () => {
  it('becomes null everywhere, and nothing else changes', () => {
    const value: unknown = JSON.parse('{"a":[1e400,1,{"__proto__":-1e400}],"b":-0.5,"c":"1e400"}')
    dropNonFiniteNumbers(value)
    expect(JSON.stringify(value)).toBe('{"a":[null,1,{"__proto__":null}],"b":-0.5,"c":"1e400"}')
  })

  it('is found at any depth', () => {
    const value: unknown = JSON.parse('['.repeat(100_000) + '1e999' + ']'.repeat(100_000))
    expect(() => dropNonFiniteNumbers(value)).not.toThrow()
  })
})
