/** Where a text came from, in words, for questions and lists of what was granted. */
import type { TextOrigin } from '../../app/contract/flows'

/** Stands behind `from`; of a secret and of what was not looked into: what it is. */
export function describeOrigin(origin: TextOrigin): string {
  switch (origin.type) {
    case 'tool':
      return `${origin.toolName} on ${origin.serverName}`
    case 'resource':
      return `the resource ${origin.uri} of ${origin.serverName}`
    case 'prompt':
      return `the prompt ${origin.name} of ${origin.serverName}`
    case 'definition':
      if (origin.toolName === null) return `the instructions of ${origin.serverName}`
      return `the description of ${origin.toolName} on ${origin.serverName}`
    case 'secret':
      return origin.kind
    case 'unread':
      return 'text too long to be compared'
  }
}
