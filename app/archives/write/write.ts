/** Writes the file of one or several conversations in pieces: only the current conversation is in memory. */
import type { ExportFormat } from '../../contract/conversation/archives'
import { say, toText } from '../../texts/render-localized'
import { shownLanguage } from '../../texts/translated'
import type { ArchivedConversation } from '../archived-conversation'
import { htmlEnd, htmlHead, toHtml } from './html'
import type { RenderMarkdown } from './html'
import { jsonEnd, jsonHead, writeJsonArchive } from './json-archive'
import { toMarkdown } from './markdown'

/** A recording is written by the workbench. */
type ArchiveFormat = Exclude<ExportFormat, 'recording'>

export interface FileToWrite {
  readonly format: ArchiveFormat
  readonly conversations: AsyncIterable<ArchivedConversation>
  readonly exportedAt: number
  readonly layOut: RenderMarkdown
}

const writers: Readonly<Record<ArchiveFormat, (file: FileToWrite) => AsyncGenerator<string>>> = {
  async *markdown({ conversations }) {
    let isFirst = true
    for await (const conversation of conversations) {
      yield `${isFirst ? '' : '\n---\n\n'}${toMarkdown(conversation)}`
      isFirst = false
    }
  },
  async *html({ conversations, layOut }) {
    yield htmlHead(toText(say('archives.pageTitle')), shownLanguage())
    for await (const conversation of conversations) yield* toHtml(conversation, layOut)
    yield htmlEnd
  },
  async *json({ conversations, exportedAt }) {
    yield jsonHead(exportedAt)
    let isFirst = true
    for await (const conversation of conversations) {
      yield writeJsonArchive(conversation, isFirst)
      isFirst = false
    }
    yield jsonEnd
  }
}

export function writeArchive(file: FileToWrite): AsyncGenerator<string> {
  return writers[file.format](file)
}

export const extensions: Readonly<Record<ArchiveFormat, string>> = {
  markdown: 'md',
  html: 'html',
  json: 'json'
}
