/** Tools that servers list, in the contract's form. */
import { describe, expect, it } from 'vitest'
import { toToolView } from './tools'

const read = (fields: object) =>
  toToolView({ name: 'read', inputSchema: { type: 'object' }, ...fields }, 'files', 0)

describe('a listed tool', () => {
  it('TOOL-34: shows its title, or the title of its annotations', () => {
    expect(read({ title: 'Read a file', annotations: { title: 'Reading' } })?.title).toBe('Read a file')
    expect(read({ annotations: { title: 'Reading' } })?.title).toBe('Reading')
    expect(read({})?.title).toBeNull()
  })

  it('TOOL-32: has exactly the hints that the server declares', () => {
    expect(
      read({ annotations: { readOnlyHint: true, destructiveHint: 'no', other: true } })?.annotations
    ).toEqual({
      readOnlyHint: true
    })
    expect(read({ annotations: 'all fine' })?.annotations).toEqual({})
  })

  it('TOOL-32: has its hints also if they are strings, and none from a list', () => {
    expect(
      read({ annotations: { readOnlyHint: 'true', openWorldHint: 0, title: null } })?.annotations
    ).toEqual({
      readOnlyHint: true,
      openWorldHint: false
    })
    expect(read({ annotations: [], _meta: [], icons: null, title: null })).toMatchObject({
      annotations: {},
      icons: [],
      problem: null
    })
  })

  it.each([undefined, null, [], {}, { type: 'object', properties: [], required: null }])(
    'is usable with the schema %j',
    (inputSchema) => {
      expect(read({ inputSchema })).toMatchObject({ problem: null, inputSchema: { type: 'object' } })
    }
  )

  it.each([
    [{ taskSupport: 'required' }, 'required'],
    [{ taskSupport: 'optional' }, 'optional'],
    [{ taskSupport: 'always' }, 'forbidden'],
    [{}, 'forbidden'],
    [undefined, 'forbidden'],
    ['required', 'forbidden']
  ])('TASK-14: with execution %j, has tasks that are %s', (execution, expected) => {
    expect(read({ execution })?.taskSupport).toBe(expected)
  })

  it('has its icons, and is not disabled by its server', () => {
    const src = 'https://example.com/read.svg'
    expect(read({ icons: [{ src }], isDisabled: true })).toMatchObject({
      icons: [{ src, mimeType: null, sizes: [], theme: null }],
      isDisabled: false
    })
    expect(read({ icons: 'none' })?.icons).toEqual([])
  })

  it('visibility/app-tool-hidden: is for those whom `_meta` names, also if the server writes `meta`', () => {
    const ui = { resourceUri: 'ui://files/list', visibility: ['app'] }
    const expected = { resourceUri: 'ui://files/list', isForModel: false, isForView: true }
    expect(read({ _meta: { ui } })).toMatchObject({ ui: expected, meta: { ui } })
    expect(read({ meta: { ui } })?.ui).toEqual(expected)
    expect(read({ _meta: null, meta: { ui } })?.ui).toEqual(expected)
    expect(read({ _meta: {}, meta: { ui } })).not.toHaveProperty('ui')
    // Too large to be kept and shown.
    expect(read({ _meta: { ui, more: 'x'.repeat(100_000) } })?.ui).toEqual(expected)
  })

  it.each([undefined, null, [], 'ui', { ui: null }, { ui: { visibility: ['model', 'app'] } }])(
    'is for models and views with `_meta` %j',
    (_meta) => {
      expect(read({ _meta })).not.toHaveProperty('ui')
    }
  )

  it('TOOL-24: may have an output schema of any JSON type', () => {
    expect(read({ outputSchema: { type: 'array' } })).toMatchObject({
      outputSchema: { type: 'array' },
      problem: null
    })
    expect(read({ outputSchema: 'none' })?.outputSchema).toBeNull()
  })
})
