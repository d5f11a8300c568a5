/** `servers`: lists the servers of the settings without starting one; with a name, lists what that server offers. */
import { readFile } from 'node:fs/promises'
import { HostError } from '../../../app/base/host-error'
import { readTaskServers } from '../../../app/host/areas/single-server-host'
import { quote, say, toText } from '../../../app/texts/render-localized'
import { terminalLine } from '../terminal/terminal-text'
import type { CommandAnswer, CommandLineCommand, CommandInput } from './command'
import { withServer } from './with-server'

export const serversCommand: CommandLineCommand = (input) =>
  input.request.target === null ? listServers(input) : describeServer(input)

/** Reads only the file, so that it works while a window is open. */
async function listServers({ places }: CommandInput): Promise<CommandAnswer> {
  const content = readTaskServers(await readSettings(places.settingsFile))
  if (content === null)
    throw new HostError('SETTINGS_INVALID', say('cli.settingsBroken', { file: places.settingsFile }))
  const valid = content.servers.map((server) => ({
    name: server.name,
    transport: server.transport,
    address: server.transport === 'stdio' ? [server.command, ...server.args].join(' ') : server.url,
    isDisabled: server.isDisabled,
    problem: null as string | null
  }))
  const broken = content.brokenServers.map(({ name, transport, address, problems }) => {
    const [problem] = problems
    return { name, transport, address, isDisabled: false, problem: problem ? toText(problem.message) : '' }
  })
  const order = new Map(content.serverOrder.map((name, at) => [name, at]))
  const servers = [...valid, ...broken].sort(
    (one, other) => (order.get(one.name) ?? 0) - (order.get(other.name) ?? 0)
  )
  const lines = servers.map(({ name, address, isDisabled, problem }) => {
    const note = problem ?? (isDisabled ? toText(say('cli.switchedOff')) : null)
    return `${terminalLine(name)}\t${terminalLine(address)}${note === null ? '' : `\t! ${terminalLine(note)}`}\n`
  })
  return {
    value: { servers },
    text: lines.length === 0 ? `${toText(say('cli.noServers'))}\n` : lines.join('')
  }
}

/** A missing file names no servers. */
async function readSettings(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return '{}'
    throw new HostError('SETTINGS_UNREADABLE', quote(message))
  }
}

function describeServer(input: CommandInput): Promise<CommandAnswer> {
  return withServer(input, async ({ handlers }, serverName) => {
    const { servers } = await handlers['app.snapshot']({})
    const view = servers.find(({ name }) => name === serverName)
    const tools = await handlers['server.read']({ serverName, what: 'tools' })
    const listings = await handlers['resource.list']({})
    const prompts = await handlers['prompt.list']({})
    const { resources = [], templates = [] } =
      listings.find((listing) => listing.serverName === serverName) ?? {}
    const rows = [
      ...tools.map(({ name, description }) => ['tool', name, description]),
      ...resources.map(({ uri, name }) => ['resource', uri, name]),
      ...templates.map(({ uriTemplate, name }) => ['template', uriTemplate, name]),
      ...prompts.map(({ name, description }) => ['prompt', name, description])
    ]
    const { title = null, version = null, protocolVersion = null } = view ?? {}
    const text = rows
      .map((row) => `${row.map((cell) => terminalLine(cell).slice(0, 200)).join('\t')}\n`)
      .join('')
    return {
      value: { server: serverName, title, version, protocolVersion, tools, resources, templates, prompts },
      text
    }
  })
}
