/** Path of a file of Parley for programs that can't read Parley's archive. */
import path from 'node:path'

export function unpackedFile(file: string): string {
  return file.replace(`app.asar${path.sep}`, `app.asar.unpacked${path.sep}`)
}
