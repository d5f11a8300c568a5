/**
 * Servers that come from outside, one at a time before the person: a bundle that was chosen, dropped or opened, or a link.
 * What is installed becomes an ordinary entry of the settings, behind the one door as any other.
 */
import { homedir } from 'node:os'
import path from 'node:path'
import { HostError, saidOf } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import { leadsElsewhere } from '../../base/leads-elsewhere'
import { Bundles, type InstallPlan } from '../../bundles/install/bundles'
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
import { readServerLink } from '../../settings/links/read-link'
import type { OwnEntry } from '../../settings/other-hosts/foreign-entry'
import { parseSettings } from '../../settings/parse/parse-settings'
import type { Settings } from '../../settings/store/store'
import { readSettingsFile } from '../../settings/store/settings-file'
import { say } from '../../texts/said'
import type { KeptSecrets } from './kept-secrets'
import { LinkQueue } from './link-queue'
import { createLinks, goneLink } from './links'

export interface Adding {
  /** What lies before the person. */
  current(): AddingView | null
  mark(): AddingMark | null
  /** Paths of files; those of bundles are taken, one of them. */
  openFiles(files: readonly string[]): void
  /** Of the system, hostile: a broken one is put before the person with the reason. */
  openLink(link: string): void
  /** As `openLink`. @throws HostError SETTINGS_INVALID: it is no link that adds a server */
  pasteLink(link: string): void
  choose(): Promise<void>
  install(input: CallInput<'bundle.install'>): Promise<string>
  addLink(input: CallInput<'adding.add-link'>): Promise<string>
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
  readonly secrets: KeptSecrets
  readonly newId: () => string
  readonly log: Logger
  readonly publish: (mark: AddingMark | null) => void
  readonly tell: (text: Said) => void
}

export function createAdding(options: AddingOptions): Adding {
  const bundles = createBundles(options)
  const before = createBefore(options.publish)
  const links = createLinkTurns(options, before)
  const sweep = async (): Promise<void> => {
    const reading = await readSettingsFile(options.settingsFile)
    if (reading.type === 'text') await bundles.sweep(reading.text)
  }
  const open = async (file: string): Promise<void> => {
    const id = options.newId()
    const fileName = path.basename(file)
    const current = before.current()
    if (current !== null && current.type !== 'refused')
      return options.tell(say('bundles.busy', { name: fileName }))
    before.show({ type: 'reading', id, fileName })
    const view = await bundles.look(id, file).catch((error: unknown): AddingView => {
      options.log.warn('a bundle was refused', { fileName, error })
      return { type: 'refused', id, what: 'bundle', fileName, reason: saidOf(error) }
    })
    // Closed meanwhile.
    if (before.current()?.id === id) before.show(view)
    else await bundles.forget(id)
  }
  const clear = (id: string): void => {
    if (before.current()?.id === id) before.show(null)
    links.next()
  }
  return {
    current: before.current,
    mark: () => markOf(before.current()),
    openFiles: (files) => {
      const file = files.find((one) => isBundle(one) && path.isAbsolute(one) && !leadsElsewhere(one))
      if (file !== undefined) void open(file)
    },
    openLink: links.open,
    pasteLink: (link) => {
      readServerLink(link, homedir())
      links.open(link)
    },
    choose: async () => {
      const file = await options.chooseFile(bundleExtensions)
      if (file !== null) await open(file)
    },
    install: async ({ id, texts, secrets }) => {
      const save = (plan: InstallPlan) => saveBundle(options, plan)
      const serverName = await bundles.install(id, { texts, secrets }, save)
      clear(id)
      await sweep()
      return serverName
    },
    addLink: async (input) => {
      const serverName = await links.add(input)
      clear(input.id)
      return serverName
    },
    close: async (id) => {
      clear(id)
      await bundles.forget(id)
    },
    sweep
  }
}

/** What lies before the person. */
interface Before {
  readonly current: () => AddingView | null
  readonly show: (view: AddingView | null) => void
}

function createBefore(publish: AddingOptions['publish']): Before {
  let current: AddingView | null = null
  return {
    current: () => current,
    show: (view) => {
      current = view
      publish(markOf(view))
    }
  }
}

/** Of a link that is refused: enough to know it by. */
const mostOfRefused = 200

function createLinkTurns(options: AddingOptions, before: Before) {
  const links = createLinks({
    ...options,
    warningsOf: (name, entry) => warningsOfEntry(options, name, entry)
  })
  const queue = new LinkQueue(() => options.tell(say('adding.linksMany')))
  let isReading = false
  /** The one whose turn it is. */
  let latest = { id: '', link: '' }
  const next = async (): Promise<void> => {
    if (isReading || before.current() !== null) return
    const link = queue.next()
    if (link === null) return
    isReading = true
    const id = options.newId()
    latest = { id, link }
    const view = await links.look(id, link).catch((error: unknown): AddingView => {
      // Not the link itself: a key may stand in it.
      options.log.warn('a link that adds a server was refused', { error })
      const fileName = link.slice(0, mostOfRefused)
      return { type: 'refused', id, what: 'link', fileName, reason: saidOf(error) }
    })
    isReading = false
    if (before.current() === null) before.show(view)
    else queue.putBack(link)
  }
  return {
    next: () => void next(), // what goes wrong with a link is shown in its place
    open: (link: string): void => {
      const isShown = isReading || before.current()?.id === latest.id
      // The system may hand it over twice.
      if (isShown && latest.link === link.trim()) return
      queue.add(link.trim())
      void next()
    },
    add: async (input: CallInput<'adding.add-link'>): Promise<string> => {
      const current = before.current()
      if (current?.type !== 'link' || current.id !== input.id) throw goneLink()
      return await links.add(current, input)
    }
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
    warningsOf: (name, launch) => warningsOfEntry(options, name, launch)
  })
}

/** What the trust question will warn of, and whether its program is on this computer. */
async function warningsOfEntry(
  { inspectProgram }: AddingOptions,
  name: string,
  entry: OwnEntry
): Promise<readonly Said[]> {
  const read = parseSettings(JSON.stringify({ mcpServers: { [name]: entry } }))
  const definition = read.type === 'usable' ? read.content.servers[0] : undefined
  const warnings = definition === undefined ? [] : warningsOf(definition)
  const { command, env = {} } = entry
  if (command === undefined || path.isAbsolute(command)) return warnings
  const found = await inspectProgram({
    ...{ command, args: [], env, cwd: null, known: [], mayContact: false }
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
