/**
 * `diff A B`: what two servers or recordings offer, and what two recorded sessions did. Each is a recording's file, the
 * name of a server, an address, or an entry as JSON, or what is published about a server: a `.json` file with a registry
 * entry, a server card or the manifest of a bundle, `registry:NAME`, or `card:SERVER`. What a model notices comes first, and decides the exit code.
 */
import { existsSync } from 'node:fs'
import { HostError } from '../../../app/base/host-error'
import type { JsonObject } from '../../../app/contract/json'
import type {
  ComparedFile,
  DefinitionChange,
  DefinitionDifferences,
  Definitions,
  SessionStep
} from '../../../app/contract/workbench/differences'
import { openRecordingFile } from '../../../app/workbench/recordings/open-recording-file'
import { say, toText } from '../../../app/texts/render-localized'
import { openPublishedFile } from '../../../app/workbench/differences/open-published-file'
import {
  comparePublished,
  toRunningEntry,
  type PublishedSide,
  type RunningEntry
} from '../../../app/workbench/differences/published'
import { compareSessions } from '../../../app/workbench/differences/compare-sessions'
import { readDefinitions } from '../../../app/workbench/differences/definitions'
import { recordingExtension, type Recording } from '../../../app/workbench/recordings/recording'
import type { CommandLineCore } from '../core/open-core'
import { readObjectArgument, type CommandTarget } from '../request/command-request'
import { exitCodes } from '../request/exit-codes'
import { usageText } from '../request/usage'
import { terminalBlock, terminalLine } from '../terminal/terminal-text'
import type { CommandInput, CommandLineCommand } from './command'
import { withServer } from './with-server'

const shownCharacters = 400

interface Side extends Omit<PublishedSide, 'definitions'> {
  readonly definitions: Definitions | null
  readonly session: Recording | null
}

export const diffCommand: CommandLineCommand = async (input) => {
  const { words, target } = input.request
  if (words.length + (target === null ? 0 : 1) !== 2)
    throw new HostError('COMMAND_LINE_INVALID', say('cli.wordCount', { usage: usageText.diff }))
  const sides: Side[] = []
  for (const word of words) sides.push(await readSide(word, input))
  if (target !== null) sides.push(await readServer(target, input))
  const [before, after] = sides
  if (before === undefined || after === undefined) throw new Error('Two sides were checked')
  const definitions =
    before.definitions === null || after.definitions === null
      ? null
      : comparePublished(
          { ...before, definitions: before.definitions },
          { ...after, definitions: after.definitions }
        )
  const sessions =
    before.session === null || after.session === null ? null : compareSessions(before.session, after.session)
  if (definitions === null && sessions === null)
    throw new HostError('RECORDING_INVALID', say('differences.nothingToCompare'))
  const steps = sessions?.steps ?? null
  const isNoticed =
    (definitions?.changes ?? []).some(({ isForModel }) => isForModel) ||
    (steps ?? []).some(({ isSame }) => !isSame)
  return {
    value: { isNoticedByModels: isNoticed, definitions, steps, leftOut: sessions?.leftOut ?? 0 },
    text: [
      definitions === null ? '' : writeDefinitions(definitions),
      steps === null ? '' : writeSteps(steps)
    ].join(''),
    exitCode: isNoticed ? exitCodes.failed : exitCodes.ok
  }
}

async function readSide(word: string, input: CommandInput): Promise<Side> {
  const [, place, rest = ''] = /^(registry|card):(.+)$/u.exec(word) ?? []
  if (place === 'registry') return await readEntry(rest, input)
  if (place === 'card') return await readCard(toTarget(rest), input)
  if (word.toLowerCase().endsWith(`.${recordingExtension}`)) {
    const recording = await openRecordingFile(word)
    return { definitions: readDefinitions(recording), session: recording }
  }
  if (isPublishedFile(word)) {
    const published = await openPublishedFile(word)
    return { definitions: published.definitions, session: null, published }
  }
  return await readServer(toTarget(word), input)
}

/** The name of a server can end like a file. */
function isPublishedFile(word: string): boolean {
  if (!/\.json$/iu.test(word) || /^https?:/iu.test(word)) return false
  return /[/\\]/u.test(word) || existsSync(word)
}

function toTarget(word: string): CommandTarget {
  if (/^https?:\/\//i.test(word)) return { type: 'entry', entry: { url: word } }
  if (word.startsWith('{')) return { type: 'entry', entry: readObjectArgument(word) }
  return { type: 'name', name: word }
}

async function readEntry(name: string, { openCore }: CommandInput): Promise<Side> {
  const core = await openCore({ type: 'no-server' })
  try {
    return await toSide(core, await core.handlers['difference.read-entry']({ name }))
  } finally {
    await core.close()
  }
}

function readCard(target: CommandTarget, input: CommandInput): Promise<Side> {
  return withTarget(target, input, async (core, serverName) =>
    toSide(core, await core.handlers['difference.read-card']({ serverName }))
  )
}

async function toSide({ handlers }: CommandLineCore, { fileId }: ComparedFile): Promise<Side> {
  const published = await handlers['difference.read-published']({ fileId })
  return { definitions: published.definitions, session: null, published }
}

function readServer(target: CommandTarget, input: CommandInput): Promise<Side> {
  return withTarget(target, input, async ({ handlers }, serverName) => {
    const definitions = await handlers['server.read']({ serverName, what: 'definitions' })
    const entry =
      target.type === 'entry'
        ? target.entry
        : (JSON.parse((await handlers['server.read']({ serverName, what: 'entry' })).json) as JsonObject)
    return { definitions, session: null, entry: readRunningEntry(entry) }
  })
}

/** Only one core may use the data folder, so each side has its own, one after the other. */
async function withTarget(
  target: CommandTarget,
  input: CommandInput,
  work: (core: CommandLineCore, serverName: string) => Promise<Side>
): Promise<Side> {
  let opened: CommandLineCore | null = null
  const request = { ...input.request, target }
  const openCore: CommandInput['openCore'] = async (task) => (opened = await input.openCore(task))
  try {
    return await withServer({ ...input, request, openCore }, work)
  } finally {
    await (opened as CommandLineCore | null)?.close()
  }
}

function readRunningEntry({ url, env }: JsonObject): RunningEntry | null {
  const variables = typeof env === 'object' && env !== null ? Object.keys(env) : []
  return toRunningEntry(typeof url === 'string' ? url : null, variables)
}

function writeDefinitions({ before, after, changes, unknown }: DefinitionDifferences): string {
  const part = (isForModel: boolean, title: string) => {
    const found = changes.filter((change) => change.isForModel === isForModel)
    return found.length === 0 ? [] : [title, ...found.flatMap(writeChange)]
  }
  const lines = [
    toText(
      say('differences.toolTotal', {
        tools: before.tools,
        toolsNow: after.tools,
        tokens: before.tokens,
        tokensNow: after.tokens
      })
    ),
    ...(changes.length === 0 ? [toText(say('differences.sameDefinitions'))] : []),
    ...part(true, toText(say('differences.forModels'))),
    ...part(false, toText(say('differences.forPeople'))),
    ...(unknown.length === 0
      ? []
      : [
          toText(
            say('differences.notCompared', {
              kinds: unknown.map((kind) => say('differences.kinds', { kind }))
            })
          )
        ])
  ]
  return lines.map((line) => `${line}\n`).join('')
}

const signs = { added: '+', removed: '-', changed: '~' } as const

function writeChange({ kind, name, previousName, change, tokens, fields }: DefinitionChange): string[] {
  const old = previousName === null ? '' : ` (${terminalLine(previousName)})`
  const cost =
    tokens === null || tokens.before === tokens.after ? '' : ` [${tokens.before} → ${tokens.after}]`
  const head = `  ${signs[change]} ${kind} ${terminalLine(name)}${old}${cost}`
  if (change !== 'changed') return [head]
  return [
    head,
    ...fields.flatMap(({ name: field, before, after, notes }) =>
      notes.length > 0
        ? notes.map((note) => `      ${terminalLine(field)}: ${terminalLine(toText(note))}`)
        : [`      ${terminalLine(field)}: ${showValue(before)} → ${showValue(after)}`]
    )
  ]
}

function showValue(value: unknown): string {
  if (value === null) return '–'
  const text = typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
  return terminalLine(text.slice(0, shownCharacters))
}

function writeSteps(steps: readonly SessionStep[]): string {
  const lines = steps.flatMap(({ turn, kind, name, before, after, isSame }) => {
    const place = turn === null ? '' : `${turn} ${kind} `
    const head = `${isSame ? '✓' : '✗'} ${place}${terminalLine(name)}`.trimEnd()
    if (isSame) return [head]
    const shown = (text: string | null) =>
      text === null
        ? '–'
        : terminalBlock(text.slice(0, shownCharacters))
            .split('\n')
            .map((line) => line.trim())
            .join(' ')
    return [head, `    - ${shown(before)}`, `    + ${shown(after)}`]
  })
  const different = steps.filter(({ isSame }) => !isSame).length
  return [...lines, toText(say('differences.stepTotal', { count: steps.length, different })), ''].join('\n')
}
