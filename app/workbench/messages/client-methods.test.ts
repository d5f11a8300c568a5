import { describe, expect, it } from 'vitest'
import { readProtocolSchemas } from './choose-schema'
import { listClientMethods } from './client-methods'

const schemas = await readProtocolSchemas()

describe('the methods of a revision', () => {
  it.each(Object.keys(schemas))('%s have the parameters that they need', (revision) => {
    const methods = listClientMethods(schemas, revision)
    const read = (method: string) => methods.find((one) => one.method === method)?.params
    expect(read('tools/call')).toEqual({ name: '', arguments: {} })
    expect(read('resources/read')).toEqual({ uri: '' })
    expect(read('tools/list')).toBeNull()
    expect(read('completion/complete')).toMatchObject({
      argument: { name: '', value: '' },
      ref: { name: '' }
    })
  })

  it('of 2026-07-28 have no handshake', () => {
    const names = listClientMethods(schemas, '2026-07-28').map(({ method, kind }) => `${kind} ${method}`)
    expect(names).toContain('request server/discover')
    expect(names).toContain('notification notifications/cancelled')
    expect(names.join()).not.toContain('initialize')
  })

  it('are unknown for a revision without a schema', () => {
    expect(listClientMethods(schemas, '1999-01-01')).toEqual([])
  })
})
