import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openRecordingFile } from './open-recording-file'
import { recordingLimits } from './recording-file'

let folder: string
const file = () => path.join(folder, 'a.parleyrec')

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-recording-file-'))
  await writeFile(file(), '{"parleyRecording":1,"title":"notes"}\n')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('opens a recording', async () => {
  expect((await openRecordingFile(file())).header.title).toBe('notes')
})

it('refuses a file that is too large', async () => {
  await truncate(file(), recordingLimits.bytes + 1)
  await expect(openRecordingFile(file())).rejects.toThrow('is larger than 25 MB')
})

it("refuses what isn't a file or a recording", async () => {
  await expect(openRecordingFile(folder)).rejects.toThrow("Parley can't read")
  await writeFile(file(), '{}')
  await expect(openRecordingFile(file())).rejects.toThrow("isn't a recording")
})
