import { describe, expect, it } from 'vitest'
import { buildViewPolicy } from './build-view-policy'
import { readViewMetadata } from './view-metadata'

const proxy = 'parley-view://proxy'

function directivesFor(ui: unknown, choices: Partial<Parameters<typeof buildViewPolicy>[1]> = {}) {
  const policy = buildViewPolicy(readViewMetadata(null, { ui }), { allowedHosts: [], ...choices })
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
  it('security/csp-no-loosening: names no host if the server declares none', () => {
    expect(directivesFor(undefined, { allowedHosts: everyHost })).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'", "'unsafe-inline'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'", 'data:'],
      'media-src': ["'self'", 'data:', 'blob:'],
      'connect-src': ["'none'"],
      'frame-src': ["'none'"],
      'worker-src': ['blob:'],
      'object-src': ["'none'"],
      'base-uri': ["'self'"],
      'form-action': ["'none'"],
      'frame-ancestors': [proxy]
    })
  })

  it('security/csp-no-loosening: names no declared host that the user has not allowed', () => {
    expect(directivesFor({ csp })).toEqual(directivesFor(undefined))
    const some = directivesFor({ csp }, { allowedHosts: ['cdn.example.com'] })
    expect(some['script-src']).toEqual(["'self'", "'unsafe-inline'", 'https://cdn.example.com'])
    expect(some['connect-src']).toEqual(["'none'"])
    expect(some['base-uri']).toEqual(['https://cdn.example.com'])
  })

  it('names each declared and allowed host in the directives of its list only', () => {
    const resources = ['https://cdn.example.com', 'https://*.tiles.example']
    expect(directivesFor({ csp }, { allowedHosts: everyHost })).toEqual({
      ...directivesFor(undefined),
      'script-src': ["'self'", "'unsafe-inline'", ...resources],
      'style-src': ["'self'", "'unsafe-inline'", ...resources],
      'img-src': ["'self'", 'data:', 'blob:', ...resources],
      'font-src': ["'self'", 'data:', ...resources],
      'media-src': ["'self'", 'data:', 'blob:', ...resources],
      'connect-src': ['https://api.example.com'],
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
    const { hosts, refused } = buildViewPolicy(declared, {
      allowedHosts: ['api.example.com', 'undeclared.example']
    })
    expect(hosts).toEqual(['api.example.com'])
    expect(refused).toEqual([
      { use: 'connect', domain: 'wss://live.example', reason: 'web-socket' },
      { use: 'connect', domain: 'other.example', reason: 'not-allowed' }
    ])
  })

  it('allows WebAssembly only if the server declares it, and code from text only if the user allows it', () => {
    const inline = ["'self'", "'unsafe-inline'"]
    expect(directivesFor({ csp: { wasmUnsafeEval: true } })['script-src']).toEqual([
      ...inline,
      "'wasm-unsafe-eval'"
    ])
    expect(directivesFor({ csp: { wasmUnsafeEval: 'yes', unsafeEval: true } })['script-src']).toEqual(inline)
    const withCode = { ...directivesFor({}), 'script-src': [...inline, "'unsafe-eval'", 'data:', 'blob:'] }
    expect(directivesFor({}, { isCodeFromTextAllowed: true })).toEqual(withCode)
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
    expect(directivesFor({ csp: lists }, { allowedHosts: [...hostile, 'a.example'] })).toEqual(
      directivesFor(undefined)
    )
  })
})
