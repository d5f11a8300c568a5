/** A host with remote servers and a user who trusts them and answers sign-in questions. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { toEnglish } from '../../texts/render-localized'
import type { AccountView } from '../../contract/accounts'
import type { QuestionAnswer, Question, SignInQuestion } from '../../contract/questions/questions'
import type { ToolCallPart } from '../../contract/conversations'
import type { ServerView } from '../../contract/servers'
import { openHost } from '../open-host'
import type { OpenTestHost } from '../open-host'
import { translateToEnglish } from '../in-english'
import { soon } from '../soon'

/** A host in this process, or in one of its own. */
export type HostUnderTest = Pick<
  OpenTestHost,
  'handlers' | 'events' | 'openedLinks' | 'onEvent' | 'start' | 'dispose' | 'question'
>

export interface SignInHost<Self extends HostUnderTest = OpenTestHost> {
  readonly host: Self
  readonly folder: string
  server(name?: string): Promise<ServerView | undefined>
  account(name?: string): AccountView | undefined
  /** Waits for the question. */
  asked(): Promise<SignInQuestion>
  /** Agrees to the question that is open and waits for the address that the browser is given. */
  agree(more?: Partial<Extract<QuestionAnswer, { type: 'sign-in' }>>): Promise<string>
  cancel(): Promise<void>
  /** Calls a tool in a conversation of its own, and waits for its end. */
  call(toolName: string, serverName?: string): Promise<ToolCallPart>
  /** Starts the call and does not wait. */
  begin(toolName: string, serverName?: string): Promise<() => Promise<ToolCallPart>>
  close(): Promise<void>
}

export interface SignInHostOptions {
  readonly folder?: string
  readonly secrets?: ReadonlyMap<string, string>
}

export async function openSignInHost(
  mcpServers: Readonly<Record<string, object>>,
  { folder: given, secrets }: SignInHostOptions = {}
): Promise<SignInHost> {
  const folder = given ?? (await mkdtemp(path.join(tmpdir(), 'parley-sign-in-')))
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers }))
  const host = await openHost({ folder })
  for (const [name, value] of secrets ?? []) host.secrets.set(name, value)
  const self = withUser(host, folder)
  return {
    ...self,
    close: async () => {
      await self.close()
      if (given === undefined) await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Starts the host, with a user. */
export function withUser<Self extends HostUnderTest>(host: Self, folder: string): SignInHost<Self> {
  host.onEvent(({ name, payload }) => {
    if (name === 'questions.changed') for (const question of payload as Question[]) void trust(host, question)
  })
  void host.start()
  const servers = async () => (await host.handlers['app.snapshot']({})).servers
  const asked = () =>
    vi.waitFor(() => {
      const question = host.question()
      if (question?.type !== 'sign-in') throw new Error('Nobody is asked to sign in')
      return question
    }, soon)
  const answer = async (given: QuestionAnswer) => {
    const { id } = await asked()
    await host.handlers['consent.answer']({ questionId: id, answer: given })
  }
  const self: SignInHost<Self> = {
    host,
    folder,
    server: async (name = 'work') => (await servers()).find((each) => each.name === name),
    account: (name = 'work') => {
      const last = host.events.findLast((event) => event.name === 'accounts.changed')
      return (last?.payload as AccountView[] | undefined)?.find(({ serverName }) => serverName === name)
    },
    asked,
    agree: async (more = {}) => {
      const before = host.openedLinks.length
      await answer({ type: 'sign-in', decision: 'open-browser', ...more })
      return await vi.waitFor(() => {
        const link = host.openedLinks[before]
        if (link === undefined) throw new Error('The browser was not opened')
        return link
      }, soon)
    },
    cancel: () => answer({ type: 'sign-in', decision: 'cancel' }),
    call: async (toolName, serverName) => await (await self.begin(toolName, serverName))(),
    begin: (toolName, serverName = 'work') => beginCall(host, serverName, toolName),
    close: () => host.dispose()
  }
  return self
}

export async function isReachable(
  self: Pick<SignInHost, 'server'>,
  state: string,
  name = 'work'
): Promise<ServerView> {
  return await vi.waitFor(async () => {
    const server = await self.server(name)
    if (server?.state !== state)
      throw new Error(`The server is ${server?.state}: ${translateToEnglish(server?.reason)}`)
    return server
  }, soon)
}

/** Reason of the account's state, '' when there is none. */
export function accountReason({ account }: Pick<SignInHost, 'account'>): string {
  const reason = account()?.reason
  return reason == null ? '' : toEnglish(reason)
}

/** Waits until no sign-in is possible, and returns the reason. */
export async function refusal(self: Pick<SignInHost, 'account'>): Promise<string> {
  return await vi.waitFor(() => {
    const state = self.account()?.state
    const words = accountReason(self)
    // The server's own wish for a sign-in comes before the reason why there is none.
    if (state !== 'needs-sign-in' || words === '' || words.includes('asks for'))
      throw new Error(`The account is ${state}: ${words}`)
    return words
  }, soon)
}

export function readResultText({ content }: ToolCallPart): string {
  const [first] = content
  return first?.type === 'text' ? first.text : ''
}

async function trust(host: HostUnderTest, { id, type }: Question): Promise<void> {
  const answer: QuestionAnswer | null =
    type === 'server-trust'
      ? { type, decision: 'trust' }
      : type === 'tool-call'
        ? { type, decision: 'allow-once' }
        : null
  // One that was withdrawn meanwhile needs no answer.
  if (answer !== null)
    await Promise.resolve(host.handlers['consent.answer']({ questionId: id, answer })).catch(() => {})
}

async function beginCall(host: HostUnderTest, serverName: string, toolName: string) {
  const { id } = await host.handlers['conversation.create']({})
  await host.handlers['conversation.send']({
    conversationId: id,
    text: '',
    toolRequest: { serverName, toolName, arguments: {} },
    resources: [],
    prompt: null
  })
  return () =>
    vi.waitFor(async () => {
      const page = await host.handlers['conversation.read']({
        conversationId: id,
        lastId: null,
        limit: 5
      })
      const parts = page.messages.at(-1)?.parts ?? []
      const call = parts.find((part) => part.type === 'tool-call')
      if (call === undefined || !['done', 'failed', 'denied', 'cancelled'].includes(call.state))
        throw new Error(`The call is ${call?.state}`)
      return call
    }, soon)
}
