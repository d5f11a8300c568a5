/**
 * `HistoryStore` on the host's side of the worker thread. Starts the thread with the first call, and again with the
 * next call after it ended. Running calls then fail with HISTORY_UNAVAILABLE.
 */
import { createBirpc, type BirpcReturn } from 'birpc'
import { fromFailure, HostError } from '../base/host-error'
import type { WorkerLike } from '../base/worker-like'
import type { HistoryStore } from './interface'
import type { SynchronousStore } from './history-store'
import type { HistoryWorker } from './history-worker'
import { say } from '../texts/render-localized'

interface Thread {
  readonly worker: WorkerLike
  readonly rpc: BirpcReturn<HistoryWorker>
}

/** `spawn` starts a thread that runs `history-worker.ts`. */
export function createHistory(spawn: () => WorkerLike): HistoryStore {
  let thread: Thread | null = null
  let isClosed = false

  const start = (): Thread => {
    const started = connect(spawn(), () => {
      if (thread === started) thread = null
    })
    return started
  }
  const call: Call = async (method, ...args) => {
    if (isClosed) throw new HostError('HISTORY_UNAVAILABLE', say('history.closed'))
    thread ??= start()
    const result = await thread.rpc.call(method, args)
    if (!result.ok) throw fromFailure(result.error)
    return result.value
  }
  const close = async (): Promise<void> => {
    if (isClosed) return
    const open = thread
    const done = open === null ? undefined : call('close')
    isClosed = true
    try {
      await done
    } catch (error) {
      if (!(error instanceof HostError)) throw error
    } finally {
      await open?.worker.terminate()
    }
  }
  return { ...forward(call), close }
}

type Call = <K extends keyof SynchronousStore>(
  method: K,
  ...args: Parameters<SynchronousStore[K]>
) => Promise<ReturnType<SynchronousStore[K]>>

function forward(call: Call): Omit<HistoryStore, 'close'> {
  return {
    listConversations: () => call('listConversations'),
    saveConversation: (conversation, message) => call('saveConversation', conversation, message),
    deleteConversation: (conversationId) => call('deleteConversation', conversationId),
    searchConversations: (query, limit) => call('searchConversations', query, limit),
    findMessages: (conversationId, words) => call('findMessages', conversationId, words),
    saveMessage: (message) => call('saveMessage', message),
    addToMessage: (addition) => call('addToMessage', addition),
    deleteMessage: (conversationId, messageId) => call('deleteMessage', conversationId, messageId),
    deleteBranch: (conversationId, messageId) => call('deleteBranch', conversationId, messageId),
    showBranch: (conversationId, messageId) => call('showBranch', conversationId, messageId),
    readMessage: (conversationId, messageId) => call('readMessage', conversationId, messageId),
    readMessages: (conversationId, lastId, limit) => call('readMessages', conversationId, lastId, limit),
    readAllMessages: (conversationId) => call('readAllMessages', conversationId),
    importConversations: (imported) => call('importConversations', imported),
    keepResult: (result) => call('keepResult', result),
    readResult: (conversationId, callId, piece) => call('readResult', conversationId, callId, piece),
    listDrafts: () => call('listDrafts'),
    saveDraft: (conversationId, json) => call('saveDraft', conversationId, json),
    readTree: (conversationId) => call('readTree', conversationId),
    listGrants: () => call('listGrants'),
    saveGrant: (grant) => call('saveGrant', grant),
    deleteGrant: (grantId) => call('deleteGrant', grantId),
    listTrust: () => call('listTrust'),
    saveTrust: (trust) => call('saveTrust', trust),
    deleteTrust: (serverName) => call('deleteTrust', serverName),
    listPins: () => call('listPins'),
    savePins: (pins) => call('savePins', pins),
    appendLedger: (entries) => call('appendLedger', entries),
    readLedgerEnd: () => call('readLedgerEnd'),
    readNotedLedgerEnd: () => call('readNotedLedgerEnd'),
    searchLedger: (query) => call('searchLedger', query),
    readLedger: (afterPosition, limit) => call('readLedger', afterPosition, limit),
    readFact: (name) => call('readFact', name),
    writeFact: (name, json) => call('writeFact', name, json),
    addHealth: (rows) => call('addHealth', rows),
    readHealth: (query) => call('readHealth', query),
    forgetHealth: (spanMs, before) => call('forgetHealth', spanMs, before),
    notice: () => call('notice')
  }
}

function connect(worker: WorkerLike, onGone: () => void): Thread {
  const rpc = createBirpc<HistoryWorker>(
    {},
    {
      post: (data: unknown) => worker.postMessage(data),
      on: (listener) => void worker.on('message', listener),
      // A slow disk isn't a failure. The exit event reports a thread that ends unexpectedly.
      timeout: -1
    }
  )
  let reason: unknown
  worker.on('error', (error) => (reason = error))
  worker.on('exit', () => {
    onGone()
    if (rpc.$closed) return
    rpc.$close(new HostError('HISTORY_UNAVAILABLE', say('history.stopped'), { cause: reason }))
  })
  return { worker, rpc }
}
