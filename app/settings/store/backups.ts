/** The last versions of the settings file before Parley's changes. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const keptBackups = 5
/** `settings-<time>.json`; backups of the same millisecond have a number after the time. */
const namePattern = /^settings-(.*?Z)(?:-(\d+))?\.json$/

/** Writes a backup named after `now` (milliseconds since the epoch) and drops all but the newest five. */
export async function keepBackup(folder: string, bytes: Uint8Array, now: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  const stamp = new Date(now).toISOString().replaceAll(':', '-')
  const sameMoment = (await listBackups(folder))
    .map((name) => namePattern.exec(name))
    .filter((name) => name?.[1] === stamp)
  // Continues from the highest: a lower number may be free because its backup was dropped as old.
  const count = sameMoment.length === 0 ? '' : `-${Number(sameMoment.at(-1)?.[2] ?? 0) + 1}`
  await writeFile(join(folder, `settings-${stamp}${count}.json`), bytes, { mode: 0o600, flag: 'wx' })
  const old = (await listBackups(folder)).slice(0, -keptBackups)
  await Promise.all(old.map((other) => rm(join(folder, other), { force: true })))
}

/** Path of the newest backup, null if there is none. */
export async function newestBackup(folder: string): Promise<string | null> {
  const name = (await listBackups(folder)).at(-1)
  return name === undefined ? null : join(folder, name)
}

/** Oldest first. */
async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => namePattern.test(name)).sort(byAge)
}

function byAge(one: string, other: string): number {
  const [first, second] = [namePattern.exec(one), namePattern.exec(other)]
  const stamps = (first?.[1] ?? '').localeCompare(second?.[1] ?? '')
  return stamps === 0 ? Number(first?.[2] ?? 0) - Number(second?.[2] ?? 0) : stamps
}
