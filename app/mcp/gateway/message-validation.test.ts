import { describe, expect, it } from 'vitest'
import { toEnglish } from '../../texts/render-localized'
import type { MessageToValidate } from '../../workbench/messages/choose-schema'
import { createMessageValidation } from './message-validation'
import { checksInPlace } from '../schemas/schema-checks'

const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']

type About = Pick<MessageToValidate, 'revision' | 'kind' | 'method'>

async function validate(about: About, message: object) {
  const text = JSON.stringify(message)
  const found = await createMessageValidation(checksInPlace).validate('notes', {
    ...about,
    text
  })
  const faults = found.faults.map(({ pointer, reason }) => `${pointer} ${toEnglish(reason)}`)
  return { ...found, faults }
}

const result = (content: unknown) => ({ jsonrpc: '2.0', id: 1, result: { content, resultType: 'complete' } })

describe('the check of a message against the schema of its revision', () => {
  it.each(revisions)('finds nothing in a correct result and progress of %s', async (revision) => {
    const about = { revision, kind: 'result', method: 'tools/call' } as const
    const correct = result([{ type: 'text', text: 'Hello' }])
    expect(await validate(about, correct)).toEqual({ checkedAgainst: revision, faults: [] })
    const progress = {
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 1, progress: 2 }
    }
    const news = { revision, kind: 'notification', method: 'notifications/progress' } as const
    expect(await validate(news, progress)).toEqual({ checkedAgainst: revision, faults: [] })
    const failed = { jsonrpc: '2.0', id: 1, error: { code: -32_601, message: 'Unknown' } }
    expect((await validate({ ...about, kind: 'error' }, failed)).faults).toEqual([])
  })

  it.each(revisions)('names the place and the rule of a fault in %s', async (revision) => {
    const { faults } = await validate({ revision, kind: 'result', method: 'tools/call' }, result('Hello'))
    expect(faults).toEqual([expect.stringMatching(/^\/result\/content .*list/)])
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 7 } }
    const wrong = await validate({ revision, kind: 'request', method: 'tools/call' }, call)
    expect(wrong.faults.join('\n')).toMatch(/^\/params\/name .*text/m)
    const failed = { jsonrpc: '2.0', id: 1, error: { code: 'x', message: 'Unknown' } }
    const error = await validate({ revision, kind: 'error', method: 'tools/call' }, failed)
    expect(error.faults).toEqual([expect.stringMatching(/^\/error\/code /)])
  })

  it('checks questions of the newest revision and tasks by their own schemas', async () => {
    const asking = { jsonrpc: '2.0', id: 1, result: { resultType: 'input_required', requestState: 7 } }
    const { faults } = await validate(
      { revision: '2026-07-28', kind: 'result', method: 'tools/call' },
      asking
    )
    expect(faults).toEqual([expect.stringMatching(/^\/result\/requestState /)])
    const task = { jsonrpc: '2.0', id: 1, result: { task: { taskId: 7 } } }
    const found = await validate({ revision: '2025-11-25', kind: 'result', method: 'tools/call' }, task)
    expect(found.faults.join('\n')).toMatch(/^\/result\/task\/taskId /m)
  })

  it.each([
    [
      { revision: '2025-11-25', kind: 'request', method: 'example/own' },
      { jsonrpc: '2.0', id: 1 }
    ],
    [
      { revision: null, kind: 'request', method: 'ping' },
      { jsonrpc: '2.0', id: 1 }
    ],
    [
      { revision: '1999-01-01', kind: 'request', method: 'ping' },
      { jsonrpc: '2.0', id: 1 }
    ],
    [{ revision: '2025-11-25', kind: 'unreadable', method: null }, []],
    [
      { revision: '2025-11-25', kind: 'result', method: null },
      { jsonrpc: '2.0', id: 1, result: {} }
    ],
    [
      { revision: '2026-07-28', kind: 'result', method: 'tools/call' },
      { id: 1, result: { resultType: 'task' } }
    ]
  ] as const)('says nothing about what no schema describes: %j', async (about, message) => {
    expect(await validate(about, message)).toEqual({ checkedAgainst: null, faults: [] })
  })
})
