/**
 * Connections that a sandboxed server tried without its proxy. They can't leave its own network, and the kernel counts
 * the failures, for any language of the server. Their destinations are unknown.
 */
import { readFileSync } from 'node:fs'
import type { ReportedFile, TriedWay } from '../../contract/consent/file-activity'
import { listChildProcesses } from '../limits/process-tree'

type Counted = Exclude<TriedWay, 'talk'>
type Counts = Readonly<Record<Counted, number>>

interface Options {
  /** The process of the sandbox. */
  readonly processId: number
  /**
   * Connections to this computer itself that it requested from its proxy: before that, its runtime tries its own
   * loopback.
   */
  readonly askedForOwn: () => number
  readonly tell: (report: ReportedFile) => void
  /** Null: it has ended, or doesn't exist yet. The kernel's counters if absent. */
  readonly read?: (processId: number) => Counts | null
}

export interface CountedAttempts {
  /** To be called when its server is heard: what it tried for a call should be shown with it. */
  look(): void
  close(): void
}

/** Milliseconds. Of each kind: the first at once, then the following together. */
const againAfterMs = 60_000
const lookEveryMs = 5_000
const leastBetweenMs = 200

export function countAttempts({ processId, askedForOwn, tell, read = readCounts }: Options): CountedAttempts {
  const ways = new Map<Counted, { seen: number; toldAt: number }>()
  let lookedAt = -leastBetweenMs
  let before = { own: 0, ports: 0 }
  const tellOf = (way: Counted, total: number, now: number): void => {
    const { seen, toldAt } = ways.get(way) ?? { seen: 0, toldAt: -againAfterMs }
    if (total <= seen || now - toldAt < againAfterMs) return
    ways.set(way, { seen: total, toldAt: now })
    tell({ access: way, path: '', folder: null, count: total - seen })
  }
  const look = (isRegular: boolean): void => {
    const now = performance.now()
    if (now - lookedAt < leastBetweenMs) return
    lookedAt = now
    const counts = read(processId)
    if (counts === null) return
    tellOf('addresses', counts.addresses, now)
    tellOf('names', counts.names, now)
    // Later than the others, from the previous reading: only then is it known whether its proxy was asked for the same.
    if (!isRegular) return
    const own = askedForOwn()
    if (own === before.own) tellOf('ports', before.ports, now)
    else ways.set('ports', { seen: counts.ports, toldAt: ways.get('ports')?.toldAt ?? -againAfterMs })
    before = { own, ports: counts.ports }
  }
  const timer = setInterval(() => look(true), lookEveryMs)
  timer.unref()
  return { look: () => look(false), close: () => clearInterval(timer) }
}

function readCounts(processId: number): Counts | null {
  const [inside] = listChildProcesses(processId)
  if (inside === undefined) return null
  try {
    const four = readFileSync(`/proc/${inside}/net/snmp`, 'latin1')
    const six = readSix(inside)
    return {
      addresses: countIn(four, /^Ip: /, /^OutNoRoutes$/) + getCount(six, /^Ip6OutNoRoutes\s+(\d+)/m),
      names: countIn(four, /^Udp: /, /^NoPorts$/) + getCount(six, /^Udp6NoPorts\s+(\d+)/m),
      ports: countIn(four, /^Tcp: /, /^AttemptFails$/)
    }
  } catch {
    return null
  }
}

/** A computer without IPv6 has no such file. */
function readSix(id: number): string {
  try {
    return readFileSync(`/proc/${id}/net/snmp6`, 'latin1')
  } catch {
    return ''
  }
}

function getCount(text: string, form: RegExp): number {
  return Number(form.exec(text)?.[1] ?? 0)
}

/** Two lines for each protocol: names, then numbers. */
function countIn(text: string, protocol: RegExp, name: RegExp): number {
  const [names = [], numbers = []] = text
    .split('\n')
    .filter((line) => protocol.test(line))
    .map((line) => line.split(' '))
  return Number(numbers[names.findIndex((each) => name.test(each))] ?? 0)
}
