/** Questions about trust in a server: what an answer means, and which trust spares the question. */
import { isDeepStrictEqual } from 'node:util'
import { limitKeys } from '../../contract/choices/containment-limits'
import { ownerOfServer } from '../../net/destination'
import type { LeftPermissions } from '../../contract/server-trust'
import type { ServerAct } from '../../contract/server-act'
import { say } from '../../texts/said'
import { invalidAnswer, type TakeAnswer } from './answer-context'
import { lookAtTrust } from './look-at-trust'
import type { Waiting } from './questions'
import type { ConsentStore } from '../store/consent-store'

export const takeServerTrustAnswer: TakeAnswer<'server-trust'> = async (
  waiting,
  { decision, left },
  context
) => {
  const { log, now, remembered, settleCovered } = context
  const { serverName, act } = waiting.question
  log.info('server trust answered', { serverName, decision })
  if (decision === 'keep-stopped') return waiting.settle('kept-stopped')
  const { candidate, shown, narrowing } = waiting.basis
  // A yes to what was shown is no yes to what would have to be shown by now.
  const { findings, kept } = lookAtTrust(remembered, serverName, candidate)
  if (!isDeepStrictEqual(findings, shown)) return waiting.settle('superseded')
  if (left !== undefined && takesSomething(left, act)) {
    const narrowed = isWithin(left, act) ? narrowing?.candidate(left) : undefined
    if (narrowed === undefined) throw invalidAnswer(say('consent.moreThanAsked'))
    if (narrowed === null) return waiting.settle('superseded')
    await remembered.trust.add({
      serverName,
      fingerprint: narrowed.fingerprint,
      act: narrowed.act,
      createdAt: now()
    })
    await remembered.destinations.bind(narrowed.secrets, ownerOfServer(serverName, act.url))
    // Another entry: what was asked about is withdrawn with it, and it starts as what the yes was given to.
    return await narrowing?.write(left)
  }
  const { fingerprint, secrets } = candidate
  const saved = [
    remembered.trust.add({ serverName, fingerprint, act: kept, createdAt: now() }),
    remembered.destinations.bind(secrets, ownerOfServer(serverName, act.url))
  ]
  settleCovered(waiting)
  waiting.settle('trusted')
  await Promise.all(saved)
}

const lists = ['read', 'write', 'hosts'] as const

function isWithin({ containment, withoutVariables }: LeftPermissions, act: ServerAct): boolean {
  const areNamed = withoutVariables.every((name) => act.environmentNames.includes(name))
  if (containment === undefined) return areNamed && act.containment === undefined
  const shown = act.containment
  if (shown === undefined) return false
  const masked = Object.entries(shown.masked ?? {}).filter(([name]) => !withoutVariables.includes(name))
  // Less than asked for would be to hold what is only used.
  if (!isDeepStrictEqual(containment.masked ?? {}, Object.fromEntries(masked))) return false
  if (!limitKeys.every((key) => containment[key] === shown[key])) return false
  return areNamed && lists.every((key) => containment[key].every((each) => shown[key].includes(each)))
}

function takesSomething({ containment, withoutVariables }: LeftPermissions, act: ServerAct): boolean {
  if (withoutVariables.length > 0 || (containment === undefined) !== (act.containment === undefined))
    return true
  if (!isDeepStrictEqual(containment?.masked, act.containment?.masked)) return true
  return [...lists, ...limitKeys].some(
    (key) => !isDeepStrictEqual(containment?.[key], act.containment?.[key])
  )
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
