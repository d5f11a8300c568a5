/** `_meta` from a server to the screen: unchanged, within limits. */
import { describe, expect, it } from 'vitest'
import { resourceContents } from '../../contract/offers'
import { toolView } from '../../contract/servers'
import { toOutcome } from '../calls/tool-outcome'
import { toResourceContents, toResource } from '../features/resources'
import { toToolView } from '../features/tools'
import { checksInPlace } from '../schemas/schema-checks'
import { toMeta } from './meta'

const _meta = { 'example.org/view': { uri: 'ui://chart', sizes: [1, null, 'x'] } }

describe('_meta', () => {
  it('is kept unchanged for a tool', () => {
    const tool = toToolView({ name: 'draw', inputSchema: { type: 'object' }, _meta }, 'charts', 0)
    expect(toolView.parse(tool).meta).toEqual(_meta)
  })

  it('is kept for a result, also without other content', async () => {
    expect(
      await toOutcome({ content: [], _meta }, { toolName: 'draw', tool: undefined, checks: checksInPlace })
    ).toMatchObject({
      type: 'completed',
      meta: _meta
    })
  })

  it('is kept for a listed resource and for its contents', () => {
    expect(toResource({ uri: 'ui://chart', name: 'Chart', _meta }, 'charts')).toMatchObject({ meta: _meta })
    const [contents] = toResourceContents(
      { contents: [{ uri: 'ui://chart', text: '<html>', _meta }] },
      'ui://chart',
      () => {}
    )
    expect(resourceContents.parse(contents).meta).toEqual(_meta)
  })

  it('is not read from `meta` of a resource, which is marked', () => {
    const read = (fields: object) =>
      toResourceContents({ contents: [{ text: '<html>', ...fields }] }, 'ui://chart', () => {})[0]
    expect(read({ meta: _meta })).not.toHaveProperty('meta')
    expect(resourceContents.parse(read({ meta: _meta })).hasMisnamedMeta).toBe(true)
    for (const fields of [{ _meta, meta: _meta }, { meta: 'text' }, {}])
      expect(read(fields)).not.toHaveProperty('hasMisnamedMeta')
  })

  it('is left out for a result if it only names the server, as in every result of the newest revision', () => {
    const info = { 'io.modelcontextprotocol/serverInfo': { name: 'charts', version: '1' } }
    expect(toMeta({ _meta: info })).toEqual({})
    expect(toMeta({ _meta: { ...info, ..._meta } })).toEqual({ meta: _meta })
  })

  it('is left out if it is invalid, empty, too large or too deep', () => {
    let deep: Record<string, unknown> = {}
    for (let level = 0; level < 100; level += 1) deep = { deep }
    for (const odd of [undefined, null, 'text', [1], {}, { text: 'x'.repeat(20_000) }, deep])
      expect(toMeta({ _meta: odd })).toEqual({})
    expect(toMeta({ _meta: { text: 'x'.repeat(10_000) } })).toHaveProperty('meta')
  })
})
