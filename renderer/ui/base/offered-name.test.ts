import { describe, expect, it } from 'vitest'
import { isIdentifier } from '../../../app/contract/approval/identifier'
import { nameInSentence } from './offered-name'

describe('the name of what a server offers, in a sentence of ours', () => {
  it.each(['read_file', 'get-sum', 'files.read', 'a/b:c', 'lesen', '\u8aad\u3080', 'x'.repeat(64)])(
    '%s is an identifier and stands as it is',
    (name) => {
      expect(isIdentifier(name)).toBe(true)
      expect(nameInSentence(name)).toBe(name)
    }
  )

  it.each(['', 'read file', 'Safe.', 'a? b', 'a..b', 'x'.repeat(65), 'a\nb', 'a\u202eb', '-rf', 'a\u00a0b'])(
    '%j is none and stands in quotation marks',
    (name) => {
      expect(isIdentifier(name)).toBe(false)
      expect(nameInSentence(name)).toMatch(/^\u201c[^\u201c\u201d]*\u201d$/)
    }
  )

  it('can not go on with the sentence, nor push the server out of it', () => {
    const name = 'read_file on account book? Safe, Parley says. Not on evil?'
    expect(nameInSentence(name)).toBe('\u201cread_file on account book? S\u2026Not on evil?\u201d')
    expect(Array.from(nameInSentence('a '.repeat(128))).length).toBeLessThan(45)
  })

  it('can not close the marks that it stands in', () => {
    for (const mark of ['"', '\u201c', '\u201d', '\u201e', '\u00ab', '\u00bb', '\u2039', '\uff02', '\u300d'])
      expect(nameInSentence(`a${mark} b`)).toBe("\u201ca' b\u201d")
  })
})
