import { describe, expect, it } from 'vitest'
import { readChallenge } from './challenge-header'
import { measureProcessorMs } from '../../../testing/processor-time'

const read = (header: string | null) => readChallenge(401, header)
const nothing = {
  status: 401,
  scheme: null,
  resourceMetadataUrl: null,
  scope: null,
  error: null,
  errorDescription: null
}

describe('the reason of a server that denies a request', () => {
  it('AUTH-13: has URL, scopes and error, quoted or not', () => {
    const header =
      'Bearer realm="a, b", resource_metadata="https://a.example/x", scope=files:read, error="insufficient_scope", error_description="More \\"rights\\""'
    expect(read(header)).toEqual({
      status: 401,
      scheme: 'bearer',
      resourceMetadataUrl: 'https://a.example/x',
      scope: 'files:read',
      error: 'insufficient_scope',
      errorDescription: 'More "rights"'
    })
  })

  it.each([
    ['no header', null],
    ['another scheme', 'Negotiate realm="a"'],
    ['only spaces', '   '],
    ['an invalid challenge', ',,,="",;']
  ])('is empty for %s', (_what, header) => {
    expect(read(header)).toEqual(nothing)
  })

  it('SYS-18: asks for a password if the server accepts nothing else', () => {
    expect(read('Basic realm="The \\"shop\\"", charset="UTF-8"')).toEqual({
      ...nothing,
      scheme: 'basic',
      realm: 'The "shop"'
    })
    expect(read('Basic')).toEqual({ ...nothing, scheme: 'basic' })
    expect(read('Basic realm="a", Bearer')).toMatchObject({ scheme: 'bearer' })
    expect(read(`Basic realm="${'a'.repeat(5_000)}"`).realm?.length).toBeLessThan(300)
  })

  it('treats the content of a quoted string as text', () => {
    const header = 'Bearer realm="a\\"b, resource_metadata=http://127.0.0.1:1/x", scope="'
    expect(read(header)).toEqual({ ...nothing, scheme: 'bearer' })
  })

  it('uses the scheme that names where to sign in, and the first of several values', () => {
    const header =
      'Basic realm="x", Bearer, DPoP algs="ES256", resource_metadata="https://a.example/1", resource_metadata="https://b.example/2"'
    expect(read(header)).toMatchObject({ scheme: 'dpop', resourceMetadataUrl: 'https://a.example/1' })
  })

  const where = 'https://a.example/x?y=1'

  it.each([
    ['without quotes', `Bearer resource_metadata=${where}, scope=read`],
    ['in single quotes', `Bearer resource_metadata='${where}', scope='read'`],
    ['in capitals', `BEARER Resource_Metadata="${where}", SCOPE="read"`],
    [
      'after other schemes',
      `Negotiate, Basic realm="a, b", Bearer resource_metadata="${where}", scope="read"`
    ],
    ['after a scheme without a comma', `Basic realm="a" Bearer resource_metadata="${where}" scope="read"`],
    ['with too many commas', `,, Bearer , resource_metadata="${where}",, scope="read",`],
    ['with semicolons', `Bearer resource_metadata="${where}"; scope=read;`],
    ['with a colon after the scheme', `Bearer: resource_metadata="${where}", scope="read"`],
    ['with spaces around separators', `Bearer resource_metadata = " ${where} " , scope = read`],
    ['without a scheme', `resource_metadata="${where}", scope="read"`],
    ['with a scheme of its own', `OAuth resource_metadata="${where}", scope="read"`],
    ['with a quote that is never closed', `Bearer scope="read", resource_metadata="${where}`],
    ['on several lines', `Bearer realm="a",\n  resource_metadata="${where}",\n  scope="read"`]
  ])('names where to sign in %s', (_what, header) => {
    expect(read(header)).toMatchObject({ scheme: 'bearer', resourceMetadataUrl: where, scope: 'read' })
  })

  it('has several scopes without quotes', () => {
    const header = `Bearer scope=files:read files:write, resource_metadata=${where}`
    expect(read(header)).toMatchObject({ scope: 'files:read files:write', resourceMetadataUrl: where })
  })

  it('is read in bounded time from a long and broken header', async () => {
    const computed = await measureProcessorMs(() => {
      read(`Bearer ${'a="b\\"c",'.repeat(200_000)}`)
      read(`Bearer ${'"'.repeat(2_000_000)}`)
    })
    expect(computed).toBeLessThan(3_000)
  })
})
