/** **Help** → **Check for updates…**: each step waits for an answer. */
import type { LocalizedText } from '../../app/contract/localized-text'
import { quote, say } from '../../app/texts/render-localized'
import type { UpdateFeed } from './feed'
import { UnsignedFeedError } from './signed-provider'

export interface OfferOptions {
  /** Loaded once it is needed. */
  readonly feed: () => Promise<UpdateFeed>
  /** Why this computer's policy forbids updates; null if it doesn't. */
  readonly refusal: () => Promise<LocalizedText | null>
  readonly ask: (text: LocalizedText, yes: LocalizedText) => Promise<boolean>
  readonly tell: (text: LocalizedText) => Promise<void>
}

export async function offerUpdate(options: OfferOptions): Promise<void> {
  try {
    await takeSteps(options)
  } catch (error) {
    await options.tell(describeFailure(error))
  }
}

async function takeSteps({ feed, refusal, ask, tell }: OfferOptions): Promise<void> {
  const forbidden = await refusal()
  if (forbidden !== null) return await tell(forbidden)
  const opened = await feed()
  const version = await opened.check()
  if (version === null) return await tell(say('updates.none'))
  if (!(await ask(say('updates.found', { version }), say('updates.download')))) return
  await opened.download()
  if (!(await ask(say('updates.ready', { version }), say('updates.install')))) return
  // It may have changed since.
  const forbiddenNow = await refusal()
  if (forbiddenNow !== null) return await tell(forbiddenNow)
  opened.install()
}

function describeFailure(error: unknown): LocalizedText {
  if (error instanceof UnsignedFeedError) return say('updates.unsigned')
  return say('updates.failed', { reason: quote(error instanceof Error ? error.message : String(error)) })
}
