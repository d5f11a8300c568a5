/** A call may name any number of paths. The lookups before the user approves it stay few. */
import { expect, it } from 'vitest'
import type { GrantCondition } from '../../contract/grants'
import type { ToolCallQuestion } from '../../contract/questions/questions'
import type { JsonObject } from '../../contract/json'
import type { StoredGrant } from '../../history/interface'
import { toEnglish } from '../../texts/render-localized'
import { createForgetfulApprovals, forgetfulHistory } from '../../testing/forgetful-approvals'
import { createFindRealPath } from '../grants/real-path'

const folder = '/home/me/notes'
const condition: GrantCondition = { type: 'path-below', pointer: '/paths', folder }
const grant: StoredGrant = {
  id: 'g',
  scope: 'always',
  serverName: 's',
  toolName: 't',
  conversationId: null,
  conditions: [condition],
  usesLeft: null,
  definitionHash: 'h',
  coveredTools: {},
  serverFingerprint: null,
  createdAt: 0,
  argumentNames: ['/paths']
}

async function openGate() {
  let looks = 0
  const findRealPath = createFindRealPath({
    platform: 'linux',
    home: () => '/home/me',
    lstat: () => {
      looks += 1
      return { isSymbolicLink: () => false }
    },
    readlink: () => '',
    realpath: (place) => {
      looks += 1
      return place
    }
  })
  const history = { ...forgetfulHistory, listGrants: async () => [grant] }
  const gate = createForgetfulApprovals({ findRealPath, history })
  await gate.load()
  const call = (args: JsonObject) =>
    gate.decideToolCall(
      {
        conversationId: 'c',
        callId: 'call',
        turnId: 'turn',
        serverName: 's',
        toolName: 't',
        toolTitle: null,
        toolDescription: '',
        annotations: {},
        arguments: args,
        inputSchema: { type: 'object' },
        requestedBy: 'model',
        readFrom: [],
        definitionHash: 'h'
      },
      new AbortController().signal
    )
  return { gate, call, looks: () => looks }
}

const places = (count: number) => Array.from({ length: count }, (_, index) => `${folder}/${index}`)

it('does not block on a call with 100,000 paths: looks few up, says so in the question, and applies no limit', async () => {
  const { gate, call, looks } = await openGate()
  void call({ paths: places(100_000) })
  const [question] = gate.questions() as ToolCallQuestion[]
  expect(question?.warnings?.map(toEnglish).join()).toMatch(/more than 200 paths/)
  expect(looks()).toBeLessThan(2_000)
  // In argument names, in nested lists, and with `..` after links as well.
  for (const args of [
    Object.fromEntries(places(100_000).map((place) => [place, place])),
    { deep: places(100_000).map((place) => ({ one: [place] })) },
    { paths: places(100_000).map((place) => `${place}/../x`) }
  ]) {
    const before = looks()
    void call(args)
    expect(looks() - before).toBeLessThan(3_000)
  }
})

it('looks up each path once, and applies the limit, for as many paths as a user can check', async () => {
  const { call, looks } = await openGate()
  expect(await call({ paths: places(200) })).toMatchObject({ type: 'allowed', by: 'grant' })
  // Four parts and the end of each, and those of the folder.
  expect(looks()).toBeLessThanOrEqual(200 * 5 + 4)
})
