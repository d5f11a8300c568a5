/**
 * The open previews: pages that a model wrote, each in a frame of its own without network. Parley answers no message of
 * a preview, and sends none.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { HostError } from '../../base/host-error'
import type { CallInput, CallOutput } from '../../contract/bridge/calls'
import type { OpenPreview, PreviewProblem } from '../../contract/bridge/preview-calls'
import type { DrawnDiagram } from '../../contract/conversation/diagrams'
import { diagramLimits } from '../../contract/conversation/diagram-limits'
import { previewLimits } from '../../contract/limits'
import type { Ledger } from '../../ledger/interface'
import { recordPreview } from '../../ledger/record-destinations'
import { say } from '../../texts/render-localized'
import type { OpenViewFrame, ViewEndReason, ViewFrame, ViewFrameOptions } from '../../views/interface'
import { buildViewPolicy } from '../../views/policy/build-view-policy'
import { readViewMetadata } from '../../views/policy/view-metadata'
import { readPreviewMessage } from '../../views/preview/read-preview-message'
import {
  previewScripts,
  writePreviewPage,
  type PreviewPage,
  type PreviewScript
} from '../../views/preview/write-preview-page'
import { createFloodCounter } from '../../views/session/flood-counter'

export interface OpenPreviewsOptions {
  /** Undefined: there is no window. */
  readonly openViewFrame: OpenViewFrame | undefined
  readonly readPreviewScript: ((name: PreviewScript) => Promise<string>) | undefined
  readonly drawDiagram: (code: string) => Promise<DrawnDiagram>
  /** With the program that the system opens such files with. */
  readonly openFile: (path: string) => Promise<void>
  readonly ledger: Pick<Ledger, 'record'>
  readonly publish: (preview: OpenPreview) => void
  readonly newId: () => string
}

/** At once, in all windows. */
const mostPreviews = 4
const startLimitMs = 10_000

type Page = Omit<PreviewPage, 'isReporting'>

interface Entry {
  readonly page: Page
  readonly frame: ViewFrame
  readonly startLimit: NodeJS.Timeout
  preview: OpenPreview
}

/** A page of a model reaches no host and no device. */
const noAccess: Pick<ViewFrameOptions, 'load' | 'permissions' | 'onPermission'> = {
  load: () => Promise.resolve(new Response(null, { status: 403 })),
  permissions: [],
  onPermission: () => Promise.resolve(false)
}

export class OpenPreviews {
  readonly #options: OpenPreviewsOptions
  readonly #entries = new Map<string, Entry>()
  /** With the pages that were opened in a browser. */
  readonly #folders: string[] = []

  constructor(options: OpenPreviewsOptions) {
    this.#options = options
  }

  readonly open = async (input: CallInput<'preview.open'>): Promise<CallOutput<'preview.open'>> => {
    const page = await this.#readPage(input)
    if (this.#entries.size >= mostPreviews) throw unavailable(say('views.tooManyPreviews'))
    return this.#start(this.#options.newId(), page)
  }

  /** Only what is open can be replaced: its press allowed it. */
  readonly replace = async ({
    previewId,
    ...input
  }: CallInput<'preview.replace'>): Promise<CallOutput<'preview.replace'>> => {
    if (!this.#entries.has(previewId)) throw unavailable(say('views.noPreview'))
    const page = await this.#readPage(input)
    if (!this.#entries.has(previewId)) throw unavailable(say('views.noPreview'))
    this.close({ previewId })
    return this.#start(this.#options.newId(), page)
  }

  readonly close = ({ previewId }: { readonly previewId: string }): void => {
    const entry = this.#entries.get(previewId)
    if (entry === undefined) return
    this.#end(previewId, null)
    this.#entries.delete(previewId)
  }

  readonly openInBrowser = async ({ previewId }: CallInput<'preview.open-in-browser'>): Promise<void> => {
    const entry = this.#entries.get(previewId)
    if (entry === undefined) throw unavailable(say('views.noPreview'))
    const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-preview-'))
    this.#folders.push(folder)
    const file = path.join(folder, 'preview.html')
    await writeFile(file, writePreviewPage({ ...entry.page, isReporting: false }), { mode: 0o600 })
    const { openFile, ledger } = this.#options
    await openFile(file)
    recordPreview({ file: path.basename(file), ...entry.page }, ledger)
  }

  async dispose(): Promise<void> {
    for (const previewId of this.#entries.keys()) this.close({ previewId })
    const remove = (folder: string) => rm(folder, { recursive: true, force: true })
    await Promise.all(this.#folders.map(remove)).catch(() => {}) // the system empties its folder for such files
  }

  async #readPage({ kind, text }: Omit<CallInput<'preview.open'>, 'previewId'>): Promise<Page> {
    const name = previewScripts.find((script) => script === kind)
    const script = name === undefined ? '' : ((await this.#options.readPreviewScript?.(name)) ?? '')
    return { kind, text: kind === 'mermaid' ? await this.#drawDiagram(text) : text, script }
  }

  async #drawDiagram(code: string): Promise<string> {
    if (code.length > diagramLimits.code) throw unavailable(say('views.diagramTooLarge'))
    const drawn = await this.#options.drawDiagram(code)
    if (drawn.type === 'drawn') return drawn.svg
    throw unavailable(
      drawn.type === 'broken'
        ? say('views.diagramBroken', { reason: drawn.reason })
        : say('views.diagramNotDrawn')
    )
  }

  #start(previewId: string, page: Page): CallOutput<'preview.open'> {
    const { openViewFrame } = this.#options
    if (openViewFrame === undefined) throw unavailable(say('views.noPreview'))
    const { header } = buildViewPolicy(readViewMetadata(undefined, undefined), [])
    const isFlooding = createFloodCounter(() => performance.now())
    const frame = openViewFrame()
    const startLimit = setTimeout(() => this.#end(previewId, 'silent'), startLimitMs)
    const preview: OpenPreview = { previewId, state: 'loading', reason: null, problems: [], escapes: 0 }
    this.#entries.set(previewId, { page, frame, startLimit, preview })
    frame.show({
      html: writePreviewPage({ ...page, isReporting: true }),
      policy: header,
      ...noAccess,
      onMessage: (json) => {
        if (isFlooding(json.length)) this.#end(previewId, 'flooded')
        else this.#hear(previewId, json)
      },
      onEscape: () => {
        const { escapes = 0 } = this.#entries.get(previewId)?.preview ?? {}
        this.#change(previewId, { escapes: escapes + 1 })
      },
      onEnd: (reason) => this.#end(previewId, reason)
    })
    const { address, partition } = frame
    return { previewId, address, partition }
  }

  #hear(previewId: string, json: string): void {
    const entry = this.#entries.get(previewId)
    const message = readPreviewMessage(json)
    if (entry === undefined || message === null) return
    clearTimeout(entry.startLimit)
    const { state, problems } = entry.preview
    if (message.type !== 'ready') return this.#addProblem(previewId, message, problems)
    if (state === 'loading') this.#change(previewId, { state: 'ready' })
  }

  #addProblem(previewId: string, problem: PreviewProblem, known: readonly PreviewProblem[]): void {
    const isKnown = known.some(({ type, text }) => type === problem.type && text === problem.text)
    if (!isKnown && known.length < previewLimits.problems)
      this.#change(previewId, { problems: [...known, problem] })
  }

  #change(previewId: string, change: Partial<OpenPreview>): void {
    const entry = this.#entries.get(previewId)
    if (entry === undefined || entry.preview.state === 'ended') return
    entry.preview = { ...entry.preview, ...change }
    this.#options.publish(entry.preview)
  }

  /** One that Parley ended can be opened again, unless its window has gone. */
  #end(previewId: string, reason: ViewEndReason | null): void {
    const entry = this.#entries.get(previewId)
    if (entry === undefined) return
    clearTimeout(entry.startLimit)
    this.#change(previewId, { state: 'ended', reason })
    entry.frame.close()
    if (reason === 'removed') this.#entries.delete(previewId)
  }
}

function unavailable(text: ReturnType<typeof say>): HostError {
  return new HostError('VIEW_UNAVAILABLE', text)
}
