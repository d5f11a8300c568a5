/** Sizes and sums of money as text, on both sides of the bridge. `language` is the user's language. */

/** E.g. `820 bytes`, `12 kB`, `3.4 MB`. */
export function sizeText(bytes: number, language = 'en'): string {
  if (bytes < 1_000) return inUnit(bytes, language, { unit: 'byte', unitDisplay: 'long' })
  if (bytes < 1_000_000)
    return inUnit(bytes / 1_000, language, { unit: 'kilobyte', maximumFractionDigits: 0 })
  return inUnit(bytes / 1_000_000, language, {
    unit: 'megabyte',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1
  })
}

function inUnit(amount: number, language: string, options: Intl.NumberFormatOptions): string {
  return formatOf(language, { style: 'unit', ...options }).format(amount)
}

/** Formatters are expensive to create, and lists use the same one for every row. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([language, options])
  const known = formats.get(key)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat(language, options)
  formats.set(key, format)
  return format
}

/** The smallest amount that is shown: one answer may cost far less than a cent. */
const leastMoney = 0.0001

/** E.g. `$5.00`, `€0.0105`. `currency` is an ISO 4217 code. */
export function moneyText(amount: number, currency: string, language = 'en'): string {
  const format = formatOf(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 4
  })
  // Non-breaking space: without it, the sign could end up on the line before its number.
  return amount > 0 && amount < leastMoney ? `<\u00a0${format.format(leastMoney)}` : format.format(amount)
}
