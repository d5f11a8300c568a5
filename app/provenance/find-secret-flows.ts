/** Finds text in the arguments of a call that looks like a secret, as written and decoded. */
import { toLeafOffsets } from './argument-text'
import type { ArgumentText, Flow, ArgumentPiece } from './argument-text'
import type { ConversationSources } from './conversation-sources'
import { foldText } from './fold-text'
import { mark } from './ranges'
import { findSecrets } from '../base/secret-forms'

/** More than are ever reported. */
const mostSecrets = 60
/** Characters around a secret that are included, because the secret itself may be too short to be found again. */
const surroundings = 12

export interface SecretSearch {
  readonly sources: ConversationSources
  /** The server that the call goes to. */
  readonly serverName: string
}

export function* findSecretFlows(
  text: ArgumentText,
  search: SecretSearch
): Generator<number, readonly Flow[]> {
  const flows: Flow[] = []
  for (const piece of text.pieces) {
    if (flows.length >= mostSecrets) break
    if (piece.isDisguised === true) continue
    for (const { kind, start, end } of findSecrets(piece.text, getName(piece))) {
      const around = piece.text.slice(Math.max(0, start - surroundings), end + surroundings)
      if (yield* isWrittenToServer(around, search)) continue
      flows.push({ leaf: piece.leaf, ...toLeafOffsets(piece, start, end), origin: { type: 'secret', kind } })
    }
    yield 2 * piece.text.length
  }
  return flows
}

function getName({ leaf: { path, isName } }: ArgumentPiece): string {
  return isName ? '' : path.slice(path.lastIndexOf('/') + 1)
}

/** The user wrote it in a request to this server. What the user wrote to the model isn't meant for every server. */
function* isWrittenToServer(text: string, { sources, serverName }: SecretSearch): Generator<number, boolean> {
  const folded = foldText(text)
  const { commons } = yield* sources.find(folded)
  const known = new Uint8Array(folded.units.length)
  for (const { author, ranges } of commons) {
    if (author.type === 'person' && author.serverName === serverName) mark(known, ranges)
  }
  return known.length > 0 && !known.includes(0)
}
