/** Conversations as Markdown: the displayed branch, one heading per message. */
import { sizeText } from '../../contract/content/amounts'
import { selectShownBranch } from '../archived-conversation'
import type { ArchivedConversation } from '../archived-conversation'
import { oneLine, splitSections, titleMessage } from './sections'
import type { Section } from './sections'

export function toMarkdown(conversation: ArchivedConversation): string {
  const messages = selectShownBranch(conversation).map((message) =>
    [`## ${plain(titleMessage(message))}`, ...splitSections(message).map(toBlock)].join('\n\n')
  )
  return `${[`# ${plain(oneLine(conversation.summary.title))}`, ...messages].join('\n\n')}\n`
}

function toBlock(section: Section): string {
  switch (section.type) {
    case 'words':
      return section.text
    case 'note':
      return `> ${plain(section.text)}`
    case 'image':
      return `> ${plain(section.title)} (${plain(section.mimeType)}, ${sizeText((section.data.length * 3) / 4)})`
    case 'exact':
      return `**${plain(section.title)}**\n\n${fenced(section.text, section.language)}`
  }
}

/** The fence is longer than any run of backticks in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** Escapes every character with a meaning in Markdown. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&')
}
