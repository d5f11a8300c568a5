import { expect, it } from 'vitest'
import { SecretRegistry } from '../../base/logger'
import { createRecordStore, emptyRecord, type AccountRecord } from './account-record'

const place = { issuer: 'https://sign-in.example', url: 'https://sign-in.example', metadata: null }
const owner = { client_id: 'id', client_secret: 'client-secret-1', redirectUri: null }
const session = {
  place,
  serverUrl: 'https://server.example/mcp',
  resource: null,
  accessToken: 'access-token-1',
  refreshToken: 'refresh-token-1',
  expiresAt: null,
  renewAt: null,
  requestedScopes: [],
  scopes: [],
  name: null,
  proofKey: { d: 'proof-key-1' }
}
const full: AccountRecord = {
  version: 1,
  clients: { 'https://sign-in.example': owner },
  session,
  identity: {
    place,
    client: { ...owner, client_secret: 'client-secret-2' },
    idToken: 'id-token-1',
    refreshToken: 'refresh-token-2',
    expiresAt: 0,
    name: null
  },
  isSignedOut: false
}
const secrets = [
  'client-secret-1',
  'client-secret-2',
  'access-token-1',
  'refresh-token-1',
  'proof-key-1',
  'id-token-1',
  'refresh-token-2'
]

function recordStore() {
  const stored = new Map<string, string>()
  const secretRegistry = new SecretRegistry()
  const store = createRecordStore('server', {
    secretRegistry,
    secrets: {
      read: async (name) => stored.get(name) ?? null,
      write: async (name, value) => void stored.set(name, value),
      remove: async (name) => void stored.delete(name)
    }
  })
  return {
    store,
    stored,
    lines: () => JSON.stringify(secretRegistry.redactDeep({ line: secrets.join(' ') }))
  }
}

it('keeps every secret of a stored record out of logs', async () => {
  const { store, lines } = recordStore()
  for (const secret of secrets) expect(lines()).toContain(secret)
  await store.write(full)
  for (const secret of secrets) expect(lines()).not.toContain(secret)
})

it('nor one of a record from an earlier run', async () => {
  const before = recordStore()
  await before.store.write(full)
  const { store, stored, lines } = recordStore()
  for (const [name, value] of before.stored) stored.set(name, value)
  expect(await store.read()).toEqual(full)
  for (const secret of secrets) expect(lines()).not.toContain(secret)
})

it('keeps a password out of logs in plain form, not only in the encoded form that is sent', async () => {
  const { store, lines } = recordStore()
  const accessToken = Buffer.from('me:access-token-1').toString('base64')
  await store.write({ ...emptyRecord, session: { ...session, accessToken, scheme: 'basic' } })
  expect(lines()).not.toContain('access-token-1')
})
