import { expect, test } from 'vitest'
import type { GrantCondition } from '../../contract/grants'
import type { ToolEffect } from '../../contract/tool-definition'
import type { JsonObject } from '../../contract/json'
import type { ServerAct } from '../../contract/server-act'
import { toEnglish } from '../../texts/render-localized'
import { listProgramWarnings } from './program-warnings'

const file = (path: string) => ({ role: 'script' as const, path, size: 1, hash: 'h', stamp: 's' })
const act = { files: [file('/usr/bin/node'), file('/home/me/notes/server.mjs')] } as unknown as ServerAct
const trusted = [{ serverName: 'notes', act }]
const warn = (args: JsonObject, effect: ToolEffect = 'destructive', conditions: GrantCondition[] = []) =>
  listProgramWarnings({ effect, arguments: args, conditions }, trusted).map(toEnglish).join('\n')

test('SEC-11-8 warns about a call that names a file which a trusted server runs', () => {
  expect(warn({ path: '/home/me/notes/server.mjs' })).toMatch(/notes runs the file .*server\.mjs/)
  expect(warn({ edits: [{ to: '/home/me/notes/x/../server.mjs' }] })).toMatch(/notes runs/)
  expect(warn({ path: 'file:///home/me/notes/server.mjs' })).toMatch(/notes runs/)
})

test('SEC-11-8 warns about a folder above such a file, in the call or in an offered permission', () => {
  expect(warn({ path: '/home/me' })).toMatch(/\/home\/me.*server\.mjs/)
  const inFolder: GrantCondition = { type: 'path-below', pointer: '/path', folder: '/home/me/notes' }
  expect(warn({ path: '/home/me/notes/tea.md' }, 'adds', [inFolder])).toMatch(
    /\/home\/me\/notes.*server\.mjs/
  )
})

test('warns neither about a read-only tool nor about paths without such files', () => {
  expect(warn({ path: '/home/me/notes/server.mjs' }, 'read-only')).toBe('')
  expect(warn({ path: '/home/me/notes2' })).toBe('')
  expect(warn({ text: 'server.mjs of /home is old' })).toBe('')
})

test('SEC-11-8 treats a link to such a file like the file', () => {
  const call = { effect: 'adds' as const, arguments: { path: '/tmp/link' }, conditions: [] }
  const found = listProgramWarnings(call, trusted, () => ({
    type: 'there',
    path: '/home/me/notes/server.mjs'
  }))
  expect(found.map(toEnglish).join()).toMatch(/notes runs/)
})

test('SEC-11-8 finds such a file in the name of an argument', () => {
  expect(warn({ files: { '/home/me/notes/server.mjs': 'evil()' } })).toMatch(/notes runs/)
})

test('SEC-11-8 finds such a file behind more paths than are checked, and in a path of any length', () => {
  const many = Array.from({ length: 200 }, (_, index) => `/elsewhere/${index}`)
  expect(warn({ paths: many })).toBe('')
  expect(warn({ paths: [...many, '/home/me/notes/server.mjs'] })).toMatch(/more than 200 paths/)
  expect(warn({ path: `/home/me${'/.'.repeat(3_000)}/notes/server.mjs` })).toMatch(/too long/)
  expect(warn({ content: `// a program\n${'x'.repeat(5_000)}` })).toBe('')
})
