/** What in the arguments of a call looks like a secret, as it stands and decoded. */
import { inLeaf } from './argument-text'
import type { ArgumentText, Flow, ArgumentPiece } from './argument-text'
import type { ConversationSources } from './conversation-sources'
import { foldText } from './fold-text'
import { mark } from './ranges'
import { findSecrets } from './secret-forms'

/** More than are ever told of. */
const mostSecrets = 60
/** Characters beside a secret that belong to it: alone it may be too short to be found again. */
const surroundings = 12

export interface SecretSearch {
  readonly sources: ConversationSources
  /** To which the call goes. */
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
    for (const { kind, start, end } of findSecrets(piece.text, nameOf(piece))) {
      const around = piece.text.slice(Math.max(0, start - surroundings), end + surroundings)
      if (yield* isWrittenToServer(around, search)) continue
      flows.push({ leaf: piece.leaf, ...inLeaf(piece, start, end), origin: { type: 'secret', kind } })
    }
    yield 2 * piece.text.length
  }
  return flows
}

function nameOf({ leaf: { path, isName } }: ArgumentPiece): string {
  return isName ? '' : path.slice(path.lastIndexOf('/') + 1)
}

/** The person put it into a request to this very server; what they told the model was not meant for every server. */
function* isWrittenToServer(
  words: string,
  { sources, serverName }: SecretSearch
): Generator<number, boolean> {
  const folded = foldText(words)
  const { commons } = yield* sources.find(folded)
  const known = new Uint8Array(folded.units.length)
  for (const { author, ranges } of commons) {
    if (author.type === 'person' && author.serverName === serverName) mark(known, ranges)
  }
  return known.length > 0 && !known.includes(0)
}
