/** Questions about trust in a server: what an answer means, and which trust spares the question. */
import { isDeepStrictEqual } from 'node:util'
import { ownerOfServer } from '../../net/destination'
import type { TakeAnswer } from './answer-context'
import { lookAtTrust } from './look-at-trust'
import type { Waiting } from './questions'
import type { ConsentStore } from '../store/consent-store'

export const takeServerTrustAnswer: TakeAnswer<'server-trust'> = async (waiting, { decision }, context) => {
  const { log, now, remembered, settleCovered } = context
  const { serverName, act } = waiting.question
  log.info('server trust answered', { serverName, decision })
  if (decision === 'keep-stopped') return waiting.settle('kept-stopped')
  const { candidate, shown } = waiting.basis
  // A yes to what was shown is no yes to what would have to be shown by now.
  const { findings, kept } = lookAtTrust(remembered, serverName, candidate)
  if (!isDeepStrictEqual(findings, shown)) return waiting.settle('superseded')
  const { fingerprint, secrets } = candidate
  const saved = [
    remembered.trust.add({ serverName, fingerprint, act: kept, createdAt: now() }),
    remembered.destinations.bind(secrets, ownerOfServer(serverName, act.url))
  ]
  settleCovered(waiting)
  waiting.settle('trusted')
  await Promise.all(saved)
}

/** Settles a question that would not be asked by now; one that nobody has read yet says what it has to say by now. */
export function settleCoveredTrust(
  waiting: Waiting<'server-trust'>,
  remembered: ConsentStore,
  isRead: boolean
): void {
  const { question, basis } = waiting
  const { isTrusted, findings } = lookAtTrust(remembered, question.serverName, basis.candidate)
  if (isTrusted) return waiting.settle('trusted')
  if (isRead || isDeepStrictEqual(findings, basis.shown)) return
  waiting.revise(basis.word(findings), { ...basis, shown: findings })
}
