/**
 * `replay FILE`: a recorded conversation again, through the same loop as in the window: with the recorded model and the
 * recorded servers, or with one of them replaced. Compares what came of it step by step.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fromFailure, HostError } from '../../../app/base/host-error'
import type { Message } from '../../../app/contract/conversations'
import type { Failure } from '../../../app/contract/failure'
import { playCommand } from '../../../app/contract/servers/own-node'
import type { ReplayStep } from '../../../app/contract/workbench/replays'
import { openRecordingFile } from '../../../app/workbench/recordings/open-recording-file'
import { say, toText } from '../../../app/texts/render-localized'
import { compareConversations } from '../../../app/workbench/recordings/compare-conversations'
import { recordConversation } from '../../../app/workbench/recordings/record-conversation'
import type { Recording, RecordingEntry } from '../../../app/workbench/recordings/recording'
import type { CommandLineCore } from '../core/open-core'
import { openRecordedModel, recordedModelId } from '../core/recorded-model'
import { readObjectArgument, readPairs } from '../request/command-request'
import { exitCodes } from '../request/exit-codes'
import { terminalLine } from '../terminal/terminal-text'
import type { CommandLineCommand } from './command'

/** Serves the recorded replies. */
export const replayProvider = 'recording'
const shownCharacters = 200

export const replayCommand: CommandLineCommand = async ({ request, places, openCoreIn }) => {
  const [file = ''] = request.words
  const recording = await readConversation(file)
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-replay-'))
  const replies = recording.entries.filter((entry) => entry.type === 'reply')
  const recorded = await openRecordedModel(replies)
  try {
    const model = request.options.models[0] ?? `${replayProvider}/${recordedModelId}`
    const providers = {
      ...(await readProviders(places.settingsFile)),
      [replayProvider]: { type: 'openai-compatible', baseUrl: recorded.baseUrl, api: 'chat' }
    }
    const server = { command: playCommand }
    const played = Object.fromEntries(
      recording.header.servers.map(({ name }) => [name, { ...server, args: [path.resolve(file), name] }])
    )
    const replaced = Object.entries(readPairs(request.options.servers, '='))
    const entries = replaced.map(([name, json]) => [name, readObjectArgument(json)] as const)
    const mcpServers = { ...played, ...Object.fromEntries(entries) }
    const settings = { models: { default: model, providers }, mcpServers }
    await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
    const core = await openCoreIn(folder, { type: 'all-servers' })
    for (const name of Object.keys(mcpServers)) await core.connected(name)
    const again = await runTurns(core, recording.entries, model)
    return toAnswer(compareConversations(recording.entries, again))
  } finally {
    await recorded.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function readConversation(file: string): Promise<Recording> {
  const recording = await openRecordingFile(file)
  if (recording.header.of === 'conversation') return recording
  throw new HostError('RECORDING_INVALID', say('recordings.noConversation', { file }))
}

/** The providers of the user, for `--model`. Their keys come from the environment. */
async function readProviders(settingsFile: string): Promise<object> {
  try {
    const { models } = JSON.parse(await readFile(settingsFile, 'utf8')) as { models?: { providers?: object } }
    return models?.providers ?? {}
  } catch {
    return {} // there are no settings, or they have comments
  }
}

/** Writes every message of the user again, each when the turn before has ended. */
async function runTurns(
  core: CommandLineCore,
  entries: readonly RecordingEntry[],
  model: string
): Promise<readonly RecordingEntry[]> {
  const { handlers } = core
  const { id: conversationId } = await handlers['conversation.create']({})
  await handlers['conversation.set-model']({ conversationId, model })
  for (const entry of entries) {
    if (entry.type !== 'turn') continue
    const sent = { conversationId, text: entry.text, toolRequest: null, resources: [], prompt: null }
    await handlers['conversation.send'](sent)
    await turnEnded(core, conversationId)
  }
  return recordConversation(await readMessages(core, conversationId)).entries
}

/** @throws HostError why the turn failed */
async function turnEnded(core: CommandLineCore, conversationId: string): Promise<void> {
  const { handlers, changed } = core
  for (;;) {
    const next = changed()
    const { conversations } = await handlers['app.snapshot']({})
    if (!conversations.some(({ id, isRunning }) => id === conversationId && isRunning)) break
    await next
  }
  const { messages } = await handlers['conversation.read']({ conversationId, lastId: null, limit: 1 })
  const failure = messages.at(-1)?.failure ?? null
  if (failure !== null) throw fromFailure(failure as Failure)
}

async function readMessages({ handlers }: CommandLineCore, conversationId: string): Promise<Message[]> {
  const all: Message[] = []
  for (let lastId: string | null = null; ;) {
    const page = await handlers['conversation.read']({ conversationId, lastId, limit: 100 })
    all.unshift(...page.messages)
    if (!page.hasEarlier || page.messages.length === 0) return all
    lastId = page.messages[0]?.parentId ?? null
  }
}

function toAnswer(steps: readonly ReplayStep[]) {
  const different = steps.filter(({ isSame }) => !isSame)
  const lines = steps.map(({ turn, kind, name, before, after, isSame }) => {
    const head = `${isSame ? '✓' : '✗'} ${turn} ${kind}${name === '' ? '' : ` ${terminalLine(name)}`}`
    if (isSame) return `${head}\n`
    const shown = (text: string | null) =>
      text === null ? '–' : terminalLine(text.slice(0, shownCharacters))
    return [head, `    - ${shown(before)}`, `    + ${shown(after)}`, ''].join('\n')
  })
  const summary = toText(say('recordings.compared', { count: steps.length, different: different.length }))
  return {
    value: { steps, different: different.length },
    text: `${lines.join('')}${summary}\n`,
    exitCode: different.length === 0 ? exitCodes.ok : exitCodes.failed
  }
}
