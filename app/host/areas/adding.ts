/**
 * Servers that come from outside, one at a time before the person: a bundle that was chosen, dropped or opened. What is
 * installed becomes an ordinary entry of the settings, behind the one door as any other.
 */
import { homedir } from 'node:os'
import path from 'node:path'
import { HostError, saidOf } from '../../base/host-error'
import { leadsElsewhere } from '../../base/leads-elsewhere'
import { Bundles, type InstallPlan } from '../../bundles/bundles'
import type { Launch } from '../../bundles/manifest/launch'
import type { AddingView } from '../../contract/adding/adding'
import { bundleExtensions } from '../../contract/adding/bundle-files'
import type { CallInput } from '../../contract/bridge/calls'
import type { JsonValue } from '../../contract/json'
import type { Said } from '../../contract/said'
import { warningsOf } from '../../servers/definition-warnings'
import { writeBundleEntry } from '../../settings/edit/bundle-entry'
import { nameEntry, freeName } from '../../settings/paste/entry-name'
import { parseSettings } from '../../settings/parse/parse-settings'
import type { Settings } from '../../settings/store/store'
import { readSettingsFile } from '../../settings/store/settings-file'
import { say } from '../../texts/said'
import type { HostEvents } from './events'
import type { Ports } from './ports'
import { namableSecrets } from './secrets'
import { createTypedSecrets, type SecretAreas } from './typed-secrets'

export interface Adding {
  /** What lies before the person. */
  current(): AddingView | null
  /** Paths of files; those of bundles are taken, one of them. */
  openFiles(files: readonly string[]): void
  choose(): Promise<void>
  install(input: CallInput<'bundle.install'>): Promise<string>
  close(id: string): Promise<void>
  /** Folders of bundles that the settings no longer name go. */
  sweep(): Promise<void>
}

type AddingAreas = SecretAreas & { readonly settings: Settings }

export function createAdding(ports: Ports, events: HostEvents, areas: AddingAreas): Adding {
  const bundles = createBundles(ports, areas)
  let current: AddingView | null = null
  const show = (view: AddingView | null): void => {
    current = view
    events.emit('adding.changed', { adding: view })
  }
  const sweep = async (): Promise<void> => {
    const reading = await readSettingsFile(ports.settingsFile)
    if (reading.type === 'text') await bundles.sweep(reading.text)
  }
  const open = async (file: string): Promise<void> => {
    const id = ports.newId()
    const fileName = path.basename(file)
    if (current !== null && current.type !== 'refused')
      return events.raise('alert', say('bundles.busy', { name: fileName }))
    show({ type: 'reading', id, fileName })
    const view = await bundles.look(id, file).catch((error: unknown): AddingView => {
      ports.log.warn('a bundle was refused', { fileName, error })
      return { type: 'refused', id, what: 'bundle', fileName, reason: saidOf(error) }
    })
    // Closed meanwhile.
    if (current?.id === id) show(view)
    else await bundles.forget(id)
  }
  return {
    current: () => current,
    openFiles: (files) => {
      const file = files.find((one) => isBundle(one) && path.isAbsolute(one) && !leadsElsewhere(one))
      if (file !== undefined) void open(file)
    },
    choose: async () => {
      const file = await ports.chooseFile(bundleExtensions)
      if (file !== null) await open(file)
    },
    install: async ({ id, texts, secrets }) => {
      const save = (plan: InstallPlan) => saveBundle(ports, areas, plan)
      const serverName = await bundles.install(id, { texts, secrets }, save)
      if (current?.id === id) show(null)
      await sweep()
      return serverName
    },
    close: async (id) => {
      if (current?.id === id) show(null)
      await bundles.forget(id)
    },
    sweep
  }
}

function isBundle(file: string): boolean {
  return bundleExtensions.some((extension) => file.toLowerCase().endsWith(`.${extension}`))
}

function createBundles(ports: Ports, { settings }: Pick<AddingAreas, 'settings'>): Bundles {
  const secrets = namableSecrets(ports)
  return new Bundles({
    ...{ dataFolder: ports.dataFolder, settingsFile: ports.settingsFile, platform: ports.app.platform },
    ...{ home: homedir(), newId: ports.newId, log: ports.log.in('bundles') },
    servers: () =>
      settings.current().servers.flatMap((server) => {
        if (server.transport !== 'stdio') return []
        const { name, command, args, env, cwd } = server
        return [{ name, texts: [command, ...args, ...Object.values(env), cwd ?? ''] }]
      }),
    isStored: async (name) => (await secrets.read(name)) !== null,
    warningsOf: (name, launch) => warningsOfLaunch(ports, name, launch)
  })
}

/** What the trust question will warn of, and whether its program is on this computer. */
async function warningsOfLaunch(ports: Ports, name: string, launch: Launch): Promise<readonly Said[]> {
  const read = parseSettings(JSON.stringify({ mcpServers: { [name]: launch } }))
  const definition = read.type === 'usable' ? read.content.servers[0] : undefined
  const warnings = definition === undefined ? [] : warningsOf(definition)
  const isOwn = path.isAbsolute(launch.command)
  if (isOwn) return warnings
  const { command, env } = launch
  const found = await ports.mcp.clients
    .inspectProgram({ command, args: [], env, cwd: null, known: [], mayContact: false })
    .then(
      () => true,
      (error: unknown) => !(error instanceof HostError && error.code === 'SERVER_COMMAND_NOT_FOUND')
    )
  return found ? warnings : [say('bundles.missingRuntime', { command }), ...warnings]
}

async function saveBundle(ports: Ports, areas: AddingAreas, plan: InstallPlan): Promise<string> {
  const { settings } = areas
  const taken = new Set(settings.current().serverOrder)
  const named = nameEntry({ command: plan.name } as JsonValue)
  const serverName = plan.serverName ?? freeName(named, taken)
  const launch = plan.launch(serverName)
  const before = plan.serverName === null ? null : await settings.readServerEntry(plan.serverName)
  const json = writeBundleEntry(before, launch, plan.former)
  const typed = plan.secrets(serverName)
  const secrets = createTypedSecrets(ports, areas)
  for (const { name } of typed) secrets.refuseOwn(name)
  await settings.saveServerEntry(plan.serverName, serverName, json)
  await secrets.keep(serverName, typed)
  return serverName
}
