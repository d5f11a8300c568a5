/** Reads a zip or JSON file of conversations, one at a time. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { importLimits } from '../../contract/conversation/import-limits'
import type { ImportProblem } from '../../contract/conversation/imports'
import { readChatGpt } from './chatgpt'
import { readClaude } from './claude'
import type { ImportedConversation } from './imported-conversation'
import { toImportedFields, toImportedText } from './imported-conversation'
import { readJsonElements } from './json-elements'
import type { JsonElements } from './json-elements'
import { isTooNew, readParley, readArchiveVersion } from './parley'
import { ArchiveProblem } from './archive-problem'
import { findEntries, isZip, openImportZip, readZipEntry } from './zip'
import type { ZipEntry } from './zip'

export type ArchiveItem = { readonly bytes: number; readonly totalBytes: number } & (
  | { readonly type: 'conversation'; readonly conversation: ImportedConversation }
  | { readonly type: 'failed'; readonly problem: ImportProblem; readonly title: string | null }
)

type Limits = typeof importLimits

/** Newer ChatGPT archives have several. */
const conversationsFile = /(?:^|\/)conversations(?:-\d+)?\.json$/

/** @throws ArchiveProblem */
export async function* readArchive(
  path: string,
  now: number,
  limits: Limits = importLimits
): AsyncGenerator<ArchiveItem> {
  const size = await readSize(path)
  if (isZip(path)) yield* readZip(path, { now, limits })
  else yield* readJson(counted(createReadStream(path), limits), { totalBytes: size, now, limits })
}

/** @throws ArchiveProblem unreadable */
async function readSize(path: string): Promise<number> {
  const file = await open(path).catch((cause: unknown) => {
    throw new ArchiveProblem('unreadable', 0, { cause })
  })
  try {
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

async function* readZip(
  path: string,
  { now, limits }: Omit<Reading, 'totalBytes'>
): AsyncGenerator<ArchiveItem> {
  const zip = await openImportZip(path)
  try {
    const entries = await findEntries(zip, conversationsFile)
    if (entries.length === 0) throw new ArchiveProblem('no-conversations', 0)
    const totalBytes = entries.reduce((sum, { entry }) => sum + entry.compressedSize, 0)
    const bytes = { read: 0 }
    let before = 0
    for (const found of entries.toSorted(byName)) {
      let packed = 0
      const unpacked = readZipEntry(zip, found, (count) => (packed = count))
      const read = () => before + packed
      yield* readJson({ chunks: countAll(unpacked, bytes, limits), read }, { totalBytes, now, limits })
      before += found.entry.compressedSize
    }
  } finally {
    zip.close()
  }
}

const byName = (one: ZipEntry, other: ZipEntry) => (one.name < other.name ? -1 : 1)

interface Source {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly read: () => number
}

function counted(chunks: AsyncIterable<Uint8Array>, limits: Limits): Source {
  const bytes = { read: 0 }
  return { chunks: countAll(chunks, bytes, limits), read: () => bytes.read }
}

/** Counts the unpacked bytes, not the declared size. @throws ArchiveProblem too-large */
async function* countAll(
  chunks: AsyncIterable<Uint8Array>,
  bytes: { read: number },
  { all }: Limits
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    bytes.read += chunk.length
    if (bytes.read > all) throw new ArchiveProblem('too-large', all)
    yield chunk
  }
}

interface Reading {
  readonly totalBytes: number
  readonly now: number
  readonly limits: Limits
}

async function* readJson(
  { chunks, read }: Source,
  { totalBytes, now, limits }: Reading
): AsyncGenerator<ArchiveItem> {
  let count = 0
  for await (const found of readJsonElements(chunks, limits.conversation)) {
    count += 1
    if (count > limits.conversations) throw new ArchiveProblem('too-large', read())
    yield { ...toItem(found, now), bytes: Math.min(read(), totalBytes), totalBytes }
  }
}

type Judged =
  | { readonly type: 'conversation'; readonly conversation: ImportedConversation }
  | { readonly type: 'failed'; readonly problem: ImportProblem; readonly title: string | null }

function toItem({ head, element }: JsonElements, now: number): Judged {
  if (element.type !== 'value') return { type: 'failed', problem: element.type, title: null }
  const { value } = element
  const version = readArchiveVersion(head)
  const { title: named, name } = toImportedFields(value)
  const title = (toImportedText(named) ?? toImportedText(name))?.slice(0, 300) ?? null
  if (version !== null && isTooNew(version)) return { type: 'failed', problem: 'newer', title }
  const conversation =
    version === null ? (readChatGpt(value, now) ?? readClaude(value, now)) : readParley(value, now)
  if (conversation === null) return { type: 'failed', problem: 'unknown-form', title }
  if (conversation.messages.length === 0) return { type: 'failed', problem: 'empty', title }
  return { type: 'conversation', conversation }
}
