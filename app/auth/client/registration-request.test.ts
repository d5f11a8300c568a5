import { describe, expect, it } from 'vitest'
import { firstRequest, mostRegistrations, nextRequest } from './registration-request'
import type { RefusedRegistration, RegistrationRequest } from './registration-request'

const redirectUri = 'http://127.0.0.1:5000/callback'
const refused = (words: string, status = 400): RefusedRegistration => ({ code: null, words, status })

/** All requests that are sent when each is rejected with the same answer. */
function sentFor(listed: readonly string[], refusal: RefusedRegistration): RegistrationRequest[] {
  const sent = [firstRequest(redirectUri, 'read', listed)]
  for (;;) {
    const next = nextRequest(sent, refusal, listed)
    if (next === null) return sent
    sent.push(next)
  }
}
const methodsFor = (listed: readonly string[], refusal = refused('')) =>
  sentFor(listed, refusal).map(({ token_endpoint_auth_method: method }) => method)

describe('a rejected registration', () => {
  it.each<[readonly string[], readonly (string | undefined)[]]>([
    [
      ['none', 'client_secret_post'],
      ['none', 'client_secret_post']
    ],
    [
      ['client_secret_basic', 'none'],
      ['none', 'client_secret_basic']
    ],
    [['none'], ['none', undefined]],
    [
      ['private_key_jwt', 'none'],
      ['none', undefined]
    ],
    [['client_secret_post'], [undefined, 'client_secret_post']],
    [[], [undefined, 'none']]
  ])('is sent once more with another client authentication method, of %j', (listed, methods) => {
    expect(methodsFor(listed).slice(0, 2)).toEqual(methods)
  })

  it.each<[string, keyof RegistrationRequest, unknown]>([
    ['Unrecognized field "application_type"', 'application_type', undefined],
    ["Policy 'Allowed Client Scopes' rejected request", 'scope', undefined],
    ['unsupported grant type: refresh_token', 'grant_types', ['authorization_code']],
    ['response_types is not allowed', 'response_types', undefined]
  ])('is sent without the member that its reason names: %s', (words, name, value) => {
    for (const status of [400, 403]) {
      const [, second] = sentFor(['none'], refused(words, status))
      expect(second?.[name]).toEqual(value)
      expect(second?.token_endpoint_auth_method).toBe('none')
    }
  })

  it('is reduced step by step when no reason is given, and stops', () => {
    const sent = sentFor(['none', 'client_secret_post'], refused(''))
    expect(sent.length).toBeLessThanOrEqual(mostRegistrations)
    expect(sent.at(-1)).not.toHaveProperty('application_type')
    for (const each of sent) expect(each.redirect_uris).toEqual([redirectUri])
  })

  it.each([
    [refused('', 401)],
    [refused('', 403)],
    [refused('', 503)],
    [{ code: 'invalid_redirect_uri', words: '', status: 400 }]
  ])('is not sent again when none of its members can be the reason: %j', (refusal) => {
    expect(sentFor(['none'], refusal)).toHaveLength(1)
  })
})
