/**
 * Servers that come from outside, shown to the user one at a time: a bundle that was chosen, dropped or opened, or a
 * link. An installed server becomes an ordinary entry of the settings, and starts through `TrustCheck` as any other.
 */
import { homedir } from 'node:os'
import path from 'node:path'
import { HostError, toLocalizedText } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import { isRemotePath } from '../../base/remote-path'
import { Bundles, type InstallPlan } from '../../bundles/install/bundles'
import type { AddingView } from '../../contract/servers/adding'
import type { AddingMark } from '../../contract/bridge/snapshot'
import { bundleExtensions } from '../../contract/servers/bundle-files'
import type { CallInput } from '../../contract/bridge/calls'
import type { JsonValue } from '../../contract/json'
import type { LocalizedText } from '../../contract/localized-text'
import type { McpClients } from '../../mcp/interface'
import { writeBundleEntry } from '../../settings/edit/bundle-entry'
import { nameEntry, freeName } from '../../settings/paste/entry-name'
import { bundleAddress, readBundleLink } from '../../settings/links/bundle-link'
import { isServerLink } from '../../settings/links/link-forms'
import { readServerLink } from '../../settings/links/read-link'
import type { ParleyEntry } from '../../settings/other-apps/other-app-entry'
import type { Settings } from '../../settings/store/settings-store'
import { readSettingsFile } from '../../settings/store/settings-file'
import { openRecordingFile } from '../../workbench/recordings/open-recording-file'
import { recordingExtension } from '../../workbench/recordings/recording'
import { say } from '../../texts/render-localized'
import { addRecording, isRecording } from './add-recording'
import { createBefore, findAddingMark, type PendingAddition } from './pending-addition'
import { createDownloads, type Downloads, type DownloadsOptions } from './downloads'
import { listEntryWarnings } from './entry-warnings'
import type { KeptSecrets } from './kept-secrets'
import { createLinkTurns, type LinkTurns } from './link-turns'

export interface Adding {
  /** The addition that is shown to the user. */
  current(): AddingView | null
  mark(): AddingMark | null
  /** Paths of files. Of the bundles and recordings among them, one is shown to the user. */
  openFiles(files: readonly string[]): void
  /** From the operating system, so hostile. A broken link is shown to the user with the reason. */
  hearLink(link: string): void
  /**
   * Adds pasted servers and returns their names. A link is shown first, as by `hearLink`, and returns none.
   * @throws HostError SETTINGS_INVALID
   */
  paste(text: string): Promise<string[]>
  choose(): Promise<void>
  /** Adds a recording as a server and returns its name; null: the user cancelled. @throws HostError RECORDING_INVALID */
  chooseRecording(): Promise<string | null>
  install(input: CallInput<'bundle.install'>): Promise<string>
  addLink(input: CallInput<'adding.add-link'>): Promise<string>
  /** Adds the recording that is shown, and returns its name as a server. @throws HostError RECORDING_INVALID */
  addShownRecording(id: string): Promise<string>
  /** @throws HostError BUNDLE_REFUSED */
  download(id: string): Promise<void>
  /** From a directory, so hostile. @throws HostError DIRECTORY_FAILED: Parley doesn't fetch from this address */
  offerBundle(url: string, sha256: string | null): void
  close(id: string): Promise<void>
  /** Removes folders of bundles that the settings no longer name. */
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
  readonly findDenial: DownloadsOptions['findDenial']
  readonly recordRequest: DownloadsOptions['recordRequest']
  readonly newId: () => string
  readonly log: Logger
  readonly publish: (mark: AddingMark | null) => void
  readonly tell: (text: LocalizedText) => void
}

export function createAdding(options: AddingOptions): Adding {
  const { settings, secrets, findDenial, recordRequest, newId, log, tell } = options
  const bundles = createBundles(options)
  const before = createBefore(options.publish)
  const warnings = (name: string, entry: ParleyEntry) => listEntryWarnings(options, name, entry)
  const lookAtFile = (file: string): Promise<void> => openFile(options, { bundles, before, file })
  const downloads = createDownloads({ before, lookAtFile, findDenial, recordRequest, newId, log })
  const links = createLinkTurns(
    { settings, secrets, warningsOf: warnings, downloads, newId, log, tell },
    before
  )
  const sweep = (): Promise<void> => sweepBundles(options, bundles)
  const clear = (id: string): void => {
    if (before.current()?.id === id) before.show(null)
    links.next()
  }
  return {
    current: before.current,
    mark: () => findAddingMark(before.current()),
    openFiles: (files) => {
      const file = findLocalFile(files)
      if (file !== undefined) void lookAtFile(file)
    },
    hearLink: (link) => links.hear(link),
    paste: (text) => paste(text, settings, links),
    choose: async () => {
      const file = await options.chooseFile(bundleExtensions)
      if (file !== null) await lookAtFile(file)
    },
    chooseRecording: async () => {
      const file = await options.chooseFile([recordingExtension])
      return file === null ? null : await addRecording(settings, file)
    },
    install: async ({ id, ...typed }) => {
      const save = (plan: InstallPlan) => saveBundle(options, plan)
      const serverName = await bundles.install(id, typed, save)
      clear(id)
      await sweep()
      return serverName
    },
    addLink: async (input) => {
      const serverName = await links.add(input)
      clear(input.id)
      return serverName
    },
    addShownRecording: async (id) => {
      const serverName = await addRecording(settings, findRecording(before, id))
      clear(id)
      return serverName
    },
    download: (id) => downloads.begin(id),
    offerBundle: (url, sha256) => offerBundle(options, { before, downloads, url, sha256 }),
    close: async (id) => {
      downloads.stop(id)
      clear(id)
      await bundles.forget(id)
    },
    sweep
  }
}

async function sweepBundles({ settingsFile }: AddingOptions, bundles: Bundles): Promise<void> {
  const reading = await readSettingsFile(settingsFile)
  if (reading.type === 'text') await bundles.sweep(reading.text)
}

function findLocalFile(files: readonly string[]): string | undefined {
  const local = files.filter((one) => path.isAbsolute(one) && !isRemotePath(one))
  return local.find((one) => isBundle(one) || isRecording(one))
}

async function paste(text: string, settings: Settings, links: LinkTurns): Promise<string[]> {
  if (!isServerLink(text)) return [...(await settings.pasteServers(text))]
  if (readBundleLink(text) === null) readServerLink(text, homedir())
  links.hear(text)
  return []
}

interface Offer {
  readonly before: PendingAddition
  readonly downloads: Downloads
  readonly url: string
  readonly sha256: string | null
}

function offerBundle(options: AddingOptions, { before, downloads, url, sha256 }: Offer): void {
  const wanted = bundleAddress(url, sha256)
  if (wanted === null) throw new HostError('DIRECTORY_FAILED', say('directory.badPackage'))
  const current = before.current()
  if (current !== null && current.type !== 'refused')
    return options.tell(say('bundles.busy', { name: new URL(wanted.url).host }))
  before.show(downloads.view(options.newId(), wanted, 'directory'))
}

interface Opening {
  readonly bundles: Bundles
  readonly before: PendingAddition
  readonly file: string
}

async function openFile(options: AddingOptions, { bundles, before, file }: Opening): Promise<void> {
  const id = options.newId()
  const fileName = path.basename(file)
  const current = before.current()
  if (current !== null && current.type !== 'refused')
    return options.tell(say('bundles.busy', { name: fileName }))
  before.show({ type: 'reading', id, fileName })
  const what = isRecording(file) ? 'recording' : 'bundle'
  const look = what === 'bundle' ? bundles.look(id, file) : lookAtRecording(id, file)
  const view = await look.catch((error: unknown): AddingView => {
    options.log.warn(`a ${what} was refused`, { fileName, error })
    return { type: 'refused', id, what, fileName, reason: toLocalizedText(error) }
  })
  // Closed meanwhile.
  if (before.current()?.id === id) before.show(view)
  else await bundles.forget(id)
}

/** Its file. @throws HostError RECORDING_INVALID */
function findRecording(before: PendingAddition, id: string): string {
  const shown = before.current()
  if (shown?.type === 'recording' && shown.id === id) return shown.file
  throw new HostError('RECORDING_INVALID', say('recordings.gone'))
}

async function lookAtRecording(id: string, file: string): Promise<AddingView> {
  const { header, entries } = await openRecordingFile(file)
  return { type: 'recording', id, file, title: header.title, count: entries.length }
}

function isBundle(file: string): boolean {
  return bundleExtensions.some((extension) => file.toLowerCase().endsWith(`.${extension}`))
}

function createBundles(options: AddingOptions): Bundles {
  const { dataFolder, settingsFile, platform, settings, secrets, newId, log } = options
  return new Bundles({
    dataFolder,
    settingsFile,
    platform,
    newId,
    log,
    home: homedir(),
    servers: () =>
      settings.current().servers.flatMap((server) => {
        if (server.transport !== 'stdio') return []
        const { name, command, args, env, cwd } = server
        return [{ name, texts: [command, ...args, ...Object.values(env), cwd ?? ''] }]
      }),
    isStored: (name) => secrets.isStored(name),
    warningsOf: (name, launch) => listEntryWarnings(options, name, launch)
  })
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
