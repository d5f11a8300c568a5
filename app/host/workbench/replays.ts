/** Runs a recorded conversation again, in a conversation that is deleted afterwards, and compares the steps. */
import { HostError, toLocalizedText } from '../../base/host-error'
import type { CallInput, CallOutput, Handlers } from '../../contract/bridge/calls'
import type { LocalizedText } from '../../contract/localized-text'
import { mostReplayRecordings, type ReplayedBy, type ReplayView } from '../../contract/workbench/replays'
import type { ApprovalsControl } from '../../consent/approvals/approvals'
import type { Conversations } from '../../conversation/conversations'
import type { HistoryStore } from '../../history/interface'
import type { Servers } from '../../servers/interface'
import { say, toText } from '../../texts/render-localized'
import { openRecordingFile } from '../../workbench/recordings/open-recording-file'
import { compareConversations } from '../../workbench/recordings/compare-conversations'
import { recordConversation } from '../../workbench/recordings/record-conversation'
import { RecordedTools } from '../../workbench/recordings/recorded-tools'
import { recordingExtension, type Recording } from '../../workbench/recordings/recording'
import { readRecording } from '../../workbench/recordings/recording-file'
import { recordedModelId, type RecordedModels } from './recorded-models'
import type { ReplayedServer, ReplayedServers } from './replayed-servers'

export interface ReplaysOptions {
  readonly conversations: Conversations
  readonly servers: Pick<Servers, 'list' | 'wake'>
  readonly consent: Pick<ApprovalsControl, 'userBegan'>
  readonly history: Pick<HistoryStore, 'readAllMessages'>
  readonly recordedModels: RecordedModels
  readonly replayedServers: ReplayedServers
  /** A conversation of the history, as the lines of a recording. */
  readonly record: (conversationId: string) => Promise<readonly string[]>
  readonly chooseFile: (extensions: readonly string[]) => Promise<string | null>
  readonly flushLedger: () => Promise<void>
  readonly newId: () => string
}

interface OpenReplay {
  readonly replayId: string
  readonly recording: Recording
  /** For servers. */
  readonly others: Recording[]
  /** Of the run; null: none runs. */
  run: { readonly conversationId: string; readonly controller: AbortController } | null
}

export class Replays {
  readonly #options: ReplaysOptions
  #open: OpenReplay | null = null
  #isDisposed = false

  constructor(options: ReplaysOptions) {
    this.#options = options
  }

  handlers(): Pick<Handlers, `replay.${string}` & keyof Handlers> {
    return {
      'replay.open': (input) => this.#openRecording(input),
      'replay.add-recording': (input) => this.#addRecording(input),
      'replay.run': (input) => this.#run(input),
      'replay.stop': ({ replayId }) => this.#stop(replayId),
      'replay.close': async ({ replayId }) => {
        await this.#stop(replayId)
        if (this.#open?.replayId === replayId) this.#open = null
      }
    }
  }

  /** Ends the run, so that its conversation isn't there after the next start. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    const run = this.#open?.run ?? null
    run?.controller.abort()
    if (run !== null) await this.#remove(run.conversationId)
  }

  async #openRecording({ conversationId }: CallInput<'replay.open'>): Promise<ReplayView | null> {
    const recording =
      conversationId === null ? await this.#chooseRecording() : await this.#recordStored(conversationId)
    if (recording === null) return null
    const { header, entries } = recording
    if (header.of !== 'conversation')
      throw new HostError('RECORDING_INVALID', say('recordings.noConversation', { file: header.title }))
    if (this.#open !== null) await this.#stop(this.#open.replayId)
    const replayId = this.#options.newId()
    this.#open = { replayId, recording, others: [], run: null }
    const models = entries.flatMap((entry) => (entry.type === 'reply' ? [entry.model] : []))
    return {
      replayId,
      title: header.title,
      turns: entries.filter(({ type }) => type === 'turn').length,
      models: [...new Set(models)],
      servers: header.servers.map(({ name }) => ({
        serverName: name,
        tools: new RecordedTools(recording, name).tools.map((tool) => ({
          toolName: tool.name,
          description: tool.description
        }))
      }))
    }
  }

  async #addRecording({
    replayId
  }: CallInput<'replay.add-recording'>): Promise<CallOutput<'replay.add-recording'>> {
    const open = this.#find(replayId)
    if (open.others.length >= mostReplayRecordings)
      throw new HostError('RECORDING_INVALID', say('recordings.tooMany', { most: mostReplayRecordings }))
    const recording = await this.#chooseRecording()
    if (recording === null) return null
    const { title, servers } = recording.header
    return {
      number: open.others.push(recording) - 1,
      title,
      serverNames: servers.map(({ name }) => name)
    }
  }

  /** @throws HostError RECORDING_INVALID */
  async #recordStored(conversationId: string): Promise<Recording> {
    const recording = readRecording((await this.#options.record(conversationId)).join(''))
    if (recording === null) throw new HostError('RECORDING_INVALID', say('recordings.notRecorded'))
    return recording
  }

  /** Null: the user cancelled. @throws HostError RECORDING_INVALID */
  async #chooseRecording(): Promise<Recording | null> {
    const file = await this.#options.chooseFile([recordingExtension])
    return file === null ? null : await openRecordingFile(file)
  }

  #find(replayId: string): OpenReplay {
    if (this.#open?.replayId !== replayId)
      throw new HostError('RECORDING_INVALID', say('recordings.replayGone'))
    return this.#open
  }

  async #run(input: CallInput<'replay.run'>): Promise<CallOutput<'replay.run'>> {
    const open = this.#find(input.replayId)
    if (this.#isDisposed) throw new HostError('TOOL_CANCELLED', say('recordings.replayStopped'))
    if (open.run !== null) throw new HostError('CONVERSATION_BUSY', say('recordings.replayRuns'))
    const { conversations, recordedModels, replayedServers, history } = this.#options
    const { recording } = open
    const servers = recording.header.servers.map(({ name }) =>
      this.#answer(open, name, input.servers[name] ?? { type: 'recorded' })
    )
    const title = toText(say('recordings.replayTitle', { title: recording.header.title }))
    const conversationId = conversations.marks.begin(title)
    const controller = new AbortController()
    open.run = { conversationId, controller }
    const replies = recording.entries.flatMap((entry) => (entry.type === 'reply' ? [entry] : []))
    const calls = replies.flatMap((reply) => reply.calls)
    const modelNames = new Map(calls.map(({ server, tool, name }) => [`${server} ${tool}`, name]))
    const { description, model } = input
    const ends = [replayedServers.play(conversationId, { servers, modelNames, description })]
    if (model === null) {
      const named = replies.map(({ text, calls: wanted }) => ({
        text,
        calls: wanted.map(({ name, arguments: args }) => ({ tool: name, arguments: args }))
      }))
      ends.push(recordedModels.play(conversationId, named, (name) => name))
    }
    try {
      const failure = await this.#runTurns(open, {
        conversationId,
        servers,
        model,
        signal: controller.signal
      })
      const messages = this.#isThere(conversationId) ? await history.readAllMessages(conversationId) : []
      const again = recordConversation(messages).entries
      return { steps: compareConversations(recording.entries, again), failure }
    } finally {
      for (const end of ends) end()
      open.run = null
      await this.#remove(conversationId)
    }
  }

  #answer({ recording, others }: OpenReplay, name: string, by: ReplayedBy): ReplayedServer {
    if (by.type === 'server')
      return { recordedName: name, answeredBy: { type: 'server', serverName: by.serverName } }
    const [from, serverName] = by.type === 'recorded' ? [recording, name] : [others[by.number], by.serverName]
    if (from === undefined) throw new HostError('RECORDING_INVALID', say('recordings.replayGone'))
    const recorded = new RecordedTools(from, serverName)
    return { recordedName: name, answeredBy: { type: 'recording', recorded } }
  }

  /** Why it ended early; null: it didn't. */
  async #runTurns(
    { recording }: OpenReplay,
    {
      conversationId,
      servers,
      model,
      signal
    }: {
      readonly conversationId: string
      readonly servers: readonly ReplayedServer[]
      readonly model: string | null
      readonly signal: AbortSignal
    }
  ): Promise<LocalizedText | null> {
    const { conversations, consent, history } = this.#options
    try {
      for (const { answeredBy } of servers)
        if (answeredBy.type === 'server') await this.#wake(answeredBy.serverName, signal)
      const choices = { codeMode: false }
      await conversations.marks.setChoices({ conversationId, choices, model: model ?? recordedModelId })
      for (const entry of recording.entries) {
        if (entry.type !== 'turn') continue
        if (signal.aborted || !this.#isThere(conversationId)) return say('recordings.replayStopped')
        consent.userBegan(null)
        const { text } = entry
        await conversations.send({ conversationId, text, toolRequest: null, resources: [], prompt: null })
        await conversations.marks.settled(conversationId)
        const last = (await history.readAllMessages(conversationId)).at(-1)
        if (last?.state === 'stopped') return say('recordings.replayStopped')
        if (last?.failure !== null && last?.failure !== undefined) return toLocalizedText(last.failure)
      }
      return null
    } catch (error) {
      return signal.aborted ? say('recordings.replayStopped') : toLocalizedText(error)
    }
  }

  /** @throws HostError SERVER_NOT_CONNECTED */
  async #wake(serverName: string, signal: AbortSignal): Promise<void> {
    const { servers } = this.#options
    await servers.wake(serverName, signal)
    const server = servers.list().find(({ name }) => name === serverName)
    if (server?.state !== 'connected')
      throw new HostError('SERVER_NOT_CONNECTED', say('tests.notConnected', { server: serverName }))
  }

  async #stop(replayId: string): Promise<void> {
    const run = this.#open?.replayId === replayId ? this.#open.run : null
    if (run === null || run === undefined) return
    run.controller.abort()
    const { conversationId } = run
    if (this.#isThere(conversationId)) await this.#options.conversations.stop({ conversationId })
  }

  async #remove(conversationId: string): Promise<void> {
    if (!this.#isThere(conversationId)) return
    // The activity log must be saved before its entries of a conversation can be blanked.
    await this.#options.flushLedger().catch(() => {}) // a log that fails doesn't keep the conversation
    if (this.#isThere(conversationId)) await this.#options.conversations.delete({ conversationId })
  }

  /** The user can delete it meanwhile. */
  #isThere(conversationId: string): boolean {
    return this.#options.conversations.list().some(({ id }) => id === conversationId)
  }
}
