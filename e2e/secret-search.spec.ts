/** The search after every journey finds a secret in each place where one could end up. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fixture } from './fixtures/entries'
import { filesIn, findSecrets, findSecretsIn } from './secret-search'
import type { Secret } from './secrets'
import { expect, test } from './test'
import { trustAll } from './window'
import type { Workspace } from './workspace'

// Not from `secrets.ts`: that search must still find none.
const names = ['file', 'base64', 'address', 'json', 'log', 'memory', 'long text', 'environment', 'argument']
const planted: readonly Secret[] = names.map((kind) => {
  // Without the quotation mark, which JSON escapes, the forms would be the same.
  return { kind, value: `"${createHash('sha256').update(kind).digest('base64')}` }
})
const valueOf = (name: string): string => planted.find(({ kind }) => kind === name)?.value ?? ''

test('SEC-19 AUTH-36: finds a planted secret in every place and every encoding', async ({
  start,
  workspace
}) => {
  const stub = fixture('stub', `--stub=${JSON.stringify({ name: 'stub' })}`, valueOf('argument'))
  workspace.writeSettings({
    mcpServers: { stub: { ...stub, env: { MEANT: valueOf('environment') } } },
    models: { default: 'direct' }
  })
  const parley = await start()
  await trustAll(parley.window, ['stub'])
  expect(await findSecretsIn(parley, [{ kind: 'other', value: 'nobody ever wrote this' }])).toEqual([])
  plantInFiles(workspace)
  await parley.window.evaluate(
    ([text, long]) => {
      Object.assign(globalThis, { kept: { text, long: `${'0123456789'.repeat(10_000)}${long}` } })
    },
    [valueOf('memory'), valueOf('long text')]
  )
  const found = await findSecretsIn(parley, planted)
  const isFound = (pattern: RegExp) => expect(found.filter((each) => pattern.test(each))).not.toEqual([])
  isFound(/^file in .*\/deep\/file$/)
  isFound(/^base64 in .*\/base64$/)
  isFound(/^address in .*\/address$/)
  isFound(/^json in .*\/json$/)
  isFound(/^log in .*\/host\.log$/)
  isFound(/^memory in the memory of the window$/)
  isFound(/^long text in the memory of the window$/)
  isFound(/^argument in the command line of .*stub/)
  isFound(/^environment in the environment of .*stub/)
  // In its intended place it is no finding.
  const meant = planted.map((secret) =>
    secret.kind === 'environment' ? { ...secret, variable: 'MEANT' } : secret
  )
  const rest = await findSecretsIn(parley, meant)
  expect(rest.filter((each) => each.includes('the environment of'))).toEqual([])
})

test('finds a secret at every position in base64, and not where only a part of it is', () => {
  const secret = { kind: 'key', value: 'a-key-of-a-test/3f9c' }
  const place = (text: string) => [{ name: 'a text', bytes: Buffer.from(text) }]
  for (const before of ['', 'x', 'xy', 'xyz'])
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${before}${secret.value}!`).toString(encoding)
      expect(findSecrets(place(`{"${text}"}`), [secret]), text).toEqual(['key in a text'])
    }
  expect(findSecrets(place(secret.value.slice(0, -1)), [secret])).toEqual([])
  expect(findSecrets(place(secret.value), [secret])).toEqual(['key in a text'])
})

test('finds a secret at every place of a text, the shortest beside longer ones', () => {
  const secrets = ['12345678', 'a-key-of-a-test/3f9c', 'k'.repeat(100)].map((value) => ({
    kind: value,
    value
  }))
  for (const { value } of secrets)
    for (let before = 0; before < 20; before += 1) {
      const bytes = Buffer.from(`${'-'.repeat(before)}${value}`)
      expect(findSecrets([{ name: 'it', bytes }], secrets), String(before)).toEqual([`${value} in it`])
      expect(findSecrets([{ name: 'it', bytes: bytes.subarray(0, -1) }], secrets)).toEqual([])
    }
})

function plantInFiles({ dataFolder, file }: Workspace): void {
  const folder = path.join(dataFolder, 'deep')
  fs.mkdirSync(folder)
  fs.writeFileSync(path.join(folder, 'file'), Buffer.from(`\0\0${valueOf('file')}\0`))
  fs.writeFileSync(file('base64'), Buffer.from(`Bearer ${valueOf('base64')} `).toString('base64'))
  fs.writeFileSync(
    file('address'),
    `http://127.0.0.1/?code=${encodeURIComponent(valueOf('address'))}&state=1`
  )
  fs.writeFileSync(file('json'), JSON.stringify({ text: JSON.stringify(valueOf('json')).slice(1, -1) }))
  fs.appendFileSync(path.join(dataFolder, 'logs', 'host.log'), `${JSON.stringify({ at: valueOf('log') })}\n`)
  expect(filesIn(dataFolder).length).toBeGreaterThan(1)
}
