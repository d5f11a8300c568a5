import { describe, expect, it } from 'vitest'
import { readViewMetadata } from './view-metadata'

const nothing = {
  domains: { connect: [], resource: [], frame: [], baseUri: [] },
  refused: [],
  permissions: [],
  prefersBorder: null
}

describe('readViewMetadata', () => {
  it.each([
    [undefined],
    [null],
    ['ui'],
    [[]],
    [{ ui: null }],
    [{ ui: [] }],
    [{ ui: { csp: null, permissions: [], prefersBorder: 'yes', domain: 'unknown.example' } }],
    [{ ui: { csp: { connectDomains: 'https://a.example', resourceDomains: { 0: 'https://a.example' } } } }]
  ])('reads nothing from %j', (meta) => {
    expect(readViewMetadata(meta, meta)).toEqual(nothing)
  })

  it('prefers what the content says to what the list says', () => {
    const list = { ui: { prefersBorder: true, permissions: { camera: {} } } }
    expect(readViewMetadata(list, { other: 1 })).toEqual({
      ...nothing,
      prefersBorder: true,
      permissions: ['camera']
    })
    expect(readViewMetadata(list, { ui: { prefersBorder: false } })).toEqual({
      ...nothing,
      prefersBorder: false
    })
  })

  it('reads each host once a list, and says why it refuses a domain', () => {
    const connectDomains = [
      'https://a.example',
      'a.example/',
      7,
      'http://b.example',
      `x\u202e;${'y'.repeat(400)}`
    ]
    const { domains, refused } = readViewMetadata(null, { ui: { csp: { connectDomains } } })
    expect(domains.connect).toEqual(['a.example'])
    expect(refused.map(({ reason }) => reason)).toEqual(['malformed', 'scheme', 'malformed'])
    expect(refused[2]?.domain).not.toContain('\u202e')
    expect(refused[2]?.domain.length).toBeLessThan(260)
  })

  it('reads at most 50 domains of a list', () => {
    const resourceDomains = Array.from({ length: 60 }, (_, index) => `https://host${index}.example`)
    const { domains, refused } = readViewMetadata(null, { ui: { csp: { resourceDomains } } })
    expect(domains.resource).toHaveLength(50)
    expect(refused).toEqual([{ use: 'resource', domain: 'https://host50.example', reason: 'too-many' }])
  })

  it('knows only the permissions of the specification', () => {
    const permissions: unknown = JSON.parse(
      '{"camera":{},"microphone":true,"clipboardWrite":{},"bluetooth":{},"__proto__":{"geolocation":{}}}'
    )
    expect(readViewMetadata(null, { ui: { permissions } }).permissions).toEqual(['camera', 'clipboardWrite'])
  })
})
