/** Moments and durations as people read them. Moments in milliseconds since the epoch. */
import { useEffect, useState } from 'react'

const dateAndTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** E.g. `Nov 21, 2026, 2:30 PM`. */
export function formatMoment(at: number): string {
  return dateAndTime.format(at)
}

/** E.g. `40 ms`, `1.4 s`, `12 s`, `3 min 5 s`. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, durationMs) / 1_000
  if (seconds < 0.95) return `${Math.round(seconds * 1_000)} ms`
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** E.g. `820 bytes`, `12 kB`, `3.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
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
