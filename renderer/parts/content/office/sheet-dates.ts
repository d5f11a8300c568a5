/** Dates in a workbook are numbers; only their format shows that they are dates. */
import { readXml } from './xml'

/** Formats that every workbook has, by number. */
const builtIn = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)

/** Whether cells of a style show a date or a time. */
export function isDateStyle(styles: string): (style: number) => boolean {
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

const dayLength = 86_400_000

/** 1 is January 1, 1900, in a calendar that has a February 29 in that year. */
export function toDate(value: string, from1904: boolean): string {
  const serial = Number(value)
  const time = Date.UTC(from1904 ? 1904 : 1899, from1904 ? 0 : 11, from1904 ? 1 : 30) + serial * dayLength
  if (value === '' || !Number.isFinite(time) || Math.abs(time) > 8e15) return value
  const [day = '', clock = ''] = new Date(Math.round(time / 1_000) * 1_000).toISOString().split('T')
  if (Number.isInteger(serial)) return day
  return serial < 1 ? clock.slice(0, 8) : `${day} ${clock.slice(0, 8)}`
}
