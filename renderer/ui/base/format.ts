/**
 * Dates, durations, sizes, money and lists in readable form, in the current language. The window's only use of the
 * platform's formatters. Dates in milliseconds since the epoch.
 */
import { useEffect, useState } from 'react'
import type { Language } from '../../../app/contract/limits'
import { moneyText, sizeText } from '../../../app/contract/content/amounts'
import { ui } from '../../../app/texts/compiled/window/ui'
import { shownLanguage } from '../../../app/texts/translated'

/** E.g. `Nov 21, 2026, 2:30 PM`. */
export function formatMoment(at: number): string {
  return inStyle('moment', at)
}

/** A day in any time zone, e.g. `Nov 21, 2026`; `isoDay` as `2026-11-21`. */
export function formatDay(isoDay: string): string {
  return inStyle('day', Date.parse(isoDay))
}

/** A day without its year, e.g. `Nov 21`. */
export function formatShortDay(at: number): string {
  return inStyle('shortDay', at)
}

/** Time of day, e.g. `2:30 PM`. */
export function formatTime(at: number): string {
  return inStyle('time', at)
}

/** Time of day to the second, e.g. `14:30:05`; all have the same length, so that lines align. */
export function formatClock(at: number): string {
  return inStyle('clock', at)
}

type TimeStyle = keyof typeof timeStyles

const timeStyles = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium', timeZone: 'UTC' },
  shortDay: { month: 'short', day: 'numeric' },
  time: { timeStyle: 'short' },
  clock: { timeStyle: 'medium', hourCycle: 'h23' }
} as const

/** A formatter is costly to create, and lists need many. */
const timeFormats = new Map<`${Language} ${TimeStyle}`, Intl.DateTimeFormat>()

function inStyle(style: TimeStyle, at: number): string {
  const language = shownLanguage()
  let format = timeFormats.get(`${language} ${style}`)
  if (format === undefined) {
    format = new Intl.DateTimeFormat(language, timeStyles[style])
    timeFormats.set(`${language} ${style}`, format)
  }
  return format.format(at)
}

/** E.g. `40 ms`, `1.4 s`, `12 s`, `3 min 5 s`. */
export function formatDuration(durationMs: number): string {
  const ms = Math.max(0, durationMs)
  if (ms < 950) return ui.milliseconds({ number: String(Math.round(ms)) })
  return ms < 10_000 ? ui.seconds({ number: oneDigit(ms / 1_000) }) : formatSeconds(Math.round(ms / 1_000))
}

/** Whole seconds, as a countdown shows them: `9 s`, `1 min 5 s`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return ui.seconds({ number: String(seconds) })
  return ui.minutes({ minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}

/** A time that is not counting: `4 s`, `40 min`. */
export function formatSpan(seconds: number): string {
  const isWhole = seconds >= 60 && seconds % 60 === 0
  return isWhole ? ui.wholeMinutes({ minutes: seconds / 60 }) : formatSeconds(seconds)
}

function oneDigit(number: number): string {
  return number.toLocaleString(shownLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

/** E.g. `a, b, and c`. */
export function formatList(words: Iterable<string>): string {
  return new Intl.ListFormat(shownLanguage(), { type: 'conjunction' }).format(words)
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The start of a text's last sentence, in any language. */
export function lastSentenceAt(text: string): number {
  return [...sentences.segment(text)].at(-1)?.index ?? 0
}

/** E.g. `820 bytes`, `12 kB`, `3.4 MB`, with the number format of the user's language. */
export function formatSize(bytes: number): string {
  return sizeText(bytes, shownLanguage())
}

/** E.g. `$0.02`. `currency` is an ISO 4217 code. */
export function formatMoney(amount: number, currency: string): string {
  return moneyText(amount, currency, shownLanguage())
}

/** `$0.02 of $5.00`, or only the amount if there is no limit. */
export function formatMoneyUsed(amount: number, limit: number | null, currency: string): string {
  const used = formatMoney(amount, currency)
  return limit === null ? used : ui.moneyOf({ used, limit: formatMoney(limit, currency) })
}

/** The current time, updated every second while `isTicking`. */
export function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isTicking])
  return now
}

/** `0.034` is 3 %. */
export function formatShare(share: number): string {
  return share.toLocaleString(shownLanguage(), { style: 'percent', maximumFractionDigits: 0 })
}

/** `de_DE`, `en`: the language's name in the current language; the tag itself if it isn't one. */
export function formatLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames(shownLanguage(), { type: 'language' }).of(tag.replaceAll('_', '-')) ?? tag
  } catch {
    return tag
  }
}

/** IANA name of the system's time zone, as `Europe/Vienna`. */
export function readTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
