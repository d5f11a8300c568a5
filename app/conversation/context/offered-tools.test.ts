import { describe, expect, it, vi } from 'vitest'
import type { CatalogTool } from '../../servers/interface'
import { toEnglish } from '../../texts/said'
import { chooseOfferedTools, createToolCountNotice } from './offered-tools'

function toolsOf(serverName: string, count: number): CatalogTool[] {
  return Array.from({ length: count }, (_, index) => ({
    serverName,
    name: `tool-${index}`,
    modelToolName: `${serverName}__tool-${index}`,
    definitionHash: 'hash',
    title: null,
    description: '',
    annotations: {},
    icons: [],
    isDisabled: false,
    problem: null,
    inputSchema: { type: 'object' },
    outputSchema: null,
    taskSupport: 'forbidden'
  }))
}

describe('tools for a model', () => {
  it('are all that there are, up to 128', () => {
    const catalog = toolsOf('a', 128)
    expect(chooseOfferedTools(catalog)).toBe(catalog)
  })

  it('are the first ones of each server, in their order, when one server has thousands', () => {
    const small = toolsOf('small', 3)
    const chosen = chooseOfferedTools([...toolsOf('large', 10_000), ...small, ...toolsOf('other', 100)])
    const from = (name: string) => chosen.filter(({ serverName }) => serverName === name)
    expect(chosen).toHaveLength(128)
    expect(from('small')).toEqual(small)
    expect([from('large').length, from('other').length]).toEqual([63, 62])
    expect(from('large').map(({ name }) => name)).toEqual(from('large').map((_, index) => `tool-${index}`))
  })
})

describe('the notice', () => {
  it('comes once for a number of tools that is too large', () => {
    const tell = vi.fn()
    const notice = createToolCountNotice(tell)
    for (const count of [128, 300, 300, 4, 300]) notice(count)
    expect(tell).toHaveBeenCalledTimes(2)
    expect(toEnglish(tell.mock.lastCall?.[0])).toMatch(/^The model is offered 128 of 300 tools\./)
  })
})
