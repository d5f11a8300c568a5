import { expect, it } from 'vitest'
import type { ServerTrustQuestion, ToolCallQuestion } from '../../../app/contract/questions/questions'
import { say } from '../../../app/texts/render-localized'
import { createAsker } from './answer-questions'

const act = {
  transport: 'stdio',
  url: null,
  headers: [],
  headerNames: [],
  command: 'notes-server',
  args: [],
  cwd: null,
  environment: [],
  environmentNames: []
}
const trust = (more: object = {}) =>
  ({
    type: 'server-trust',
    id: '1',
    serverName: 'notes',
    act: { ...act, ...more },
    previous: null,
    warnings: []
  }) as unknown as ServerTrustQuestion
const call = {
  type: 'tool-call',
  id: '2',
  serverName: 'notes',
  toolName: 'add',
  toolTitle: null,
  toolDescription: '',
  note: null,
  effect: 'adds',
  arguments: {}
} as unknown as ToolCallQuestion

function create(...lines: string[]) {
  let shown = ''
  const place = {
    error: (text: string) => void (shown += text),
    isInteractive: true,
    readLine: async () => lines.shift() ?? ''
  }
  const consents = { isJson: false, isYes: false, acceptsChanges: false, isFromVault: () => false }
  return { asker: createAsker(place, { ...consents, ownProvider: null }), shown: () => shown }
}

it("says in the question about trust what this system's sandbox does not limit", async () => {
  const sandbox = { canContain: true, remedy: null, advice: say('containment.macLimits') }
  const limits = "doesn't limit memory"
  const sandboxed = create()
  const containment = { read: [], write: [], hosts: [] }
  await sandboxed.asker.answer(trust({ containment }), sandbox)
  expect(sandboxed.shown()).toContain(limits)
  const other = create()
  await other.asker.answer(trust(), sandbox)
  expect(other.shown()).not.toContain(limits)
})

it('says in the question about trust what to use where there is no sandbox', async () => {
  const { asker, shown } = create()
  const advice = say('containment.insteadOnWindows')
  await asker.answer(trust(), { canContain: false, remedy: null, advice })
  expect(shown()).toContain('Windows Sandbox')
})

it('gives the reason of a denial to one call only', async () => {
  const { asker } = create('no', 'no', 'yes')
  await asker.answer(call, null)
  expect(asker.takeFailure()?.code).toBe('REQUEST_REFUSED')
  expect(asker.takeFailure()).toBeNull()
  await asker.answer(call, null)
  await asker.answer(call, null)
  expect(asker.takeFailure()).toBeNull()
})
