import { expect, it } from 'vitest'
import { readScenario, readScenarioName } from './suite-results'

const check = (change: object) => ({
  id: 'tools-call-image',
  name: 'ToolsCallImage',
  description: 'Tool returns image content',
  status: 'SUCCESS',
  specReferences: [{ id: 'MCP-Tools-Call', url: 'https://modelcontextprotocol.io/specification/tools' }],
  ...change
})

it('reads the scenario out of the name of a folder', () => {
  expect(readScenarioName('server-tools-list-2026-11-30T02-55-56-949Z')).toBe('tools-list')
  expect(readScenarioName('server-server-initialize-2026-11-30T02-55-54-316Z')).toBe('server-initialize')
  expect(readScenarioName('other')).toBeNull()
})

it('names what failed, why, and the section that requires it', () => {
  const text = JSON.stringify([
    check({ status: 'FAILURE', errorMessage: 'No image' }),
    check({ id: 'valid' })
  ])
  expect(readScenario('tools-call-image', text, 'process')).toEqual({
    scenario: 'tools-call-image',
    state: 'failed',
    isBridge: false,
    checks: [
      {
        id: 'tools-call-image',
        description: 'Tool returns image content',
        state: 'failed',
        message: 'No image',
        sections: ['https://modelcontextprotocol.io/specification/tools']
      },
      expect.objectContaining({ id: 'valid', state: 'passed', message: null })
    ]
  })
})

it.each([
  [[check({}), check({ status: 'INFO' })], 'passed'],
  [[check({ status: 'WARNING' })], 'passed'],
  [[check({ status: 'SKIPPED' })], 'skipped'],
  [[], 'skipped']
])('judges a scenario by its checks: %#', (checks, state) => {
  expect(readScenario('one', JSON.stringify(checks), 'direct').state).toBe(state)
})

it.each(['', '{}', '[{"id": 1}]'])('counts a file that it cannot read as failed: %s', (text) => {
  expect(readScenario('one', text, 'direct')).toEqual({
    scenario: 'one',
    state: 'failed',
    isBridge: false,
    checks: []
  })
})

it('limits the length of texts', () => {
  const text = JSON.stringify([check({ errorMessage: 'x'.repeat(10_000), status: 'FAILURE' })])
  expect(readScenario('one', text, 'direct').checks[0]?.message).toHaveLength(2_000)
})

it('keeps 500 checks with 10 sections each, and judges all of them', () => {
  const many = check({ specReferences: Array.from({ length: 11 }, () => ({ url: 'https://spec.example' })) })
  const text = JSON.stringify([...Array.from({ length: 500 }, () => many), check({ status: 'FAILURE' })])
  const { checks, state } = readScenario('one', text, 'direct')
  expect(state).toBe('failed')
  expect(checks).toHaveLength(500)
  expect(checks[0]?.sections).toHaveLength(10)
})

it.each([
  ['dns-rebinding-protection', { direct: false, forwarded: true, process: true }],
  ['server-session-lifecycle', { direct: false, forwarded: false, process: true }],
  ['tools-list', { direct: false, forwarded: false, process: false }]
] as const)('says which scenarios test the bridge: %s', (scenario, expected) => {
  for (const road of ['direct', 'forwarded', 'process'] as const)
    expect(readScenario(scenario, '[]', road).isBridge).toBe(expected[road])
})
