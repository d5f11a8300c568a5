/** Where a file of Parley's lies for programs that can't read the archive that Parley is packed in. */
import path from 'node:path'

export function unpackedFile(file: string): string {
  return file.replace(`app.asar${path.sep}`, `app.asar.unpacked${path.sep}`)
}
