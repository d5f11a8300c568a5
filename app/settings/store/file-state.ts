/**
 * What the settings file says now, or said when it was last valid, and which of it waits for an approval. Changes in
 * the window count as the user's own.
 */
import pLimit from 'p-limit'
import { createEmitter } from '../../base/emitter'
import type { PendingChanges, SettingsProblem } from '../../contract/settings'
import { defaultContent } from '../definition'
import type { SettingsContent } from '../definition'
import { deferGuardedChanges, withChanges, withUserChange } from '../guard/pending-changes'
import type { UserChange } from '../guard/pending-changes'
import type { GuardMemory } from '../guard/guard-memory'
import { parseSettings } from '../parse/parse-settings'
import { fileProblem } from '../document/problem-list'
import { readSettingsFile } from './settings-file'
import type { FileReading } from './settings-file'
import { say, sentences } from '../../texts/render-localized'

interface Reading {
  /** The effective settings. */
  readonly content: SettingsContent
  /** The content of the file: the same except for waiting changes. */
  readonly wanted: SettingsContent
  readonly held: PendingChanges | null
  readonly problems: readonly SettingsProblem[]
  /** True if the file can't be used as a whole and the last valid settings (or the defaults) stay in effect. */
  readonly isLastGoodInUse: boolean
}

const atFirst: Reading = {
  content: defaultContent,
  wanted: defaultContent,
  held: null,
  problems: [],
  isLastGoodInUse: false
}

export interface FileState {
  current(): Reading
  /** Reads the file and applies it; the same bytes again change nothing. */
  reload(): Promise<void>
  /** Runs `change`, which writes the file, and applies it as the user's own. Nothing is read meanwhile. */
  own(change: () => Promise<UserChange>): Promise<void>
  /** Applies the waiting changes; false: they have changed since. */
  release(id: string): Promise<boolean>
  onChange(listener: (content: SettingsContent) => void): () => void
  /** Later reloads change nothing. */
  end(): void
}

export interface FileStateOptions {
  readonly file: string
  /** Shown to a user whose file is broken. */
  readonly newestBackup: () => Promise<string | null>
  readonly memory: GuardMemory
}

export function createFileState({ file, newestBackup, memory }: FileStateOptions): FileState {
  const changed = createEmitter<SettingsContent>()
  const oneByOne = pLimit(1)
  let state = atFirst
  let mark: string | null = null
  let isEnded = false

  async function takeOver(reading: FileReading): Promise<Reading> {
    if (reading.type !== 'text')
      return keepLastGood(reading.type === 'missing' ? missingFile(file) : reading.problem)
    const read = parseSettings(reading.text)
    if (read.type === 'broken') return keepLastGood(read.problem)
    return {
      ...(await settle(read.content, memory)),
      problems: [...reading.warnings, ...read.problems],
      isLastGoodInUse: false
    }
  }

  const keepLastGood = async (problem: SettingsProblem): Promise<Reading> => {
    return { ...state, problems: [await withBackup(problem, newestBackup)], isLastGoodInUse: true }
  }

  async function load(): Promise<void> {
    const reading = await readSettingsFile(file)
    const newMark = getMark(reading)
    if (newMark === mark || isEnded) return
    mark = newMark
    state = await takeOver(reading)
    changed.emit(state.content)
  }

  /** The file is the same, and more or fewer of its changes wait. */
  async function weigh(): Promise<void> {
    const before = state.held?.id
    const settled = await settle(state.wanted, memory)
    if (settled.held?.id === before || isEnded) return
    state = { ...state, ...settled }
    changed.emit(state.content)
  }

  async function own(change: () => Promise<UserChange>): Promise<void> {
    await noteOwn(await change(), state.wanted, memory)
    await load()
    await weigh()
  }

  async function release(id: string): Promise<boolean> {
    const { held } = state
    const kept = await memory.read()
    if (held?.id !== id || kept === null) return false
    await memory.write(withChanges(kept, held.changes, state.wanted))
    await weigh()
    return true
  }

  return {
    current: () => state,
    reload: () => oneByOne(load),
    own: (change) => oneByOne(() => own(change)),
    release: (id) => oneByOne(() => release(id)),
    onChange: (listener) => changed.on(listener),
    end: () => {
      isEnded = true
    }
  }
}

async function settle(
  wanted: SettingsContent,
  memory: GuardMemory
): Promise<Pick<Reading, 'content' | 'wanted' | 'held'>> {
  const { content, held, kept } = deferGuardedChanges(await memory.read(), wanted)
  await memory.write(kept)
  return { content, wanted, held }
}

async function noteOwn(change: UserChange, shown: SettingsContent, memory: GuardMemory): Promise<void> {
  const kept = await memory.read()
  if (kept !== null) await memory.write(withUserChange(kept, change, shown))
}

async function withBackup(
  problem: SettingsProblem,
  newestBackup: FileStateOptions['newestBackup']
): Promise<SettingsProblem> {
  const backup = await newestBackup()
  if (backup === null) return problem
  return { ...problem, message: sentences(problem.message, say('settings.earlierVersion', { file: backup })) }
}

/** For a file that existed, or couldn't be created. */
export function missingFile(file: string): SettingsProblem {
  return fileProblem('error', say('settings.fileMissing', { file }))
}

function getMark(reading: FileReading): string {
  if (reading.type === 'missing') return 'missing'
  if (reading.type === 'unusable') return `unusable ${JSON.stringify(reading.problem.message)}`
  return `${reading.hash} ${reading.warnings.length}`
}
