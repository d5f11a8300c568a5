/** Memory and CPU time of a process and all of its descendants, read from /proc (Linux only). */
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Fields of /proc/PID/stat after the name, which may itself hold spaces and brackets. */
function statFields(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** `root` and its descendants. Processes that end meanwhile are left out. */
export function processTree(root) {
  const children = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = attempt(() => Number(statFields(name)[1]))
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const tree = []
  const walk = (pid) => {
    tree.push(pid)
    for (const child of children.get(pid) ?? []) walk(child)
  }
  walk(root)
  return tree
}

/** Those that were not started with this file. */
export function withoutServers(pids, serverFile) {
  return pids.filter((pid) => {
    const words = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')) ?? []
    return !words.includes(serverFile)
  })
}

/** Proportional set size in MB: shared pages are counted once over all who share them. */
export function proportionalMegabytes(pids) {
  let kilobytes = 0
  for (const pid of pids) {
    const rollup = attempt(() => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? ''
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  }
  return kilobytes / 1024
}

/** User and system time in seconds. */
export function cpuSeconds(pids) {
  let ticks = 0
  for (const pid of pids) {
    const fields = attempt(() => statFields(pid))
    if (fields) ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks / ticksPerSecond
}

function attempt(read) {
  try {
    return read()
  } catch {
    return undefined // the process has ended
  }
}
