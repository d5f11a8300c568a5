/** The path of a shipped file for programs that can't read Electron's archive. */
import path from 'node:path'

export function unpackedFile(file: string): string {
  return file.replace(`app.asar${path.sep}`, `app.asar.unpacked${path.sep}`)
}
