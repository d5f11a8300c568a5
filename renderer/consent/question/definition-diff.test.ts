import { describe, expect, it } from 'vitest'
import type { ServerAct } from '../../../app/contract/server-act'
import { diffServerDefinitions, readHostname, splitAddress } from './definition-diff'
import { diffSequence, diffText } from './sequence-diff'

const act: ServerAct = {
  transport: 'stdio',
  command: 'npx',
  args: ['-y', 'notes-server'],
  cwd: null,
  environmentNames: ['TOKEN'],
  url: null,
  headerNames: []
}

describe('what changed since a server was trusted', () => {
  it('is nothing for the same definition', () => {
    expect(diffServerDefinitions(act, { ...act, args: [...act.args] })).toEqual([])
  })

  it('marks the added and the removed argument', () => {
    expect(diffServerDefinitions(act, { ...act, args: ['-y', 'evil-server', '--all'] })).toEqual([
      {
        label: 'Arguments',
        kind: 'lines',
        parts: [
          { mark: 'same', text: '-y' },
          { mark: 'removed', text: 'notes-server' },
          { mark: 'added', text: 'evil-server' },
          { mark: 'added', text: '--all' }
        ]
      }
    ])
  })

  it('marks words inside a changed address', () => {
    const before = { ...act, url: 'https://example.com/mcp' }
    const changes = diffServerDefinitions(before, { ...before, url: 'https://example.org/mcp' })
    expect(changes).toEqual([
      {
        label: 'Address',
        kind: 'words',
        parts: [
          { mark: 'same', text: 'https://example.' },
          { mark: 'removed', text: 'com' },
          { mark: 'added', text: 'org' },
          { mark: 'same', text: '/mcp' }
        ]
      }
    ])
  })

  it('names every changed part of the definition', () => {
    const other: ServerAct = {
      transport: 'http',
      command: null,
      args: [],
      cwd: '/tmp',
      environmentNames: [],
      url: 'https://example.com',
      headerNames: ['X-Team']
    }
    expect(diffServerDefinitions(act, other).map((change) => change.label)).toEqual([
      'Connection',
      'Command',
      'Arguments',
      'Folder',
      'Address',
      'Environment variables',
      'Headers'
    ])
  })
})

describe('a difference', () => {
  it('contains both texts', () => {
    const before = 'the quick  brown fox'
    const after = 'the slow brown foxes!'
    const parts = diffText(before, after)
    const read = (mark: string) =>
      parts
        .filter((part) => part.mark !== mark)
        .map((part) => part.text)
        .join('')
    expect(read('added')).toBe(before)
    expect(read('removed')).toBe(after)
  })

  it('shows everything removed and everything added if there are too many differences, with the common parts around them', () => {
    const many = (prefix: string) => [
      'begin',
      ...Array.from({ length: 400 }, (_, at) => `${prefix}${at}`),
      'end'
    ]
    const parts = diffSequence(many('a'), many('b'))
    expect(parts.map(({ mark }) => mark)).toEqual([
      'same',
      ...Array.from({ length: 400 }, () => 'removed'),
      ...Array.from({ length: 400 }, () => 'added'),
      'same'
    ])
  })

  it('stays fast for very long sequences', () => {
    const many = (prefix: string) => Array.from({ length: 20_000 }, (_, index) => `${prefix}${index}`)
    expect(diffSequence(many('a'), many('b'))).toHaveLength(40_000)
  })
})

describe('an address', () => {
  it('shows the host that is really contacted', () => {
    expect(splitAddress('https://example.com@evil.test:8443/mcp?x=1')).toEqual({
      before: 'https://example.com@',
      host: 'evil.test:8443',
      after: '/mcp?x=1'
    })
    expect(splitAddress('${env:BASE}/mcp')).toBeNull()
    expect(splitAddress('https://good.test\\@evil.test/')).toMatchObject({ host: 'good.test' })
    expect(splitAddress('https://ex\u0430mple.com/')).toBeNull()
    expect(readHostname('https://ex\u0430mple.com/')).toMatch(/^xn--/)
  })
})
