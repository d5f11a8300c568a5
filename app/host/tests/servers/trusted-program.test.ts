/** Trust applies to the program. The files that run are compared with the trusted ones before every start. */
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ServerTrustQuestion } from '../../../contract/questions/questions'
import { toEnglish } from '../../../texts/render-localized'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { soon } from '../../../testing/soon'

const lineServer = new URL('../../../testing/servers/line-server.mjs', import.meta.url).href
const program = (note: string) =>
  `import { serve } from ${JSON.stringify(lineServer)}\nserve({ name: 'notes' })\n// ${note}\n`

let folder: string
let script: string
let host: OpenTestHost

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-program-'))
  script = path.join(folder, 'server.mjs')
  await writeFile(script, program('first'))
})

afterEach(async () => {
  await host.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function open(
  args: readonly string[] = [script],
  command = process.execPath,
  notBefore?: { readonly elsewhere: string }
): Promise<void> {
  const settings = { mcpServers: { notes: { command, args } } }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
  host = await openHost({
    folder,
    inspectProgram: (look) => async (target) =>
      notBefore === undefined || target.mayContact ? await look(target) : notBefore
  })
  await host.start()
}

async function asked(): Promise<ServerTrustQuestion> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'server-trust' }), soon)
  return host.question() as ServerTrustQuestion
}

async function answer(decision: 'trust' | 'keep-stopped'): Promise<ServerTrustQuestion> {
  const question = await asked()
  const said = { type: 'server-trust', decision } as const
  await host.handlers['consent.answer']({ questionId: question.id, answer: said })
  return question
}

async function reaches(state: string): Promise<void> {
  await vi.waitFor(async () => {
    const { servers } = await host.handlers['app.snapshot']({})
    expect(servers[0]?.state).toBe(state)
  }, soon)
}

const restart = () => host.handlers['server.control']({ serverName: 'notes', act: 'restart' })

it('SEC-11-8 shows the program and its script with links resolved, asks once, and not again for the same files', async () => {
  const link = path.join(folder, 'link.mjs')
  await symlink(script, link)
  await open([link])
  const { act } = await answer('trust')
  expect(act.files).toMatchObject([
    { role: 'program', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { role: 'script', path: script, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }
  ])
  await reaches('connected')
  await utimes(script, new Date(), new Date())
  await restart()
  await reaches('connected')
  expect(host.question()).toBeNull()
  await host.dispose()
  await open([link])
  await reaches('connected')
  expect(host.question()).toBeNull()
})

it('SEC-11-8 runs a script that changed since then only after another approval that names it', async () => {
  await open()
  await answer('trust')
  await reaches('connected')
  await writeFile(script, program('second'))
  await restart()
  const { act, previous } = await answer('keep-stopped')
  expect(previous?.files?.[1]).toMatchObject({ path: script })
  expect(act.files?.[1]).toMatchObject({ path: script })
  expect(act.files?.[1]?.hash).not.toBe(previous?.files?.[1]?.hash)
  await reaches('stopped')
  await host.handlers['server.control']({ serverName: 'notes', act: 'start' })
  await answer('trust')
  await reaches('connected')
})

it('SEC-11-8 asks at the next start about a script that changed while Parley was closed', async () => {
  await open()
  await answer('trust')
  await reaches('connected')
  await host.dispose()
  await writeFile(script, program('2nd'))
  await open()
  const { previous } = await asked()
  expect(previous?.files?.[1]?.path).toBe(script)
  await reaches('waiting-for-trust')
})

it('SEC-11-8 treats a link with a new target as another program', async () => {
  const [one, other] = [path.join(folder, 'one'), path.join(folder, 'other')]
  for (const place of [one, other]) {
    await mkdir(place)
    await writeFile(path.join(place, 'server.mjs'), program(place))
  }
  const link = path.join(folder, 'current')
  await symlink(one, link)
  await open([path.join(link, 'server.mjs')])
  await answer('trust')
  await reaches('connected')
  await rm(link)
  await symlink(other, link)
  await restart()
  const { act } = await asked()
  expect(act.files?.[1]?.path).toBe(path.join(other, 'server.mjs'))
})

it('SEC-11-8 allows changes of data files among the arguments', async () => {
  const data = path.join(folder, 'notes.json')
  await writeFile(data, '{}')
  await open([script, data, `--store=${data}`])
  const { act } = await answer('trust')
  expect(act.files?.map(({ role }) => role)).toEqual(['program', 'script'])
  await reaches('connected')
  await writeFile(data, '{"a":1}')
  await restart()
  await reaches('connected')
  expect(host.question()).toBeNull()
})

it('SEC-11-8 reports a missing program, and asks about it when it appears', async () => {
  const late = path.join(folder, 'late.mjs')
  await open([], late)
  await reaches('failed')
  expect(host.question()).toBeNull()
  await writeFile(late, program('late'))
  await host.handlers['server.control']({ serverName: 'notes', act: 'start' })
  const question = await asked()
  expect(question.act.files?.map(({ path: file }) => file)).toContain(late)
})

it('SEC-11-8 distinguishes pinned and unpinned packages without running npx', async () => {
  await open(['-y', '@scope/tools@1.2.3'], 'npx')
  const { act } = await asked()
  expect(act.packages).toMatchObject([
    { runner: 'npx', name: '@scope/tools', isFixed: true, version: '1.2.3' }
  ])
  const root = fileURLToPath(new URL('../../../..', import.meta.url))
  expect(act.files?.some(({ path: file }) => file.startsWith(path.join(root, 'node_modules')))).toBe(false)
})

it('SEC-11-8 treats a script in a shell command as one of the files that run', async () => {
  await open(['-c', `cd /; exec "${process.execPath}" ${script}`], 'sh')
  const { act } = await asked()
  expect(act.files?.map(({ path: file }) => file)).toContain(script)
})

it('SEC-11-8 reads a program on another computer only after the approval, and asks about a change as usual', async () => {
  // As `program-files.ts` reports a path of another computer.
  await open([script], process.execPath, { elsewhere: script })
  const { act, warnings } = await answer('trust')
  expect(act.files).toBeUndefined()
  expect(warnings.map(toEnglish).join()).toMatch(
    /another computer, which Parley doesn't contact until you agree/
  )
  await reaches('connected')
  expect(host.question()).toBeNull()
  await writeFile(script, program('second'))
  await restart()
  const { act: changed, previous } = await asked()
  expect(previous?.files?.[1]?.path).toBe(script)
  expect(changed.files?.[1]?.hash).not.toBe(previous?.files?.[1]?.hash)
})

it.skipIf(process.platform === 'win32')(
  "SEC-11-8 treats the interpreter in a program's first line as one of the files that run",
  async () => {
    const tool = path.join(folder, 'tool')
    await writeFile(tool, `#!${process.execPath}\n`)
    await chmod(tool, 0o755)
    await open([], tool)
    const { act } = await asked()
    expect(act.files).toMatchObject([
      { role: 'program', path: tool },
      { role: 'program', path: await realpath(process.execPath) }
    ])
  }
)
