/**
 * A long-used history: 10,000 conversations of twenty messages, every fourth with the result of a tool, searched with words that many, some and few of them hold;
 * a message saved for good, as it is in each turn; and one that grows to a megabyte and is saved again and again.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Message } from '../../contract/conversations'
import { createGrowingSave } from '../../conversation/messages/growing-save'
import { appendText } from '../../conversation/messages/transcript'
import type { ImportedTree } from '../../history/interface'
import { openHistoryFile } from '../../history/open'
import { createStore, type SynchronousStore } from '../../history/store'
import { sampleCall, sampleConversation, sampleMessage } from '../../history/testing/samples'
import { createProse, createRandom, type Random } from './made-up-text'
import { countRounds, percentile } from './rows'
import type { Effort, Row } from './rows'

const searchLimitMs = 30
const saveLimitMs = 15
/** Of saving a small one: constant, with room for the disk, whose commit is most of both. */
const mostOfSmall = 2
const messagesOfEach = 20
const lettersOfMessage = 200
const lettersOfResult = 2_000
/** As many as the list of found conversations shows. */
const shownHits = 50

export async function measureHistory(effort: Effort): Promise<Row[]> {
  const { all, warmUps } = countRounds(effort)
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-bench-history-'))
  const store = createStore(await openHistoryFile(path.join(folder, 'parley.db'), Date.now))
  const random = createRandom()
  const texts = fill(store, random, effort.isShort ? 100 : 10_000)
  const times: {
    readonly search: number[]
    readonly save: number[]
    readonly grown: number[]
    readonly small: number[]
  } = {
    search: [],
    save: [],
    grown: [],
    small: []
  }
  try {
    for (let run = 0; run < all; run++) {
      const search = timeSearches(store, queriesFrom(texts, random, effort.isShort ? 9 : 90))
      const save = timeSaves(store, effort.isShort ? 5 : 100)
      const { small, grown } = await timeGrowing(store, effort.isShort ? 5 : 20)
      if (run < warmUps) continue
      times.search.push(search)
      times.save.push(save)
      times.grown.push(grown)
      times.small.push(small)
    }
  } finally {
    store.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return [
    {
      name: 'search over a long history, p95',
      unit: 'ms',
      ours: times.search,
      limit: searchLimitMs,
      budget: 1
    },
    {
      ...{ name: 'saving a message, p95', unit: 'ms', follows: 'waiting' },
      ...{ ours: times.save, limit: saveLimitMs, budget: 1 }
    },
    {
      name: 'saving a message of 1 MB again',
      unit: 'ms',
      follows: 'waiting',
      ours: times.grown,
      theirs: times.small,
      budget: mostOfSmall
    }
  ]
}

/** Returns the texts of the messages, and of their results. */
function fill(store: SynchronousStore, random: Random, conversations: number): string[] {
  const prose = createProse(random)
  const texts: string[] = []
  const batch: ImportedTree[] = []
  for (let index = 0; index < conversations; index++) {
    const id = `c${index}`
    const messages = Array.from({ length: messagesOfEach }, (_, number) => {
      const text = prose(lettersOfMessage)
      texts.push(text)
      const message = sampleMessage(id, number + 1, text)
      if (number % 4 !== 3) return message
      const result = prose(lettersOfResult)
      texts.push(result)
      return { ...message, parts: [...message.parts, sampleCall(`k${number}`, result)] }
    })
    const conversation = sampleConversation(id, { title: prose(30), updatedAt: index })
    batch.push({ conversation, messages, shownId: `m${messagesOfEach}` })
    if (batch.length === 500 || index === conversations - 1) store.importConversations(batch.splice(0))
  }
  return texts
}

/** What people type: one word, two of one message, and the beginning of one, from the most frequent to the rarest. */
function queriesFrom(texts: readonly string[], random: Random, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const words = (texts[Math.floor(random() * texts.length)] ?? '')
      .split(' ')
      .filter(({ length }) => length > 1)
    const at = Math.floor(random() * (words.length - 2))
    const [one = 'no', other = 'word'] = words.slice(at)
    return [`${one} `, `${one} ${other} `, one.slice(0, 3)][index % 3] ?? one
  })
}

/** With what the list shows of each hit. Each search counts with the better of two times that lie apart, as other programs run too. */
function timeSearches(store: SynchronousStore, queries: readonly string[]): number {
  const timeAll = (): number[] => queries.map((query) => timeSearch(store, query))
  const first = timeAll()
  const second = timeAll()
  const times = first.map((time, index) => Math.min(time, second[index] ?? time))
  return percentile(times, 0.95)
}

function timeSearch(store: SynchronousStore, query: string): number {
  let found = 0
  const taken = timeOf(() => {
    found = store.searchConversations(query, shownHits).length
  })
  if (found === 0) throw new Error(`Nothing was found for “${query}”.`)
  return taken
}

function timeSaves(store: SynchronousStore, count: number): number {
  const conversationId = 'saving'
  store.saveConversation(sampleConversation(conversationId))
  const times = Array.from({ length: count }, (_, index) =>
    timeOf(() =>
      store.saveMessage(sampleMessage(conversationId, index + 1, 'As long as a question is. '.repeat(20)))
    )
  )
  return percentile(times, 0.95)
}

/** The median of saving an answer again while it is small, and once it holds a megabyte, as a turn does. */
async function timeGrowing(
  store: SynchronousStore,
  count: number
): Promise<{ small: number; grown: number }> {
  const conversationId = 'growing'
  store.saveConversation(sampleConversation(conversationId))
  const line = 'A line of an answer that goes on.\n'
  const median = async (letters: number): Promise<number> => {
    const save = createGrowingSave({
      saveMessage: async (message) => store.saveMessage(message),
      addToMessage: async (addition) => store.addToMessage(addition)
    })
    const start = line.repeat(Math.ceil(letters / line.length))
    let answer: Message = {
      ...sampleMessage(conversationId, 1, start),
      ...{ role: 'assistant', state: 'streaming' }
    }
    await save(answer)
    const times: number[] = []
    for (let index = 0; index < count; index++) {
      answer = appendText(answer, 0, { text: line }).message
      const began = performance.now()
      await save(answer)
      times.push(performance.now() - began)
    }
    return percentile(times, 0.5)
  }
  return { small: await median(1_000), grown: await median(1_000_000) }
}

function timeOf(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
