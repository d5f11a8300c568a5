/**
 * What the operating system opens with the app: bundles and links that add a server, from the command line, the file
 * manager, the browser or a second start. Kept until the core listens.
 */
import { app } from 'electron'
import { findBundle, findServerLink } from './arguments'

export interface OpenRequests {
  /** Absolute paths of bundles. One listener, which gets the earlier ones at once. */
  onFile(listener: (file: string) => void): void
  /** Links of Parley's own scheme, except answers to sign-ins. One listener, as above. */
  onLink(listener: (link: string) => void): void
}

/** To be called before the app is ready: macOS reports them as soon as it starts. */
export function listenForOpenRequests(): OpenRequests {
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

/** Until a listener is added. More isn't intended by a user. */
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
