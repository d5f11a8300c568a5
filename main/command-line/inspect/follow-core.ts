/** What changes in the core while a server is inspected: its state, offers, messages, log and questions. */
import type { EventEnvelope } from '../../../app/contract/bridge/events'
import type { LogLine } from '../../../app/contract/bridge/logs'
import type { Question } from '../../../app/contract/questions/questions'
import type { ServerView } from '../../../app/contract/servers'
import type { CallProgress } from '../../../app/contract/tool-calls'
import type { LocalizedText } from '../../../app/contract/localized-text'
import { keptLogLines } from '../../../app/contract/limits'
import { mostRows } from '../../../app/contract/workbench/messages'
import { toText } from '../../../app/texts/render-localized'
import type { CommandLineCore } from '../core/open-core'
import { terminalLine } from '../terminal/terminal-text'
import type { ScreenQuestions } from './question-place'
import type { InspectEvent, InspectState } from './state'

/** In milliseconds. */
const pauses = { log: 300, messages: 100 }

interface Following {
  readonly core: CommandLineCore
  readonly serverName: string
  readonly dispatch: (event: InspectEvent) => void
  readonly questions: ScreenQuestions
  readonly state: () => InspectState
}

/** Returns a function that ends it. */
export function followCore(following: Following): () => void {
  const { core, serverName, dispatch } = following
  const readOffers = latestOnly(() => loadOffers(core, serverName, dispatch))
  const readLog = latestOnly(createLogReader(following))
  const readMessages = latestOnly(() => findAgain(following))
  let messagesDue: NodeJS.Timeout | undefined
  const take = createTaker(following, {
    offers: readOffers,
    messages: () => {
      clearTimeout(messagesDue)
      messagesDue = setTimeout(readMessages, pauses.messages)
    }
  })
  const stop = core.onEvent(take)
  const polling = setInterval(readLog, pauses.log)
  void readServer(following)
  readOffers()
  readLog()
  return () => {
    stop()
    clearInterval(polling)
    clearTimeout(messagesDue)
  }
}

interface Readers {
  readonly offers: () => void
  readonly messages: () => void
}

function createTaker({ serverName, dispatch, questions }: Following, read: Readers) {
  return ({ name, payload }: EventEnvelope): void => {
    const isOwn = (payload as { serverName?: string }).serverName === serverName
    switch (name) {
      case 'server.changed': {
        const server = payload as ServerView
        if (server.name !== serverName) return
        dispatch({ type: 'server', server })
        return read.offers()
      }
      case 'resources.changed':
      case 'prompts.changed':
        return isOwn ? read.offers() : undefined
      case 'messages.changed':
        return isOwn ? read.messages() : undefined
      case 'questions.changed':
        return questions.keepOnly((payload as Question[]).map(({ id }) => id))
      case 'tool-call.progressed':
        return dispatch({
          type: 'progressed',
          text: describeProgress((payload as { progress: CallProgress }).progress)
        })
      case 'notice.raised': {
        const { text, level } = payload as { text: LocalizedText; level: string }
        return dispatch({ type: 'noticed', text: toText(text), isBad: level === 'alert' })
      }
      default:
    }
  }
}

function describeProgress({ progress, total, message }: CallProgress): string {
  const count = total === null ? String(progress) : `${progress} / ${total}`
  return terminalLine(message === null ? count : `${count} ${message}`)
}

async function readServer({ core, serverName, dispatch }: Following): Promise<void> {
  const { servers } = await core.handlers['app.snapshot']({})
  dispatch({ type: 'server', server: servers.find(({ name }) => name === serverName) ?? null })
}

async function loadOffers(
  { handlers }: CommandLineCore,
  serverName: string,
  dispatch: Following['dispatch']
): Promise<void> {
  const tools = await handlers['server.read']({ serverName, what: 'tools' })
  const listings = await handlers['resource.list']({})
  const prompts = await handlers['prompt.list']({})
  const listing = listings.find((one) => one.serverName === serverName)
  dispatch({
    type: 'offered',
    items: {
      tools: tools.map((value) => ({ kind: 'tool', value })),
      resources: [
        ...(listing?.resources ?? []).map((value) => ({ kind: 'resource', value }) as const),
        ...(listing?.templates ?? []).map((value) => ({ kind: 'template', value }) as const)
      ],
      prompts: prompts
        .filter((prompt) => prompt.serverName === serverName)
        .map((value) => ({ kind: 'prompt', value }))
    }
  })
}

function createLogReader({ core, serverName, dispatch }: Following): () => Promise<void> {
  let last = 0
  let lines: readonly LogLine[] = []
  return async () => {
    const added = await core.handlers['log.read']({ after: last })
    last = added.at(-1)?.number ?? last
    const own = added.filter((line) => line.serverName === serverName)
    if (own.length === 0) return
    lines = [...lines, ...own].slice(-keptLogLines)
    dispatch({ type: 'logged', lines })
  }
}

async function findAgain({ core, serverName, dispatch, state }: Following): Promise<void> {
  const { tab, places, messages } = state()
  if (tab !== 'messages') return
  const { filter, chosen } = places.messages
  const from = chosen === null ? null : (messages?.from ?? null)
  const page = await core.handlers['messages.find']({ serverName, filter, from, count: mostRows })
  dispatch({ type: 'found', page, filter })
}

/** One at a time; if it is wanted meanwhile, once more. */
function latestOnly(work: () => Promise<void>): () => void {
  let isRunning = false
  let isWanted = false
  const run = async (): Promise<void> => {
    isRunning = true
    do {
      isWanted = false
      // The server may be gone. Its state says so.
      await work().catch(() => {})
    } while (isWanted)
    isRunning = false
  }
  return () => {
    isWanted = true
    if (!isRunning) void run()
  }
}
