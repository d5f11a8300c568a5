import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { HostError } from '../../base/host-error'
import { usualChoices } from '../../contract/simple-settings'
import type { ServerDefinition, StdioDefinition } from '../../settings/definition'
import { quote, toEnglish } from '../../texts/render-localized'
import { createTrustCheck, toTrustedLaunch } from './trust-check'
import type { TrustCheckOptions } from './trust-check'

const definition: StdioDefinition = {
  ...usualChoices,
  name: 'notes',
  transport: 'stdio',
  command: 'node',
  args: ['${env:PLACE}/server.mjs', '${secret:key}'],
  env: { TOKEN: '${secret:token}', MODE: '${env:PLACE}' },
  cwd: null,
  tools: new Map(),
  lookAlikes: []
}

function createCheck(change: Partial<TrustCheckOptions> = {}) {
  const expand = vi.fn<TrustCheckOptions['expand']>((given) => Promise.resolve(given))
  const inspectProgram = vi.fn<TrustCheckOptions['inspectProgram']>(() =>
    Promise.resolve({ files: [], packages: [] })
  )
  const view = () => ({ grants: [], trustedServers: [] })
  const made = createTrustCheck({
    consent: { isTrusted: () => true, view },
    fillInEnvironment: (text) => text.replaceAll('${env:PLACE}', '/srv'),
    findSecrets: () => [],
    refusalOf: () => null,
    inspectProgram,
    expand,
    ...change
  })
  return { ...made, expand, inspectProgram, view }
}

describe('the trust check', () => {
  it('SEC-11-2 accepts a definition that is trusted unchanged', async () => {
    expect(await createCheck().enter(definition)).toMatchObject(definition)
  })

  it('SEC-11-2 reads no secret for an untrusted definition', async () => {
    const { view } = createCheck()
    const self = createCheck({ consent: { isTrusted: () => false, view } })
    await expect(self.enter(definition)).rejects.toMatchObject({ code: 'SERVER_NOT_TRUSTED' })
    expect(self.expand).not.toHaveBeenCalled()
  })

  it('ends its inspections in the order of their starts, and waits at most two seconds for a slow one', async () => {
    vi.useFakeTimers()
    const ended: string[] = []
    const finish: (() => void)[] = []
    const inspectProgram = () =>
      new Promise<{ files: []; packages: [] }>((resolve) => {
        finish.push(() => resolve({ files: [], packages: [] }))
      })
    const self = createCheck({ inspectProgram })
    const remote = { ...definition, transport: 'http', url: 'https://example.com', headers: {} } as const
    const look = async (name: string, given: Parameters<typeof self.look>[0]) => {
      await self.look(given)
      ended.push(name)
    }
    const looks = [look('first', definition), look('remote', remote)]
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ended).toEqual([])
    finish[0]?.()
    await Promise.all(looks)
    expect(ended).toEqual(['first', 'remote'])

    const later = [look('slow', definition), look('behind', remote)]
    await vi.advanceTimersByTimeAsync(2_000)
    expect(ended).toEqual(['first', 'remote', 'behind'])
    finish[1]?.()
    await Promise.all(later)
    vi.useRealTimers()
  })

  it('SEC-11-2 denies what the policy forbids before it inspects anything', async () => {
    const self = createCheck({ refusalOf: () => quote('The policy says no.') })
    await expect(self.enter(definition)).rejects.toMatchObject({ code: 'SERVER_NOT_ALLOWED' })
    expect(self.inspectProgram).not.toHaveBeenCalled()
    expect(self.expand).not.toHaveBeenCalled()
  })

  it.each([
    ['another computer', 'http://mcp.example/mcp'],
    ["a hostname that begins like this computer's", 'http://localhost.evil.example/mcp'],
    ['the local network', 'http://192.168.1.20:8080/mcp'],
    ['the value of a variable', 'http://${env:PLACE}/mcp']
  ])(
    'SEC-11-1 refuses unencrypted http to %s before it reads a secret or asks the user',
    async (_what, url) => {
      const remote = { ...definition, transport: 'http', url, headers: { 'X-Key': '${secret:key}' } } as const
      const expand = (given: ServerDefinition) =>
        Promise.resolve({ ...given, url: url.replace('${env:PLACE}', 'mcp.example') } as ServerDefinition)
      const refused = expect(createCheck({ expand }).enter(remote)).rejects
      await refused.toMatchObject({
        code: 'SERVER_NOT_ALLOWED',
        message: expect.stringContaining('http works only for addresses on this computer')
      })
      expect(createCheck().refusalOf(remote) === null).toBe(url.includes('${'))
    }
  )

  it.each([
    'http://127.0.0.1:3001/sse',
    'http://localhost:3001/mcp',
    'http://[::1]/mcp',
    'https://mcp.example/mcp'
  ])('accepts %s', async (url) => {
    const remote = { ...definition, transport: 'http', url, headers: {} } as const
    expect(await createCheck().enter(remote)).toMatchObject({ url })
  })

  it('says why there is nothing to run', async () => {
    const missing = new HostError('SERVER_COMMAND_NOT_FOUND', quote('No such program.'))
    const self = createCheck({ inspectProgram: () => Promise.reject(missing) })
    expect((await self.look(definition)).act.files).toEqual([])
    await expect(self.enter(definition)).rejects.toBe(missing)
  })

  it('asks no question about a program that could not be inspected', async () => {
    const lost = new HostError('SERVER_NOT_CONNECTED', quote('The process is gone.'))
    const self = createCheck({ inspectProgram: () => Promise.reject(lost) })
    await expect(self.look(definition)).rejects.toBe(lost)
    await expect(self.enter(definition)).rejects.toBe(lost)
  })

  it('SEC-11-1 asks about the secrets of the definition that would be connected, also if its entry has changed since', async () => {
    const { view } = createCheck()
    const isTrusted = vi.fn(() => true)
    const self = createCheck({ consent: { isTrusted, view } })
    expect((await self.look(definition)).secrets).toEqual(['key', 'token'])
    await self.enter({
      ...definition,
      env: { TOKEN: '${secret:of-another}', ACCOUNT: '${secret:oauth/work}' }
    })
    expect(isTrusted).toHaveBeenCalledWith(
      'notes',
      expect.objectContaining({ secrets: ['key', 'of-another'] })
    )
  })

  it('SEC-11-11 reports the secrets of the definition that is connected to the activity log', async () => {
    const trusted = await createCheck({
      expand: (given) => Promise.resolve({ ...given, env: { TOKEN: 'filled in' } })
    }).enter(definition)
    const circumstances = { connectionId: '1', connectTimeoutMs: 1, knownEra: null, logLevel: null } as const
    const launch = toTrustedLaunch(trusted, { ...circumstances, pingIntervalMs: 0, access: null })
    expect(launch.secretNames).toEqual(['key', 'token'])
  })

  it('searches the program with the variables of the environment, without secrets', async () => {
    const self = createCheck()
    await self.look(definition)
    expect(self.inspectProgram).toHaveBeenCalledWith({
      serverName: 'notes',
      command: 'node',
      args: ['/srv/server.mjs', '${secret:key}'],
      env: { MODE: '/srv' },
      cwd: null,
      known: [],
      mayContact: true
    })
  })
})

describe('a program on another computer', () => {
  const elsewhere = () => Promise.resolve({ elsewhere: String.raw`\\host\share\tool.exe` })

  it('SEC-11-8 may be contacted for the inspection only after approval', async () => {
    const { view } = createCheck()
    const self = createCheck({ consent: { isTrusted: () => false, view } })
    await self.look(definition)
    expect(self.inspectProgram).toHaveBeenCalledWith(expect.objectContaining({ mayContact: false }))
  })

  it('SEC-11-8 is named in the question, which says that its files are unknown', async () => {
    const { act, doubts } = await createCheck({ inspectProgram: elsewhere }).look(definition)
    expect(act.files).toBeUndefined()
    expect(doubts.map(toEnglish).join()).toMatch(/host.*another computer.*doesn't contact until you agree/)
  })
})

it('SEC-11-8 shows that it has more files than are checked', async () => {
  const inspectProgram = () => Promise.resolve({ files: [], packages: [], isCut: true })
  const { doubts } = await createCheck({ inspectProgram }).look(definition)
  expect(doubts.map(toEnglish).join()).toMatch(/too many files/)
})

/** Types prevent other code from creating a trusted definition; only a cast could bypass them. */
it('SEC-11-2 marks a definition as trusted in no product file but the trust check', async () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const files = (await readdir(path.join(root, 'app'), { recursive: true })).map((file) => `app/${file}`)
  const casts: string[] = []
  for (const file of files) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file.includes('/testing/')) continue
    const text = await readFile(path.join(root, file), 'utf8')
    if (/\bas (?:unknown as )?(?:ServerLaunch|SignInTarget|TrustedDefinition|TrustMark|Trusted<)/.test(text))
      casts.push(file)
  }
  expect(casts).toEqual(['app/servers/trust/trust-check.ts'])
})
