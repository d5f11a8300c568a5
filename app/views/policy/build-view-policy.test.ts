import { describe, expect, it } from 'vitest'
import { buildViewPolicy } from './build-view-policy'
import { readViewMetadata } from './view-metadata'

const proxy = 'parley-view://proxy'

/** Sources of scripts that name no host. */
const ownScripts = ["'self'", "'unsafe-inline'", "'unsafe-eval'", 'data:', 'blob:']

function directivesFor(ui: unknown, allowedHosts: readonly string[] = []) {
  const policy = buildViewPolicy(readViewMetadata(null, { ui }), allowedHosts)
  return Object.fromEntries(
    policy
      .header(proxy)
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources]
      })
  )
}

const csp = {
  connectDomains: ['https://api.example.com'],
  resourceDomains: ['https://cdn.example.com', 'https://*.tiles.example'],
  frameDomains: ['https://player.example'],
  baseUriDomains: ['https://cdn.example.com']
}
const everyHost = ['api.example.com', 'cdn.example.com', '*.tiles.example', 'player.example']

describe('buildViewPolicy', () => {
  it('security/csp-default-deny: names no host if the server declares none', () => {
    expect(directivesFor(undefined, everyHost)).toEqual({
      'default-src': ["'none'"],
      'script-src': ownScripts,
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'", 'data:'],
      'media-src': ["'self'", 'data:', 'blob:'],
      'connect-src': ['data:', 'blob:'],
      'frame-src': ["'none'"],
      'worker-src': ['data:', 'blob:'],
      'object-src': ["'none'"],
      'base-uri': ["'self'"],
      'form-action': ["'none'"],
      'frame-ancestors': [proxy]
    })
  })

  it('security/csp-no-loosening: names no declared host that the user has not allowed', () => {
    expect(directivesFor({ csp })).toEqual(directivesFor(undefined))
    const some = directivesFor({ csp }, ['cdn.example.com'])
    expect(some['script-src']).toEqual([...ownScripts, 'https://cdn.example.com'])
    expect(some['connect-src']).toEqual(['data:', 'blob:'])
    expect(some['base-uri']).toEqual(['https://cdn.example.com'])
  })

  it('security/csp-construct-from-domains: names each declared and allowed host in the directives of its list only', () => {
    const resources = ['https://cdn.example.com', 'https://*.tiles.example']
    expect(directivesFor({ csp }, everyHost)).toEqual({
      ...directivesFor(undefined),
      'script-src': [...ownScripts, ...resources],
      'style-src': ["'self'", "'unsafe-inline'", ...resources],
      'img-src': ["'self'", 'data:', 'blob:', ...resources],
      'font-src': ["'self'", 'data:', ...resources],
      'media-src': ["'self'", 'data:', 'blob:', ...resources],
      'connect-src': ['data:', 'blob:', 'https://api.example.com'],
      'frame-src': ['https://player.example'],
      'base-uri': ['https://cdn.example.com']
    })
  })

  it('lists the hosts that the view may load from, and each domain that it may not', () => {
    const declared = readViewMetadata(null, {
      ui: {
        csp: { connectDomains: ['https://api.example.com', 'wss://live.example', 'https://other.example'] }
      }
    })
    const { hosts, refused } = buildViewPolicy(declared, ['api.example.com', 'undeclared.example'])
    expect(hosts).toEqual(['api.example.com'])
    expect(refused).toEqual([
      { use: 'connect', domain: 'wss://live.example', reason: 'web-socket' },
      { use: 'connect', domain: 'other.example', reason: 'not-allowed' }
    ])
  })

  it('lets scripts make code from text, which names no host', () => {
    for (const declared of [{}, { wasmUnsafeEval: true }, { unsafeEval: false }])
      expect(directivesFor({ csp: declared })).toEqual(directivesFor(undefined))
  })

  it('has the same directives for every hostile domain', () => {
    const hostile = [
      'x; script-src *',
      '*',
      'https:',
      'data:',
      "'unsafe-eval'",
      'a.example\r\nX: y',
      'a.example,b.example'
    ]
    const lists = {
      connectDomains: hostile,
      resourceDomains: hostile,
      frameDomains: hostile,
      baseUriDomains: hostile
    }
    expect(directivesFor({ csp: lists }, [...hostile, 'a.example'])).toEqual(directivesFor(undefined))
  })
})
