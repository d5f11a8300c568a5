/** Describes a result by kinds and size, and by its first words. Pure. */
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { readBlockText } from '../../../app/contract/content/content-kinds'
import type { ContentBlock } from '../../../app/contract/content-blocks'
import type { ToolCallPart } from '../../../app/contract/conversations'
import { formatList, formatSize } from '../../ui/base/format'
import { nameInSentence } from '../../ui/base/offered-name'

/** E.g. `3 images and 12 kB of text`; '' for nothing. */
export function nameResultKinds(blocks: readonly ContentBlock[], hasData: boolean): string {
  const count = (type: ContentBlock['type']) => blocks.filter((block) => block.type === type).length
  const length = blocks.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0)
  return formatList([
    ...some(count('image'), texts.kindImages),
    ...some(count('audio'), texts.kindSounds),
    ...some(count('resource'), texts.kindResources),
    ...some(count('resource-link'), texts.kindLinks),
    ...some(count('unknown'), texts.kindUnknown),
    ...(hasData ? [texts.kindData()] : []),
    ...(length > 0 ? [texts.kindText({ size: formatSize(length) })] : [])
  ])
}

function some(count: number, words: (value: { count: number }) => string): string[] {
  return count === 0 ? [] : [words({ count })]
}

/** Characters of the line; the window cuts what doesn't fit. */
const lineLimit = 200

/** One line about a result: its first words if it has text, otherwise its kinds. */
export function summarizeResult({ content, structuredContent, foundTools }: ToolCallPart): string {
  if (foundTools !== undefined) return lineOfSearch(foundTools)
  for (const block of content) {
    const words = (block.type === 'text' ? readBlockText(block) : null) ?? ''
    const line = words
      .slice(0, 4 * lineLimit)
      .replace(/\s+/g, ' ')
      .trim()
    if (line !== '') return Array.from(line).slice(0, lineLimit).join('')
  }
  return nameResultKinds(content, structuredContent !== null)
}

function lineOfSearch(found: NonNullable<ToolCallPart['foundTools']>): string {
  const names = found.map(({ toolName }) => nameInSentence(toolName))
  return names.length === 0 ? texts.noToolFound() : texts.foundNames({ names: formatList(names) })
}
