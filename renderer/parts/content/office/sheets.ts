/** Text of a workbook, sheet by sheet: a line per row, a tab between cells, values as last calculated. */
import { readRelations } from './relations'
import type { OfficeParts } from './parts'
import type { OfficeText } from './document-text'
import { readXml } from './xml'

/** Formats that every workbook has, by number. */
const builtIn = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)

const dayLength = 86_400_000

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

/** Whether cells of a style show a date or a time. */
function isDateStyle(styles: string): (style: number) => boolean {
  const own = new Map<number, boolean>()
  const dates: boolean[] = []
  let isCell = false
  readXml(styles, {
    open: (name, { numFmtId, formatCode = '' }) => {
      if (name === 'numFmt') own.set(Number(numFmtId), isDateFormat(formatCode))
      else if (name === 'cellXfs') isCell = true
      else if (name === 'xf' && isCell) dates.push(own.get(Number(numFmtId)) ?? builtIn(Number(numFmtId)))
    },
    close: (name) => {
      if (name === 'cellXfs') isCell = false
    }
  })
  return (style) => dates[style] ?? false
}

function isDateFormat(code: string): boolean {
  return /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))
}

/** 1 is January 1, 1900, in a calendar that has a February 29 in that year. */
function toDate(value: string, from1904: boolean): string {
  const serial = Number(value)
  const time = Date.UTC(from1904 ? 1904 : 1899, from1904 ? 0 : 11, from1904 ? 1 : 30) + serial * dayLength
  if (value === '' || !Number.isFinite(time) || Math.abs(time) > 8e15) return value
  const [day = '', clock = ''] = new Date(Math.round(time / 1_000) * 1_000).toISOString().split('T')
  if (Number.isInteger(serial)) return day
  return serial < 1 ? clock.slice(0, 8) : `${day} ${clock.slice(0, 8)}`
}
