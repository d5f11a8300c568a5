import { expect, it } from 'vitest'
import { openSignInHost, isReachable } from '../testing/sign-in/signed-in-host'
import { startSignInServer } from '../testing/sign-in/sign-in-server'
import { visit } from '../testing/sign-in/browser'
import type { LedgerDraft } from './interface'
import { recordExport, recordIcons, recordSignIn } from './record-addresses'

const drafts: LedgerDraft[] = []
const ledger = { record: (draft: LedgerDraft) => void drafts.push(draft) }
const last = () => drafts.at(-1)

it('SEC-21: records a fetched icon with its address, without a possible key', async () => {
  const fetchIcon = recordIcons(async (_url: URL, _options: object) => new Uint8Array([1]), ledger)
  expect(await fetchIcon(new URL('https://icons.example/a.png?key=secret'), {})).toEqual(new Uint8Array([1]))
  expect(last()).toMatchObject({
    recipientType: 'address',
    recipient: 'icons.example',
    kind: 'icon',
    subject: 'https://icons.example/a.png',
    decision: { by: 'rule' }
  })
  expect(JSON.stringify(last())).not.toContain('secret')
})

it('SEC-21: records that the activity log itself is exported, and who decided it', () => {
  recordExport('https://collector.example:4318', null, ledger)
  expect(last()).toMatchObject({
    kind: 'export',
    recipient: 'collector.example:4318',
    decision: { by: 'person' }
  })
  recordExport('https://collector.example:4318', '/etc/parley/policy.json', ledger)
  expect(last()?.decision.detail).toContain('/etc/parley/policy.json')
})

it.each([
  [{ method: 'POST', body: new URLSearchParams({ code: 'secret', grant_type: 'x' }) }, 'code, grant_type'],
  [
    { method: 'POST', body: '{"client_name":"Parley","client_secret":"secret"}' },
    'client_name, client_secret'
  ],
  [{}, '']
])('SEC-09: records the parameter names of a sign-in: %j', async (init, telling) => {
  const fetch = recordSignIn(async () => new Response('ok'), 'work', ledger)
  expect(await (await fetch('https://login.example/token?code=secret', init)).text()).toBe('ok')
  expect(last()).toMatchObject({ recipient: 'login.example', telling })
  const { content: _measured, ...kept } = last()!
  expect(JSON.stringify(kept)).not.toMatch(/=secret|"secret"/)
})

it('SEC-09 AUTH-37: tells who was asked for a sign-in and with which fields, and never a value of them', async () => {
  const server = await startSignInServer({})
  const self = await openSignInHost({ work: { url: server.url } })
  try {
    await visit(await self.agree())
    await isReachable(self, 'connected')
    const query = {
      recipientType: null,
      recipient: null,
      text: '',
      from: null,
      to: null,
      beforePosition: null
    }
    const page = await self.host.handlers['ledger.search']({ ...query, limit: 500 })
    const sent = page.entries.filter(({ kind }) => kind === 'sign-in')
    const token = sent.find(({ subject }) => /^POST .*token/.test(subject))
    expect(token).toMatchObject({ recipientType: 'address', decidedBy: 'rule' })
    expect(token?.decision).toBe('part of the sign-in at work')
    expect(token?.excerpt).toContain('code_verifier')
    expect(sent.some(({ subject }) => subject.includes('/.well-known/'))).toBe(true)
    const kept = self.host.secrets.get('oauth/work') ?? ''
    const values = [...kept.matchAll(/"(?:access_token|accessToken|refreshToken|client_secret)":"([^"]+)"/g)]
    expect(values.length).toBeGreaterThan(0)
    for (const [, value = ''] of values) expect(JSON.stringify(page)).not.toContain(value)
  } finally {
    await self.close()
    server.close()
  }
})
