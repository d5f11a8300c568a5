/**
 * What the system hands to the app to be opened: bundles and links that add a server, by the command line, the file
 * manager, the browser or a second start. It is kept until the core listens.
 */
import { app } from 'electron'
import { findBundle, findServerLink } from './arguments'

export interface Opened {
  /** Absolute paths of bundles. One listener; what came before is told at once. */
  onFile(listener: (file: string) => void): void
  /** Links of the app's own scheme, but answers to sign-ins. The same. */
  onLink(listener: (link: string) => void): void
}

/** Before the app is ready: macOS tells of them as soon as it starts. */
export function hearOpened(): Opened {
  const files = createKept()
  const links = createKept()
  const takeArguments = (args: readonly string[], workingFolder: string): void => {
    files.take(findBundle(args, workingFolder))
    links.take(findServerLink(args))
  }
  takeArguments(process.argv.slice(1), process.cwd())
  app.on('open-file', (event, file) => {
    event.preventDefault()
    files.take(findBundle([file], '/'))
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    links.take(findServerLink([url]))
  })
  app.on('second-instance', (_event, args, workingFolder) => takeArguments(args.slice(1), workingFolder))
  return { onFile: files.listen, onLink: links.listen }
}

/** Before anybody listens; more is nobody's wish. */
const mostKept = 5

function createKept() {
  let tell: ((text: string) => void) | null = null
  let early: string[] = []
  return {
    take: (text: string | null): void => {
      if (text === null) return
      if (tell !== null) tell(text)
      else if (early.length < mostKept) early.push(text)
    },
    listen: (listener: (text: string) => void): void => {
      tell = listener
      for (const text of early) listener(text)
      early = []
    }
  }
}
