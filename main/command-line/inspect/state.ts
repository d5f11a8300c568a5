/** What `parley inspect` shows, as plain data. `update.ts` changes it, `draw.ts` draws it, `inspector.ts` talks to the core. */
import type { LogLine } from '../../../app/contract/bridge/logs'
import type { JsonObject } from '../../../app/contract/json'
import type { PromptView, ResourceTemplateView, ResourceView } from '../../../app/contract/offers'
import type { ServerView, ToolView } from '../../../app/contract/servers'
import type { MessagePage, MessageRow } from '../../../app/contract/workbench/messages'
import type { FormField } from '../questions/form-fields'
import type { Key, Size } from '../terminal/screen'
import type { LineEdit } from './line-edit'

export const tabs = ['overview', 'tools', 'resources', 'prompts', 'messages', 'log'] as const
export type Tab = (typeof tabs)[number]

/** Something that the server offers. */
export type Item =
  | { readonly kind: 'tool'; readonly value: ToolView }
  | { readonly kind: 'resource'; readonly value: ResourceView }
  | { readonly kind: 'template'; readonly value: ResourceTemplateView }
  | { readonly kind: 'prompt'; readonly value: PromptView }

/** Items that take arguments. */
export type FormItem = Exclude<Item, { kind: 'resource' }>

/** Text to read, with what Enter does next. */
export interface TextPage {
  readonly kind: 'text'
  readonly title: string
  readonly text: string
  /** The first row that is shown. */
  readonly from: number
  readonly next: { readonly item: Item } | { readonly message: number } | null
}

export interface FormPage {
  readonly kind: 'form'
  readonly item: FormItem
  readonly fields: readonly FormField[]
  readonly lines: readonly LineEdit[]
  /** A field, or a button after the last field. */
  readonly chosen: number
  /** What is wrong with a field, in the order of the fields. */
  readonly problems: readonly (string | null)[]
  /** What the server proposes for the chosen field. */
  readonly proposals: readonly string[]
}

/** The arguments of a tool as JSON. */
export interface JsonPage {
  readonly kind: 'json'
  readonly item: FormItem
  readonly line: LineEdit
  readonly problem: string | null
}

export type Page = TextPage | FormPage | JsonPage

/** A list of which a part is on screen. `chosen` is null while the list follows its end. */
export interface ListPlace {
  readonly filter: string
  readonly chosen: number | null
  readonly top: number
}

export interface OpenQuestion {
  readonly text: string
  readonly line: LineEdit
  readonly from: number
}

export interface InspectState {
  readonly serverName: string
  readonly size: Size
  /** Null: it isn't known yet. */
  readonly server: ServerView | null
  readonly tab: Tab
  readonly items: Readonly<Record<'tools' | 'resources' | 'prompts', readonly Item[]>>
  readonly messages: MessagePage | null
  readonly log: readonly LogLine[]
  readonly places: Readonly<Record<Tab, ListPlace>>
  /** The filter that is being typed. */
  readonly filtering: LineEdit | null
  readonly pages: readonly Page[]
  readonly question: OpenQuestion | null
  readonly notice: { readonly text: string; readonly isBad: boolean } | null
  /** What is being done; null: nothing. */
  readonly running: { readonly text: string; readonly progress: string } | null
  /** Keys are ignored: they were meant for what was on screen before. */
  readonly isPaused: boolean
}

export type InspectEvent =
  | { readonly type: 'key'; readonly key: Key }
  /** The end of a pause. */
  | { readonly type: 'ready' }
  | { readonly type: 'resized'; readonly size: Size }
  | { readonly type: 'server'; readonly server: ServerView | null }
  | { readonly type: 'offered'; readonly items: InspectState['items'] }
  | { readonly type: 'found'; readonly page: MessagePage; readonly filter: string }
  | { readonly type: 'located'; readonly position: number | null }
  | { readonly type: 'logged'; readonly lines: readonly LogLine[] }
  | { readonly type: 'asked'; readonly text: string }
  | { readonly type: 'settled'; readonly isWithdrawn: boolean }
  | { readonly type: 'noticed'; readonly text: string; readonly isBad: boolean }
  | { readonly type: 'running'; readonly text: string | null }
  | { readonly type: 'progressed'; readonly text: string }
  | { readonly type: 'opened'; readonly page: Omit<TextPage, 'kind' | 'from'> }
  | { readonly type: 'proposed'; readonly request: Proposal; readonly values: readonly string[] }
  | { readonly type: 'filter-completed'; readonly filters: readonly string[] }

/** Values are wanted for a field. */
export interface Proposal {
  readonly type: 'propose'
  readonly item: FormItem
  readonly name: string
  /** What was typed so far. */
  readonly value: string
  readonly context: Readonly<Record<string, string>>
}

/** What the core does for a key. */
export type Request =
  | { readonly type: 'stop' }
  | { readonly type: 'use'; readonly item: Item; readonly args: JsonObject }
  | Proposal
  | { readonly type: 'find'; readonly filter: string; readonly from: number | null; readonly count: number }
  | { readonly type: 'complete-filter'; readonly filter: string }
  | { readonly type: 'open-message'; readonly row: MessageRow }
  | { readonly type: 'open-number'; readonly number: number; readonly filter: string }
  | { readonly type: 'control'; readonly act: 'restart' | 'stop' }

/** What a key makes the inspector do. */
export type Effect =
  | Request
  | { readonly type: 'quit' | 'redraw' | 'abandon' | 'pause' }
  | { readonly type: 'answer'; readonly line: string }

export interface Update {
  readonly state: InspectState
  readonly effects: readonly Effect[]
}

export function beginInspecting(serverName: string, size: Size): InspectState {
  const start = { filter: '', chosen: 0, top: 0 }
  const atEnd = { ...start, chosen: null }
  return {
    serverName,
    size,
    server: null,
    tab: 'overview',
    items: { tools: [], resources: [], prompts: [] },
    messages: null,
    log: [],
    places: {
      overview: start,
      tools: start,
      resources: start,
      prompts: start,
      messages: atEnd,
      log: atEnd
    },
    filtering: null,
    pages: [],
    question: null,
    notice: null,
    running: null,
    isPaused: false
  }
}
