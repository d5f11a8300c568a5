import { expect, it } from 'vitest'
import { quote } from '../texts/render-localized'
import type { ServerIdentity } from './interface'
import { readServersPolicy } from './policy-of-servers'

type Program = Extract<ServerIdentity, { transport: 'stdio' }>

const program = (...args: string[]): Program => ({
  name: 'files',
  transport: 'stdio',
  command: 'node',
  args,
  env: {},
  cwd: null
})
const onlyGood = {
  refusalOfUncontained: (server: ServerIdentity) => (server.name === 'open' ? quote('Not contained.') : null),
  hostsLeft: (lines: readonly string[]) => lines.filter((line) => line !== 'far.example'),
  refusalOf: (server: ServerIdentity) =>
    server.transport === 'stdio' && server.args[0] === 'good.js' ? null : quote('Not allowed.')
}

it('judges what runs: an entry with variables is judged when they are expanded', async () => {
  const values = new Map([
    ['${env:GOOD}', 'good.js'],
    ['${env:EVIL}', 'evil.js']
  ])
  const fillIn = async (server: Program) => program(...server.args.map((text) => values.get(text) ?? text))
  const { refusalOf, expand } = readServersPolicy<Program>(onlyGood, fillIn)
  expect(refusalOf(program('${env:EVIL}'))).toBeNull()
  await expect(expand(program('${env:EVIL}'))).rejects.toMatchObject({ code: 'SERVER_NOT_ALLOWED' })
  expect(await expand(program('${env:GOOD}'))).toEqual(program('good.js'))
})

it('judges an entry without variables at once, before any question', () => {
  const { refusalOf } = readServersPolicy<Program>(onlyGood, async (server) => server)
  expect(refusalOf(program('evil.js'))).toEqual(quote('Not allowed.'))
  expect(refusalOf(program('good.js'))).toBeNull()
})

it('does not wait for variables when an entry needs a sandbox and has none', () => {
  const { refusalOf } = readServersPolicy<Program>(onlyGood, async (server) => server)
  expect(refusalOf({ ...program('${env:GOOD}'), name: 'open' })).toEqual(quote('Not contained.'))
})

it('removes forbidden hosts, and keeps the rest of the entry unchanged', async () => {
  const { expand } = readServersPolicy<Program>(onlyGood, async (server) => server)
  const contained = { ...program('good.js'), containment: { hosts: ['near.example', 'far.example'] } }
  expect(await expand(contained)).toEqual({ ...contained, containment: { hosts: ['near.example'] } })
})
