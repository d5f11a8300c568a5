/** Text of a Word document: paragraphs, headings, lists, tables and notes, in order. */
import type { OfficeParts } from './parts'
import type { OfficeText } from './document-text'
import { readXml } from './xml'

const noteParts = ['word/footnotes.xml', 'word/endnotes.xml', 'word/comments.xml']

export function readWord(parts: OfficeParts, words: OfficeText): void {
  readPart(parts.read('word/document.xml'), words)
  for (const name of noteParts) {
    const part = parts.read(name)
    if (part === '') continue
    words.mark('\n\n[Notes]\n')
    readPart(part, words)
  }
}

function readPart(xml: string, words: OfficeText): void {
  const state = { isText: false, isHidden: false, cells: 0 }
  readXml(xml, {
    open: (name, { val }) => {
      if (name === 't') state.isText = true
      else if (name === 'r') state.isHidden = false
      else if (name === 'vanish') state.isHidden = val !== '0' && val !== 'false'
      else if (name === 'pStyle') words.mark(headingMark(val))
      else if (name === 'numId' && val !== '0') words.mark('- ')
      else if (name === 'tc') state.cells += 1
      else if (name === 'tab') words.mark('\t')
      else if (name === 'br' || name === 'cr') words.mark('\n')
    },
    close: (name) => {
      if (name === 't') state.isText = false
      else if (name === 'p') words.mark(state.cells > 0 ? ' ' : '\n')
      else if (name === 'tc') {
        state.cells -= 1
        words.mark('| ')
      } else if (name === 'tr') words.mark('\n')
    },
    text: (text) => {
      // Text that Word does not show is left out, because the user never saw it.
      if (state.isText && !state.isHidden) words.add(text)
    }
  })
}

function headingMark(style = ''): string {
  const [, level] = /^heading ?([1-6])$/i.exec(style) ?? []
  return level === undefined ? '' : `${'#'.repeat(Number(level))} `
}
