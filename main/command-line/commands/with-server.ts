/**
 * Work with the connected server that a command names. A server that isn't in the settings is forgotten when the
 * command ends.
 */
import { readFile } from 'node:fs/promises'
import { HostError } from '../../../app/base/host-error'
import {
  nameForEntry,
  describeEntryProblem,
  readTaskServers,
  type SingleServerTask
} from '../../../app/host/areas/single-server-host'
import { secretVariable } from '../core/secrets'
import { say, sentences } from '../../../app/texts/render-localized'
import type { CommandLineCore } from '../core/open-core'
import type { CommandInput } from './command'

type ServerTask = Exclude<SingleServerTask, { type: 'no-server' | 'all-servers' }>

type Work<T> = (core: CommandLineCore, serverName: string) => Promise<T>

/** @throws HostError of the work, or the reason why the server isn't connected */
export function withServer<T>(input: CommandInput, work: Work<T>): Promise<T> {
  return withSettled(input, async (core, serverName, failure) => {
    if (failure !== null) throw await withMissingSecrets(core, serverName, failure)
    return await work(core, serverName)
  })
}

/** Also if it didn't connect, with the reason. */
export async function withSettled<T>(
  { request, places, openCore }: CommandInput,
  work: (core: CommandLineCore, serverName: string, failure: HostError | null) => Promise<T>
): Promise<T> {
  const task = await taskOf(request.target, places.settingsFile)
  const core = await openCore(task)
  const { serverName } = task
  try {
    const failure = await core.connected(serverName).then(
      () => null,
      (error: unknown) => {
        if (error instanceof HostError) return error
        throw error
      }
    )
    return await work(core, serverName, failure)
  } finally {
    if (task.type === 'entry') await core.handlers['consent.revoke']({ kind: 'trust', serverName })
  }
}

async function taskOf(target: CommandInput['request']['target'], settingsFile: string): Promise<ServerTask> {
  if (target === null) throw new HostError('COMMAND_LINE_INVALID', say('cli.noServer'))
  if (target.type === 'name') return { type: 'configured', serverName: target.name }
  const { entry } = target
  const text = await readFile(settingsFile, 'utf8').catch(() => '{}') // the core reports what is wrong with it
  const serverName = nameForEntry(entry, new Set(readTaskServers(text)?.serverOrder))
  const problem = describeEntryProblem(serverName, entry)
  if (problem !== null) throw new HostError('COMMAND_LINE_INVALID', problem)
  return { type: 'entry', serverName, entry }
}

/** The core reports why it fails. This adds how to pass a secret to a command. */
async function withMissingSecrets(
  core: CommandLineCore,
  serverName: string,
  error: HostError
): Promise<HostError> {
  const secrets = await Promise.resolve(core.handlers['server.read']({ serverName, what: 'secrets' })).catch(
    () => []
  )
  const missing = secrets.filter(({ isStored }) => !isStored).map(({ name }) => secretVariable(name))
  if (missing.length === 0) return error
  const text = sentences(error.said, say('cli.secretMissing', { variables: missing }))
  return new HostError(error.code, text, error.data === undefined ? {} : { data: error.data })
}
