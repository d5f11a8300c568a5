import { describe, expect, it } from 'vitest'
import type { DiscoveredLocation } from '../discovery/discovery'
import { emptyRecord, type StoredClient } from './account-record'
import { knownClient } from './registration'

const issuer = 'https://sign-in.example'
const place: DiscoveredLocation = { issuer, url: issuer, metadata: null, doubt: null }
const now = 1_000_000

function kept(changes: Partial<StoredClient>): StoredClient | null {
  const client = { client_id: 'id', client_secret: 'secret', redirectUri: null, ...changes }
  return knownClient(place, null, { record: { ...emptyRecord, clients: { [issuer]: client } }, now })
}

describe('a client that was registered before', () => {
  it.each([
    ['has no stated expiry', {}],
    ['never expires', { client_secret_expires_at: 0 }],
    ['expires later', { client_secret_expires_at: now / 1_000 + 1 }]
  ])('is used while its secret %s', (_what, changes) => {
    expect(kept(changes)).toMatchObject({ client_id: 'id' })
  })

  it('is registered again when its secret has expired', () => {
    expect(kept({ client_secret_expires_at: now / 1_000 })).toBeNull()
  })

  it('is not used for another issuer', () => {
    const record = {
      ...emptyRecord,
      clients: { 'https://other.example': { client_id: 'id', redirectUri: null } }
    }
    expect(knownClient(place, null, { record, now })).toBeNull()
  })
})
