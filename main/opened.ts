/**
 * What the system hands to the app to be opened: bundles, by the command line, the file manager or a second start. It is
 * kept until the core listens.
 */
import { app } from 'electron'
import { findBundle } from './arguments'

export interface Opened {
  /** Absolute paths of bundles. One listener; what came before is told at once. */
  onFile(listener: (file: string) => void): void
}

/** Before the app is ready: macOS tells of files as soon as it starts. */
export function hearOpened(): Opened {
  let tell: ((file: string) => void) | null = null
  let early: string[] = []
  const take = (file: string | null): void => {
    if (file === null) return
    if (tell === null) early.push(file)
    else tell(file)
  }
  take(findBundle(process.argv.slice(1), process.cwd()))
  app.on('open-file', (event, file) => {
    event.preventDefault()
    take(findBundle([file], '/'))
  })
  app.on('second-instance', (_event, args, workingFolder) => take(findBundle(args.slice(1), workingFolder)))
  return {
    onFile: (listener) => {
      tell = listener
      for (const file of early) listener(file)
      early = []
    }
  }
}
