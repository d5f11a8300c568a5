import { describe, expect, it } from 'vitest'
import { isIdentifier } from '../../../app/contract/questions/identifier'
import { nameInSentence } from './offered-name'

describe("the name of a server's offer in one of Parley's sentences", () => {
  it.each(['read_file', 'get-sum', 'files.read', 'a/b:c', 'lesen', '\u8aad\u3080', 'x'.repeat(64)])(
    'is unchanged if it is the identifier %s',
    (name) => {
      expect(isIdentifier(name)).toBe(true)
      expect(nameInSentence(name)).toBe(name)
    }
  )

  it.each(['', 'read file', 'Safe.', 'a? b', 'a..b', 'x'.repeat(65), 'a\nb', 'a\u202eb', '-rf', 'a\u00a0b'])(
    'is quoted if it is %j',
    (name) => {
      expect(isIdentifier(name)).toBe(false)
      expect(nameInSentence(name)).toMatch(/^\u201c[^\u201c\u201d]*\u201d$/)
    }
  )

  it("can't continue the sentence or push the server out of it", () => {
    const name = 'read_file on account book? Safe, Parley says. Not on evil?'
    expect(nameInSentence(name)).toBe('\u201cread_file on account book? S\u2026Not on evil?\u201d')
    expect(Array.from(nameInSentence('a '.repeat(128))).length).toBeLessThan(45)
  })

  it("can't close its quotation marks", () => {
    for (const mark of ['"', '\u201c', '\u201d', '\u201e', '\u00ab', '\u00bb', '\u2039', '\uff02', '\u300d'])
      expect(nameInSentence(`a${mark} b`)).toBe("\u201ca' b\u201d")
  })
})
