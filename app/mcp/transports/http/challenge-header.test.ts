import { describe, expect, it } from 'vitest'
import { readChallenge } from './challenge-header'
import { computingMs } from '../../../testing/computing'

const read = (header: string | null) => readChallenge(401, header)
const nothing = {
  status: 401,
  scheme: null,
  resourceMetadataUrl: null,
  scope: null,
  error: null,
  errorDescription: null
}

describe('what a server says when it does not let a request through', () => {
  it('AUTH-13: address, rights and reason, quoted or not', () => {
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
    ['nothing but blanks', '   '],
    ['what is no challenge', ',,,="",;']
  ])('nothing for %s', (_what, header) => {
    expect(read(header)).toEqual(nothing)
  })

  it('SYS-18: a password is asked for where the server takes nothing else', () => {
    expect(read('Basic realm="The \\"shop\\"", charset="UTF-8"')).toEqual({
      ...nothing,
      scheme: 'basic',
      realm: 'The "shop"'
    })
    expect(read('Basic')).toEqual({ ...nothing, scheme: 'basic' })
    expect(read('Basic realm="a", Bearer')).toMatchObject({ scheme: 'bearer' })
    expect(read(`Basic realm="${'a'.repeat(5_000)}"`).realm?.length).toBeLessThan(300)
  })

  it('what stands inside of a quoted text is text', () => {
    const header = 'Bearer realm="a\\"b, resource_metadata=http://127.0.0.1:1/x", scope="'
    expect(read(header)).toEqual({ ...nothing, scheme: 'bearer' })
  })

  it('of several schemes the one that says where to sign in, and of several values the first', () => {
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
    ['with commas too many', `,, Bearer , resource_metadata="${where}",, scope="read",`],
    ['with semicolons', `Bearer resource_metadata="${where}"; scope=read;`],
    ['with a colon after the scheme', `Bearer: resource_metadata="${where}", scope="read"`],
    ['with blanks around the signs', `Bearer resource_metadata = " ${where} " , scope = read`],
    ['without a scheme', `resource_metadata="${where}", scope="read"`],
    ['with a scheme of its own', `OAuth resource_metadata="${where}", scope="read"`],
    ['with a quote that is never closed', `Bearer scope="read", resource_metadata="${where}`],
    ['on several lines', `Bearer realm="a",\n  resource_metadata="${where}",\n  scope="read"`]
  ])('reads where to sign in %s', (_what, header) => {
    expect(read(header)).toMatchObject({ scheme: 'bearer', resourceMetadataUrl: where, scope: 'read' })
  })

  it('reads several rights without quotes', () => {
    const header = `Bearer scope=files:read files:write, resource_metadata=${where}`
    expect(read(header)).toMatchObject({ scope: 'files:read files:write', resourceMetadataUrl: where })
  })

  it('comes to an end on a long and broken one', async () => {
    const computed = await computingMs(() => {
      read(`Bearer ${'a="b\\"c",'.repeat(200_000)}`)
      read(`Bearer ${'"'.repeat(2_000_000)}`)
    })
    expect(computed).toBeLessThan(3_000)
  })
})
