/** Moments, durations, sizes and money as people read them. Moments in milliseconds since the epoch. */
import { useEffect, useState } from 'react'
import type { Language } from '../../../app/contract/limits'
import { moneyText, sizeText } from '../../../app/contract/amounts'
import { ui } from '../../../app/texts/compiled/window/ui'
import { shownLanguage } from '../../../app/texts/translated'

/** One is costly to make, and lists ask for many. */
const momentFormats = new Map<Language, Intl.DateTimeFormat>()

/** E.g. `Nov 21, 2026, 2:30 PM`. */
export function formatMoment(at: number): string {
  const language = shownLanguage()
  let format = momentFormats.get(language)
  if (format === undefined) {
    format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
    momentFormats.set(language, format)
  }
  return format.format(at)
}

/** E.g. `40 ms`, `1.4 s`, `12 s`, `3 min 5 s`. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, durationMs) / 1_000
  if (seconds < 0.95) return `${Math.round(seconds * 1_000)} ms`
  if (seconds < 10) return `${oneDigit(seconds)} s`
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

function oneDigit(number: number): string {
  return number.toLocaleString(shownLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

/** E.g. `820 bytes`, `12 kB`, `3.4 MB`, as the person who reads it writes figures. */
export function formatSize(bytes: number): string {
  return sizeText(bytes, shownLanguage())
}

/** E.g. `$0.02`. `currency` is an ISO 4217 code. */
export function formatMoney(amount: number, currency: string): string {
  return moneyText(amount, currency, shownLanguage())
}

/** `$0.02 of $5.00`, or the amount alone where there is no limit. */
export function formatMoneyUsed(amount: number, limit: number | null, currency: string): string {
  const used = formatMoney(amount, currency)
  return limit === null ? used : ui.moneyOf({ used, limit: formatMoney(limit, currency) })
}

/** The present moment, renewed every second while `isTicking`. */
export function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isTicking])
  return now
}
