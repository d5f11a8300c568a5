/**
 * Searches for secrets where they must not be: files, the app's output, the memory of its window, command lines and
 * environments of its processes. Also finds them in base64, in addresses and in JSON. A finding never contains the
 * value.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Parley } from './launch'
import type { Secret } from './secrets'

export interface Place {
  readonly name: string
  readonly bytes: Buffer
}

/** One sentence for each secret and place that it was found in. */
export function findSecrets(places: Iterable<Place>, secrets: readonly Secret[]): string[] {
  const needles = indexNeedles(secrets)
  return [...places].flatMap(({ name, bytes }) =>
    [...kindsIn(bytes, needles)].map((kind) => `${kind} in ${name}`)
  )
}

/** In everything a running app has written, printed and stored. The memory of its window can be left out. */
export async function findSecretsIn(
  parley: Parley,
  secrets: readonly Secret[],
  { withMemory = true } = {}
): Promise<string[]> {
  const { workspace, window } = parley
  const places = [
    ...filesIn(workspace.folder),
    { name: 'the output of the app', bytes: Buffer.from(parley.output()) },
    ...processPlaces(parley, secrets),
    ...(withMemory && !window.isClosed() ? [await memoryOf(parley)] : [])
  ]
  return findSecrets(places, secrets)
}

/** Everything below a folder. Databases are read as raw files. The vault's content is encrypted. */
export function filesIn(folder: string): Place[] {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => readPlace(path.join(entry.parentPath, entry.name)))
}

/**
 * A snapshot of everything that scripts of the page can reach, after garbage collection. The page writes it to a
 * file itself: over the inspector it would cost three times as much.
 */
async function memoryOf({ app }: Parley): Promise<Place> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-memory-'))
  const file = path.join(folder, 'snapshot')
  try {
    await app.evaluate(
      ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.webContents.takeHeapSnapshot(to),
      file
    )
    return { name: 'the memory of the window', bytes: fs.readFileSync(file) }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Arguments and environments of the app and its servers, without the variables that a secret is meant for. */
function processPlaces(parley: Parley, secrets: readonly Secret[]): Place[] {
  const forServers = new Set(secrets.flatMap(({ variable }) => variable ?? []))
  const program = programOf(parley.pid)
  const pids = [parley.pid, ...parley.processes().map(({ pid }) => pid)]
  return pids.flatMap((pid) =>
    readProcess(pid, programOf(pid) === program && !runsAsNode(pid) ? parley.ownVariables : forServers)
  )
}

/** A server that runs with Parley's bundled Node has the same program as Parley. */
function runsAsNode(pid: number): boolean {
  const [environment] = readPlace(`/proc/${pid}/environ`)
  return String(environment?.bytes ?? '')
    .split('\0')
    .includes('ELECTRON_RUN_AS_NODE=1')
}

function programOf(pid: number): string | null {
  try {
    return fs.readlinkSync(`/proc/${pid}/exe`)
  } catch {
    return null // it has ended
  }
}

function readProcess(pid: number, meant: ReadonlySet<string>): Place[] {
  const [command] = readPlace(`/proc/${pid}/cmdline`)
  const [environment] = readPlace(`/proc/${pid}/environ`)
  const variables = String(environment?.bytes ?? '')
    .split('\0')
    .filter((line) => !meant.has(line.split('=')[0] ?? ''))
  const program = String(command?.bytes ?? '')
    .split('\0', 2)
    .join(' ')
  return [
    ...(command === undefined ? [] : [{ ...command, name: `the command line of ${program}` }]),
    { name: `the environment of ${program}`, bytes: Buffer.from(variables.join('\0')) }
  ]
}

/** Empty when it has gone meanwhile, or belongs to another account. */
function readPlace(file: string): Place[] {
  try {
    return [{ name: file, bytes: fs.readFileSync(file) }]
  } catch {
    return []
  }
}

interface Needle {
  readonly kind: string
  readonly bytes: Buffer
  /** The position in the needle of the four bytes by which it is found. */
  readonly offset: number
}

/** In every text of the shortest needle's length, one position is a multiple of `step` with four of its bytes. */
interface Needles {
  readonly step: number
  readonly byFourBytes: ReadonlyMap<number, readonly Needle[]>
  /** By `hashOf`: rules out most positions in one step. */
  readonly known: Uint8Array
}

const leastLength = 8

function indexNeedles(secrets: readonly Secret[]): Needles {
  const forms = secrets.flatMap(({ kind, value }) => {
    if (value.length < leastLength) throw new Error(`The ${kind} is too short to be told from other texts.`)
    return [...formsOf(value)].map((form) => ({ kind, bytes: Buffer.from(form) }))
  })
  const step = Math.min(...forms.map(({ bytes }) => bytes.length)) - 3
  const byFourBytes = new Map<number, Needle[]>()
  const known = new Uint8Array(1 << 16)
  for (const form of forms)
    for (let offset = 0; offset < step; offset += 1) {
      const four = form.bytes.readUInt32LE(offset)
      byFourBytes.set(four, [...(byFourBytes.get(four) ?? []), { ...form, offset }])
      known[hashOf(four)] = 1
    }
  return { step, byFourBytes, known }
}

/**
 * Inside base64 a text has three forms, depending on where it begins. Characters shared with its neighbours are cut
 * off.
 */
function formsOf(value: string): ReadonlySet<string> {
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), Buffer.from(value)])
    const whole = shifted.subarray(0, shifted.length - (shifted.length % 3))
    const from = before === 0 ? 0 : 4
    return [whole.toString('base64').slice(from), whole.toString('base64url').slice(from)]
  })
  return new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), ...inBase64])
}

function kindsIn(bytes: Buffer, { step, byFourBytes, known }: Needles): ReadonlySet<string> {
  const found = new Set<string>()
  for (let place = 0; place + 4 <= bytes.length; place += step) {
    const four = bytes.readUInt32LE(place)
    if (known[hashOf(four)] === 0) continue
    for (const { kind, bytes: needle, offset } of byFourBytes.get(four) ?? []) {
      const at = place - offset
      if (at >= 0 && bytes.subarray(at, at + needle.length).equals(needle)) found.add(kind)
    }
  }
  return found
}

function hashOf(four: number): number {
  return (four ^ (four >>> 16)) & 0xffff
}
