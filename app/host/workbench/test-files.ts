/** The files with saved tests, `tests/<server>.yaml` in the data folder, and the results of their newest runs. */
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { HostError } from '../../base/host-error'
import { createServerFileNames } from '../../base/server-file-names'
import { writeWholeFile } from '../../base/write-whole-file'
import { testRun, type RecordedModelReply, type TestRun } from '../../contract/workbench/tests'
import { say } from '../../texts/render-localized'
import { listReplies } from '../../workbench/recordings/list-replies'
import { openRecordingFile } from '../../workbench/recordings/open-recording-file'
import { testSchemaFile } from '../../workbench/tests/write-test'

export interface TestFilesOptions {
  readonly folder: string
  /** The schema for editors, which ships with Parley. */
  readonly schemaFile: string
}

const keptRuns = 50
/** Of the file with the runs. */
const mostFileCharacters = 8_000_000

export class TestFiles {
  readonly #options: TestFilesOptions
  readonly #nameTests = createServerFileNames('.yaml')
  readonly #nameRuns = createServerFileNames('.runs.json')

  constructor(options: TestFilesOptions) {
    this.#options = options
  }

  place(serverName: string): string {
    return path.join(this.#options.folder, this.#nameTests(serverName))
  }

  /** Null: there is none. */
  async read(serverName: string): Promise<string | null> {
    return await readIfThere(this.place(serverName))
  }

  /** `before`: the text that was edited. @throws HostError BRIDGE_INVALID_INPUT: the file has other text meanwhile */
  async write(serverName: string, text: string, before: string | null): Promise<void> {
    if ((await this.read(serverName)) !== before)
      throw new HostError('BRIDGE_INVALID_INPUT', say('tests.changedMeanwhile'))
    await this.prepareFolder()
    await writeWholeFile(this.place(serverName), text)
  }

  async prepareFolder(): Promise<string> {
    const { folder, schemaFile } = this.#options
    await mkdir(folder, { recursive: true })
    // Editors complete and check with it. Tests work without it.
    await copyFile(schemaFile, path.join(folder, testSchemaFile)).catch(() => {})
    return folder
  }

  /**
   * The replies of a recording beside the files. @throws HostError RECORDING_INVALID, also for a file that isn't in
   * their folder: the window names it.
   */
  async readReplies(recording: string): Promise<RecordedModelReply[]> {
    const { folder } = this.#options
    const file = path.resolve(folder, recording)
    if (!file.startsWith(`${path.resolve(folder)}${path.sep}`))
      throw new HostError('RECORDING_INVALID', say('tests.recordingElsewhere', { folder }))
    return listReplies(await openRecordingFile(file))
  }

  /** Newest first. A missing, damaged or larger file counts as empty. */
  async readRuns(serverName: string): Promise<TestRun[]> {
    const file = this.#placeOfRuns(serverName)
    try {
      // Parley writes none that is larger. UTF-8 can need 3 bytes for a character.
      if ((await stat(file)).size > 3 * mostFileCharacters) return []
      return z.array(testRun).safeParse(JSON.parse(await readFile(file, 'utf8'))).data ?? []
    } catch {
      return []
    }
  }

  async addRun(run: TestRun): Promise<void> {
    const runs = [run, ...(await this.readRuns(run.serverName))].slice(0, keptRuns)
    await mkdir(this.#options.folder, { recursive: true })
    await writeWholeFile(this.#placeOfRuns(run.serverName), writeNewest(runs))
  }

  #placeOfRuns(serverName: string): string {
    return path.join(this.#options.folder, this.#nameRuns(serverName))
  }
}

function writeNewest(runs: readonly TestRun[]): string {
  // The brackets, and a comma after each.
  let length = 2
  const kept = runs
    .map((run) => JSON.stringify(run))
    .filter((text) => (length += text.length + 1) <= mostFileCharacters)
  return `[${kept.join(',')}]`
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
