/** Programs that don't work: the step where the check must end, the offered fixes, and how to fix each. */
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import type { DiagnosisStep, FaultFix } from '../../contract/servers/diagnosis'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import { counter, node, script, type BrokenServerEntry, type BrokenServerHost } from './broken-server-host'

export interface BrokenProgram {
  readonly name: string
  readonly entry: (brokenHost: BrokenServerHost) => BrokenServerEntry | Promise<BrokenServerEntry>
  readonly step: DiagnosisStep
  readonly why: RegExp
  readonly saw?: RegExp
  readonly advice: LocalizedText
  /** All offered fixes, in order. */
  readonly fixes: readonly FaultFix[]
  /** The entry as corrected by the user, for faults whose first fix is to edit. */
  readonly corrected?: (brokenHost: BrokenServerHost) => BrokenServerEntry | Promise<BrokenServerEntry>
  /** What happens outside of Parley before the button is pressed. */
  readonly repaired?: (brokenHost: BrokenServerHost) => void | Promise<void>
  readonly isUntrusted?: true
}

export const editRemedy = { type: 'edit-entry' } as const
export const retryRemedy = { type: 'retry' } as const
export const openLogRemedy = { type: 'open-log' } as const

const works = (): BrokenServerEntry => ({ command: node, args: [counter] })
const at = (place: string) => JSON.stringify(place)

export const brokenPrograms: readonly BrokenProgram[] = [
  {
    name: 'an entry without a command',
    entry: () => ({ command: 7 }),
    step: 'entry',
    why: /command/,
    advice: say('doctor.mendEntry'),
    fixes: [editRemedy],
    corrected: works
  },
  {
    name: 'a server that nobody trusted',
    entry: works,
    step: 'trust',
    why: /haven't trusted/,
    advice: say('doctor.mendTrust'),
    fixes: [{ type: 'trust' }],
    isUntrusted: true
  },
  {
    name: 'a command that is not installed',
    entry: () => ({ command: 'no-such-command-anywhere', args: [counter] }),
    step: 'command',
    why: /no-such-command-anywhere.*wasn't found.*Searched/,
    advice: say('doctor.mendCommand'),
    fixes: [editRemedy, retryRemedy],
    corrected: works
  },
  {
    // Without a working sandbox, that is the reason.
    name: 'what is open for a contained server is not there',
    entry: (brokenHost) => ({ ...works(), containment: { read: [brokenHost.file('gone')] } }),
    step: 'walls',
    why: /gone.*doesn't exist|runs in a sandbox|can't sandbox servers/,
    advice: say('doctor.mendWalls'),
    fixes: [retryRemedy, editRemedy, { type: 'open-walls' }],
    corrected: () => ({ ...works(), containment: 'off' })
  },
  {
    name: 'a path that leads nowhere',
    entry: (brokenHost) => ({ command: brokenHost.file('missing') }),
    step: 'command',
    why: /missing.*doesn't exist/,
    advice: say('doctor.mendCommand'),
    fixes: [editRemedy, retryRemedy],
    corrected: works
  },
  {
    name: 'a working folder that is gone',
    entry: (brokenHost) => ({ ...works(), cwd: brokenHost.file('gone') }),
    step: 'command',
    why: /working folder/i,
    advice: say('doctor.mendCommand'),
    fixes: [editRemedy, retryRemedy],
    corrected: (brokenHost) => ({ ...works(), cwd: brokenHost.folder })
  },
  {
    name: 'a file without the right to run',
    entry: async (brokenHost) => {
      await writeFile(brokenHost.file('tool'), `#!/bin/sh\nexec '${node}' '${counter}'\n`)
      await chmod(brokenHost.file('tool'), 0o644)
      return { command: brokenHost.file('tool') }
    },
    step: 'file',
    why: /isn't executable/,
    advice: say('doctor.mendFile'),
    fixes: [editRemedy, retryRemedy],
    corrected: (brokenHost) => ({ command: '/bin/sh', args: [brokenHost.file('tool')] })
  },
  {
    name: 'a script that does not exist',
    entry: (brokenHost) => ({ command: node, args: [brokenHost.file('server.js')] }),
    step: 'file',
    why: /server\.js.*doesn't exist/,
    advice: say('doctor.mendScript'),
    fixes: [editRemedy, retryRemedy],
    corrected: works
  },
  {
    name: 'a package that wants a newer Node',
    entry: async (brokenHost) => {
      await mkdir(brokenHost.file('package'))
      await writeFile(
        brokenHost.file('package/package.json'),
        JSON.stringify({ engines: { node: '>=99.1' } })
      )
      await writeFile(brokenHost.file('package/server.mjs'), 'process.exit(1)')
      return { command: node, args: [brokenHost.file('package/server.mjs')] }
    },
    step: 'runtime',
    why: /version \d+\.\d+\.\d+.*>=99\.1/,
    advice: say('doctor.mendRuntime', { program: 'node' }),
    fixes: [editRemedy, retryRemedy],
    corrected: works
  },
  {
    name: 'a program that ends at once',
    entry: () =>
      script(`if (!process.env.TOKEN) { console.error('TOKEN <b>missing</b>'); process.exit(3) }
        serve({ name: 'wants a token' })`),
    step: 'start',
    why: /exit code 3/,
    saw: /TOKEN <b>missing<\/b>/,
    advice: say('doctor.mendStart'),
    fixes: [editRemedy, openLogRemedy, retryRemedy],
    corrected: () => ({
      ...script(`if (!process.env.TOKEN) { console.error('TOKEN <b>missing</b>'); process.exit(3) }
        serve({ name: 'wants a token' })`),
      env: { TOKEN: '${secret:key}' }
    })
  },
  {
    name: 'a download that does not end',
    entry: async (brokenHost) => {
      const npx = `#!${node}
        console.error('fetching 1 of 9')
        setInterval(function () {
          if (!require('fs').existsSync(${at(brokenHost.file('fetched'))})) return
          clearInterval(this)
          import(${at(counter)})
        }, 20)`
      await writeFile(brokenHost.file('npx'), npx)
      await chmod(brokenHost.file('npx'), 0o755)
      return { command: brokenHost.file('npx'), args: ['-y', 'thing@1.0.0'], installTimeoutMs: 2_000 }
    },
    step: 'start',
    why: /package wasn't downloaded within 2 s/,
    saw: /fetching 1 of 9/,
    advice: say('doctor.mendDownload'),
    fixes: [{ type: 'raise-limit', limit: 'installTimeoutMs', toMs: 8_000 }, openLogRemedy, retryRemedy],
    repaired: (brokenHost) => writeFile(brokenHost.file('fetched'), '')
  },
  {
    name: 'a program that greets people',
    entry: () => ({
      ...script(`console.log('Welcome! Type help.'); setInterval(() => {}, 1e6)`),
      connectTimeoutMs: 3_000
    }),
    step: 'first-bytes',
    why: /isn't MCP/,
    saw: /^Welcome! Type help\./,
    advice: say('doctor.mendNotProtocol'),
    fixes: [editRemedy, openLogRemedy],
    corrected: () => script(`serve({ name: 'greets no more' })`)
  },
  {
    name: 'a program that says nothing',
    entry: (brokenHost) => ({
      ...script(`setInterval(function () {
        if (!fs.existsSync(${at(brokenHost.file('awake'))})) return
        clearInterval(this)
        serve({ name: 'slow' })
      }, 20)`),
      connectTimeoutMs: 1_500
    }),
    step: 'first-bytes',
    why: /didn't answer within 1\.5 s/,
    advice: say('doctor.mendSilent'),
    fixes: [{ type: 'raise-limit', limit: 'connectTimeoutMs', toMs: 6_000 }, editRemedy, openLogRemedy],
    repaired: (brokenHost) => writeFile(brokenHost.file('awake'), '')
  },
  {
    name: 'a server that refuses to talk',
    entry: (brokenHost) =>
      script(`const licensed = fs.existsSync(${at(brokenHost.file('licence'))})
        const refuse = { initialize: () => { throw new Error('licence expired') } }
        serve({ name: 'no', on: licensed ? {} : refuse })`),
    step: 'protocol',
    why: /licence expired/,
    saw: /licence expired/,
    advice: say('doctor.mendProtocol'),
    fixes: [openLogRemedy, retryRemedy],
    repaired: (brokenHost) => writeFile(brokenHost.file('licence'), '')
  },
  {
    name: 'a server of a revision that nobody knows',
    entry: () =>
      script(
        `serve({ name: 'old', on: { initialize: () => ({ protocolVersion: '1999-01-01', capabilities: {}, serverInfo: { name: 'old', version: '1' } }) } })`
      ),
    step: 'revision',
    why: /1999-01-01/,
    saw: /1999-01-01/,
    advice: say('doctor.mendRevision'),
    fixes: [editRemedy],
    corrected: works
  },
  {
    name: 'a server that never lists its tools',
    entry: (brokenHost) =>
      script(`const list = () => { if (!fs.existsSync(${at(brokenHost.file('database'))})) throw new Error('no database'); return { tools: [] } }
        serve({ name: 'slow', on: { 'tools/list': list } })`),
    step: 'tools',
    why: /no database/,
    saw: /no database/,
    advice: say('doctor.mendTools'),
    fixes: [openLogRemedy, retryRemedy],
    repaired: (brokenHost) => writeFile(brokenHost.file('database'), '')
  },
  {
    name: 'a server that takes too long for its tools',
    entry: (brokenHost) => ({
      ...script(`const list = () => fs.existsSync(${at(brokenHost.file('quick'))}) ? { tools: [] } : silence
        serve({ name: 'slow', on: { 'tools/list': list } })`),
      connectTimeoutMs: 3_000
    }),
    step: 'tools',
    why: /tools/,
    advice: say('doctor.mendTools'),
    fixes: [{ type: 'raise-limit', limit: 'connectTimeoutMs', toMs: 12_000 }, openLogRemedy, retryRemedy],
    repaired: (brokenHost) => writeFile(brokenHost.file('quick'), '')
  }
]
