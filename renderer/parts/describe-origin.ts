/** Where a text came from, for questions and lists of permissions. */
import type { TextOrigin } from '../../app/contract/flows'
import { parts } from '../../app/texts/compiled/window/parts'

/** Follows `from`; for a secret and unscanned content: what it is. */
export function describeOrigin(origin: TextOrigin): string {
  switch (origin.type) {
    case 'tool':
      return parts.fromTool({ tool: origin.toolName, server: origin.serverName })
    case 'resource':
      return parts.fromResource({ uri: origin.uri, server: origin.serverName })
    case 'prompt':
      return parts.fromPrompt({ name: origin.name, server: origin.serverName })
    case 'definition':
      if (origin.toolName === null) return parts.fromInstructions({ server: origin.serverName })
      return parts.fromDescription({ tool: origin.toolName, server: origin.serverName })
    case 'imported':
      return parts.fromImport({ source: origin.source })
    case 'secret':
      return parts.secret(secretKind(origin.kind))
    case 'unread':
      return parts.tooLong()
  }
}

/** By the core's names, which are stored with permissions and therefore never change. */
const secretCodes = new Map(
  Object.entries({
    'an API key': 'apiKey',
    'an access key': 'accessKey',
    'an access token': 'accessToken',
    'a signed token': 'signedToken',
    'a password in an address': 'addressPassword',
    'a password or key': 'password',
    'a private key': 'privateKey',
    'a card number': 'cardNumber'
  })
)

/** A kind of secret for use in texts; a kind that this version doesn't know is shown by name. */
export function secretKind(name: string): { readonly kind: string; readonly name: string } {
  return { kind: secretCodes.get(name) ?? 'other', name }
}
