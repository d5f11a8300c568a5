/** Text of a workbook, sheet by sheet: a line per row, a tab between cells, values as last calculated. */
import { isDateStyle, toDate } from './sheet-dates'
import { readRelations } from './relations'
import type { OfficeParts } from './parts'
import type { OfficeText } from './document-text'
import { readXml } from './xml'

const workbook = 'xl/workbook.xml'

export function readSheets(parts: OfficeParts, words: OfficeText): void {
  const relations = readRelations(parts, workbook)
  const sheets: { readonly name: string; readonly part: string }[] = []
  let from1904 = false
  readXml(parts.read(workbook), {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
      const part = tag === 'sheet' ? relations.get(attributes['r:id'] ?? '') : undefined
      if (part !== undefined) sheets.push({ name: attributes['name'] ?? '', part })
    }
  })
  const texts = sharedTexts(parts.read('xl/sharedStrings.xml'))
  const isDate = isDateStyle(parts.read('xl/styles.xml'))
  for (const { name, part } of sheets) {
    words.mark(`\n\n[Sheet ${name}]\n`)
    readSheet(parts.read(part), words, ({ type, style, value }) => {
      if (type === 's') return texts[Number(value)] ?? ''
      if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
      return type === 'n' && isDate(style) ? toDate(value, from1904) : value
    })
  }
}

interface Cell {
  readonly type: string
  readonly style: number
  readonly value: string
}

function readSheet(xml: string, words: OfficeText, show: (cell: Cell) => string): void {
  let cell = { type: 'n', style: 0, value: '' }
  let isValue = false
  /** Cells left empty before the next one. */
  let empty = 0
  let column = 0
  readXml(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        column = 0
        empty = 0
      } else if (name === 'c') {
        const at = columnOf(attributes['r']) ?? column
        empty += Math.max(0, at - column)
        column = at
        cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), value: '' }
      } else if (name === 'v' || name === 't') isValue = true
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'row') words.mark('\n')
      else if (name === 'c') {
        const shown = show(cell).replaceAll(/\s+/g, ' ')
        if (shown !== '') {
          words.mark('\t'.repeat(Math.min(empty, 20_000)))
          words.add(shown)
          empty = 0
        }
        empty += 1
        column += 1
      }
    },
    text: (text) => {
      if (isValue) cell.value += text
    }
  })
}

/** A is 0. */
function columnOf(place = ''): number | null {
  const [letters] = /^[A-Z]{1,3}/.exec(place) ?? []
  if (letters === undefined) return null
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Without pronunciation hints. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  let text = ''
  let isText = false
  let isSound = false
  readXml(xml, {
    open: (name) => {
      if (name === 'si') text = ''
      else if (name === 'rPh') isSound = true
      else if (name === 't') isText = true
    },
    close: (name) => {
      if (name === 'si') texts.push(text)
      else if (name === 'rPh') isSound = false
      else if (name === 't') isText = false
    },
    text: (words) => {
      if (isText && !isSound) text += words
    }
  })
  return texts
}
