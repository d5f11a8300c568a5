/**
 * Servers that come from outside, one at a time before the person: a bundle that was chosen, dropped or opened. What is
 * installed becomes an ordinary entry of the settings, behind the one door as any other.
 */
import { homedir } from 'node:os'
import path from 'node:path'
import { HostError, saidOf } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import { leadsElsewhere } from '../../base/leads-elsewhere'
import { Bundles, type InstallPlan } from '../../bundles/install/bundles'
import type { Launch } from '../../bundles/manifest/launch'
import type { AddingView } from '../../contract/adding/adding'
import type { AddingMark } from '../../contract/snapshot'
import { bundleExtensions } from '../../contract/adding/bundle-files'
import type { CallInput } from '../../contract/bridge/calls'
import type { JsonValue } from '../../contract/json'
import type { Said } from '../../contract/said'
import type { McpClients } from '../../mcp/interface'
import { warningsOf } from '../../servers/definition-warnings'
import { writeBundleEntry } from '../../settings/edit/bundle-entry'
import { nameEntry, freeName } from '../../settings/paste/entry-name'
import { parseSettings } from '../../settings/parse/parse-settings'
import type { Settings } from '../../settings/store/store'
import { readSettingsFile } from '../../settings/store/settings-file'
import { say } from '../../texts/said'

export interface Adding {
  /** What lies before the person. */
  current(): AddingView | null
  mark(): AddingMark | null
  /** Paths of files; those of bundles are taken, one of them. */
  openFiles(files: readonly string[]): void
  choose(): Promise<void>
  install(input: CallInput<'bundle.install'>): Promise<string>
  close(id: string): Promise<void>
  /** Folders of bundles that the settings no longer name go. */
  sweep(): Promise<void>
}

export interface AddingOptions {
  readonly dataFolder: string
  readonly settingsFile: string
  readonly platform: string
  readonly chooseFile: (extensions: readonly string[]) => Promise<string | null>
  readonly inspectProgram: McpClients['inspectProgram']
  readonly settings: Settings
  readonly secrets: {
    isStored(name: string): Promise<boolean>
    /** @throws HostError SETTINGS_NAME_TAKEN */
    refuseOwn(name: string): void
    keep(serverName: string, typed: readonly { name: string; value: string }[]): Promise<void>
  }
  readonly newId: () => string
  readonly log: Logger
  readonly publish: (mark: AddingMark | null) => void
  readonly tell: (text: Said) => void
}

export function createAdding(options: AddingOptions): Adding {
  const bundles = createBundles(options)
  let current: AddingView | null = null
  const show = (view: AddingView | null): void => {
    current = view
    options.publish(markOf(view))
  }
  const sweep = async (): Promise<void> => {
    const reading = await readSettingsFile(options.settingsFile)
    if (reading.type === 'text') await bundles.sweep(reading.text)
  }
  const open = async (file: string): Promise<void> => {
    const id = options.newId()
    const fileName = path.basename(file)
    if (current !== null && current.type !== 'refused')
      return options.tell(say('bundles.busy', { name: fileName }))
    show({ type: 'reading', id, fileName })
    const view = await bundles.look(id, file).catch((error: unknown): AddingView => {
      options.log.warn('a bundle was refused', { fileName, error })
      return { type: 'refused', id, what: 'bundle', fileName, reason: saidOf(error) }
    })
    // Closed meanwhile.
    if (current?.id === id) show(view)
    else await bundles.forget(id)
  }
  return {
    current: () => current,
    mark: () => markOf(current),
    openFiles: (files) => {
      const file = files.find((one) => isBundle(one) && path.isAbsolute(one) && !leadsElsewhere(one))
      if (file !== undefined) void open(file)
    },
    choose: async () => {
      const file = await options.chooseFile(bundleExtensions)
      if (file !== null) await open(file)
    },
    install: async ({ id, texts, secrets }) => {
      const save = (plan: InstallPlan) => saveBundle(options, plan)
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

function markOf(view: AddingView | null): AddingMark | null {
  return view && { id: view.id, isReading: view.type === 'reading' }
}

function isBundle(file: string): boolean {
  return bundleExtensions.some((extension) => file.toLowerCase().endsWith(`.${extension}`))
}

function createBundles(options: AddingOptions): Bundles {
  const { settings, secrets } = options
  return new Bundles({
    ...options,
    home: homedir(),
    servers: () =>
      settings.current().servers.flatMap((server) => {
        if (server.transport !== 'stdio') return []
        const { name, command, args, env, cwd } = server
        return [{ name, texts: [command, ...args, ...Object.values(env), cwd ?? ''] }]
      }),
    isStored: (name) => secrets.isStored(name),
    warningsOf: (name, launch) => warningsOfLaunch(options, name, launch)
  })
}

/** What the trust question will warn of, and whether its program is on this computer. */
async function warningsOfLaunch(
  { inspectProgram }: AddingOptions,
  name: string,
  launch: Launch
): Promise<readonly Said[]> {
  const read = parseSettings(JSON.stringify({ mcpServers: { [name]: launch } }))
  const definition = read.type === 'usable' ? read.content.servers[0] : undefined
  const warnings = definition === undefined ? [] : warningsOf(definition)
  const isOwn = path.isAbsolute(launch.command)
  if (isOwn) return warnings
  const { command, env } = launch
  const found = await inspectProgram({
    command,
    args: [],
    env,
    cwd: null,
    known: [],
    mayContact: false
  }).then(
    () => true,
    (error: unknown) => !(error instanceof HostError && error.code === 'SERVER_COMMAND_NOT_FOUND')
  )
  return found ? warnings : [say('bundles.missingRuntime', { command }), ...warnings]
}

async function saveBundle({ settings, secrets }: AddingOptions, plan: InstallPlan): Promise<string> {
  const taken = new Set(settings.current().serverOrder)
  const named = nameEntry({ command: plan.name } as JsonValue)
  const serverName = plan.serverName ?? freeName(named, taken)
  const launch = plan.launch(serverName)
  const before = plan.serverName === null ? null : await settings.readServerEntry(plan.serverName)
  const json = writeBundleEntry(before, launch, plan.former)
  const typed = plan.secrets(serverName)
  for (const { name } of typed) secrets.refuseOwn(name)
  await settings.saveServerEntry(plan.serverName, serverName, json)
  await secrets.keep(serverName, typed)
  return serverName
}
