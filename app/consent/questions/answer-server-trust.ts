/** Questions about trust in a server: what an answer means, and which trust spares the question. */
import type { TakeAnswer } from './answer-context'
import { judgeTrust } from './judge-trust'
import type { Waiting } from './questions'
import type { ConsentStore } from '../store/consent-store'

export const takeServerTrustAnswer: TakeAnswer<'server-trust'> = async (waiting, { decision }, context) => {
  const { log, now, remembered, settleCovered } = context
  const { serverName, act } = waiting.question
  log.info('server trust answered', { serverName, decision })
  if (decision === 'keep-stopped') return waiting.settle('kept-stopped')
  const fingerprint = waiting.hash ?? ''
  const saved = remembered.trust.add({ serverName, fingerprint, act, createdAt: now() })
  settleCovered(waiting)
  waiting.settle('trusted')
  await saved
}

/** Settles a question about exactly what is trusted by now. */
export function settleCoveredTrust(waiting: Waiting<'server-trust'>, remembered: ConsentStore): void {
  const { serverName, act } = waiting.question
  const verdict = judgeTrust(remembered.trust.of(serverName), { fingerprint: waiting.hash ?? '', act })
  if (verdict.type === 'trusted') waiting.settle('trusted')
}
