/** What docs/compatibility.md says of servers that work and of those that don't. */
import { describe, expect, it } from 'vitest'
import { describeCompatibility, renderRow, worksNow } from './page.mjs'

const row = { name: 'tea', package: 'mcp-tea', version: '1.0.0', call: {} }
const result = {
  version: '1.0.0',
  date: '2026-11-29',
  works: true,
  isSandboxed: true,
  tools: 2,
  seconds: 1.24,
  questions: 2,
  blocked: []
}

describe('the page of compatibility', () => {
  it('counts servers, takes the median of questions, and names the version and the date', () => {
    const more = { ...result, questions: 4 }
    const page = describeCompatibility([
      { row, result },
      { row: { ...row, package: 'mcp-pot' }, result: more }
    ])
    expect(page).toContain('**2 of 2 servers work**, 2 of them sandboxed')
    expect(page).toContain('there are 3 questions (median)')
    expect(page).toContain('| `mcp-tea` | 1.0.0 | 2026-11-29 | yes | 2 | 2 | 1.2 | works |')
    expect(page).not.toContain('What doesn’t work')
  })

  it('gives the reason of a server that does not work', () => {
    const broken = { ...result, works: false, reason: 'It ended.\nat line 3' }
    const page = describeCompatibility([{ row, result: broken }])
    expect(page).toContain('- `mcp-tea`: It ended.')
    expect(page).not.toContain('line 3')
    const known = describeCompatibility([{ row: { ...row, cannot: 'It needs macOS.' }, result: broken }])
    expect(known).toContain('- `mcp-tea`: It needs macOS.')
  })

  it('lists apps in a table of their own', () => {
    const app = { name: 'pot', package: 'mcp-pot', version: '1.0.0', shows: 'Tea', calls: 'brew' }
    const drawn = { version: '1.0.0', date: '2026-11-29', works: true, questions: 1 }
    const page = describeCompatibility([
      { row, result },
      { row: app, result: drawn }
    ])
    expect(page).toContain('**1 of 1 servers work**')
    expect(page).toContain('**1 of 1 work.**')
    expect(page).toContain('| `mcp-pot` | 1.0.0 | 2026-11-29 | `brew` | 1 | works |')
    expect(renderRow(app, drawn)).toBe('works pot (mcp-pot 1.0.0): 1 question')
  })

  it('does not count the result of another version', () => {
    expect(worksNow({ ...row, version: '1.1.0' }, result)).toBe(false)
    expect(worksNow(row, null)).toBe(false)
    expect(renderRow(row, null)).toBe('FAILS tea (mcp-tea 1.0.0): it has no result')
  })

  it('says what was blocked without the folders of the run', () => {
    const blocked = { ...result, blocked: ['/tmp/parley-e2e-AbC/home/.tea: tried to write'] }
    expect(describeCompatibility([{ row, result: blocked }])).toContain(
      '- `mcp-tea`: …/home/.tea: tried to write'
    )
  })
})
