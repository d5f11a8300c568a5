/** What the settings file says now, or said when it was last good. Knows nothing of changes through the window. */
import pLimit from 'p-limit'
import { createEmitter } from '../../base/emitter'
import type { SettingsProblem } from '../../contract/settings'
import { defaultContent } from '../definition'
import type { SettingsContent } from '../definition'
import { parseSettings } from '../parse/parse-settings'
import { fileProblem } from '../document/problem-list'
import { readSettingsFile } from './settings-file'
import type { FileReading } from './settings-file'
import { say, sentences } from '../../texts/said'

interface Reading {
  readonly content: SettingsContent
  readonly problems: readonly SettingsProblem[]
  /** True when the file can not be used as a whole and what was good before (or the defaults) runs on. */
  readonly isLastGoodInUse: boolean
}

export interface FileState {
  current(): Reading
  /** Reads the file and takes over what it says; the same bytes a second time are no news. */
  reload(): Promise<void>
  onChange(listener: (content: SettingsContent) => void): () => void
  /** Later reloads change nothing. */
  end(): void
}

/** `newestBackup` is named to a person whose file is broken. */
export function createFileState(file: string, newestBackup: () => Promise<string | null>): FileState {
  const changed = createEmitter<SettingsContent>()
  const oneByOne = pLimit(1)
  let state: Reading = { content: defaultContent, problems: [], isLastGoodInUse: false }
  let mark: string | null = null
  let isEnded = false

  async function takeOver(reading: FileReading): Promise<Reading> {
    if (reading.type !== 'text')
      return keepLastGood(reading.type === 'missing' ? missingFile(file) : reading.problem)
    const read = parseSettings(reading.text)
    if (read.type === 'broken') return keepLastGood(read.problem)
    return {
      content: read.content,
      problems: [...reading.warnings, ...read.problems],
      isLastGoodInUse: false
    }
  }

  async function keepLastGood(problem: SettingsProblem): Promise<Reading> {
    const backup = await newestBackup()
    const message =
      backup === null
        ? problem.message
        : sentences(problem.message, say('settings.earlierVersion', { file: backup }))
    return { content: state.content, problems: [{ ...problem, message }], isLastGoodInUse: true }
  }

  async function load(): Promise<void> {
    const reading = await readSettingsFile(file)
    const newMark = markOf(reading)
    if (newMark === mark || isEnded) return
    mark = newMark
    state = await takeOver(reading)
    changed.emit(state.content)
  }

  return {
    current: () => state,
    reload: () => oneByOne(load),
    onChange: (listener) => changed.on(listener),
    end: () => {
      isEnded = true
    }
  }
}

/** For a file that was there, or could not be made. */
export function missingFile(file: string): SettingsProblem {
  return fileProblem('error', say('settings.fileMissing', { file }))
}

function markOf(reading: FileReading): string {
  if (reading.type === 'missing') return 'missing'
  if (reading.type === 'unusable') return `unusable ${JSON.stringify(reading.problem.message)}`
  return `${reading.hash} ${reading.warnings.length}`
}
