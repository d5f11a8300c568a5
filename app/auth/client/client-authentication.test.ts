import { expect, test } from 'vitest'
import { createClientAuthentication } from './client-authentication'
import { toClient } from './registration'

const id = 'parley: one'
const secret = 'a+b/c=d%'

async function authenticate(methods: readonly string[], client = toClient(id, secret)) {
  const headers = new Headers()
  const params = new URLSearchParams()
  const metadata = { token_endpoint_auth_methods_supported: [...methods] } as never
  await createClientAuthentication(client)(headers, params, 'https://login.example/token', metadata)
  return { header: headers.get('authorization'), body: Object.fromEntries(params) }
}

test('AUTH-24: encodes id and secret before joining them in a header, so that no character is lost', async () => {
  const { header, body } = await authenticate(['client_secret_basic'])
  expect(body).toEqual({})
  const words = Buffer.from(header?.replace('Basic ', '') ?? '', 'base64').toString()
  expect(words.split(':').map(decodeURIComponent)).toEqual([id, secret])
})

test('sends them unencoded in a body, and only the id of a public client', async () => {
  const posted = await authenticate(['client_secret_post'])
  expect(posted).toEqual({ header: null, body: { client_id: id, client_secret: secret } })
  expect(await authenticate(['none'], toClient(id, undefined))).toEqual({
    header: null,
    body: { client_id: id }
  })
})
