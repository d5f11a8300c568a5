/** What a turn needs: the conversation so far, the areas it works with, and the user's settings. */
import type { Logger } from '../../base/logger'
import type { Approvals } from '../../consent/interface'
import type { Message } from '../../contract/conversations'
import type { ResolvedModel } from '../../models/model'
import type { Provenance } from '../../provenance/interface'
import type { RunScript } from '../../scripts/interface'
import type { Servers } from '../../servers/interface'
import type { ScriptsChoice } from '../calls/ask-for-scripts-call'
import type { KeptResults } from '../calls/kept-results'
import type { PassResult } from '../calls/result-review'
import type { ToolStepOptions } from '../calls/tool-step'
import type { TurnCalls } from '../calls/turn-calls'
import type { ReviewedMetadata } from '../context/reviewed-metadata'
import type { LiveMessage } from '../messages/live-message'
import type { ToolFinder } from '../tools/tool-finder'
import type { TurnSettings } from '../context/turn-settings'

export interface TurnOptions {
  /** `<provider>/<model>` or `direct`. */
  readonly modelId: string
  /** Everything before the answer, oldest first. */
  readonly earlier: readonly Message[]
  /** The answer. A turn that continues after the step limit finds its earlier steps in it. */
  readonly live: LiveMessage
  /** Stops the turn. */
  readonly signal: AbortSignal
  readonly servers: Pick<
    Servers,
    | 'catalog'
    | 'usableTools'
    | 'instructions'
    | 'readTool'
    | 'checkArguments'
    | 'callTool'
    | 'freshenTools'
    | 'wake'
  >
  readonly consent: Pick<Approvals, 'decideToolCall'> & PassResult['consent']
  readonly provenance: Pick<Provenance, 'learn' | 'findFlows'>
  readonly isReviewed: PassResult['isReviewed']
  readonly words: ReviewedMetadata
  readonly finder: ToolFinder
  readonly runScript: RunScript
  readonly scripts: ScriptsChoice
  readonly results: Pick<KeptResults, 'shorten' | 'readForModel'>
  /** `message`: the answer to be written. @throws HostError MODEL_UNKNOWN */
  readonly resolveModel: (modelId: string, message: Pick<Message, 'conversationId' | 'id'>) => ResolvedModel
  readonly settings: TurnSettings
  /** What the user leaves out of the conversation's requests; absent: nothing. */
  readonly leftOut?: ReadonlySet<string>
  /** Gets the calls of the turn. */
  readonly runningCalls: Pick<TurnCalls, 'begin' | 'signalOf' | 'addWritten'>
  readonly tasks: ToolStepOptions['tasks']
  readonly changes: ToolStepOptions['changes']
  /** Whether a queued message must be sent next. Then the turn ends once the calls of its step are done. */
  readonly givesWay: () => boolean
  readonly now: () => number
  readonly newId: () => string
  readonly log: Logger
}
