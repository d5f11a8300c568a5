/** Questions about trust in a server: what an answer means, and which trust spares the question. */
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { limitKeys } from '../../contract/choices/sandbox-limits'
import { isRuleWithin, readHostRule } from '../../net/hostname-rules'
import { ownerOfServer } from '../../net/destination'
import type { LeftPermissions } from '../../contract/server-trust'
import type { ServerAct } from '../../contract/server-act'
import { say } from '../../texts/render-localized'
import { invalidAnswer, type TakeAnswer } from './answer-context'
import { inspectCandidate } from './inspect-candidate'
import type { Waiting } from './questions'
import type { ConsentStore } from '../store/consent-store'

export const takeServerTrustAnswer: TakeAnswer<'server-trust'> = async (
  waiting,
  { decision, left },
  context
) => {
  const { log, now, remembered, settleCovered } = context
  const { serverName, act, proposedHosts = [] } = waiting.question
  log.info('server trust answered', { serverName, decision })
  if (decision === 'keep-stopped') return waiting.settle('kept-stopped')
  const { candidate, shown, narrowing } = waiting.basis
  // A yes to what was shown is no yes to what would have to be shown by now.
  const { findings, kept } = inspectCandidate(remembered, serverName, candidate)
  if (!isDeepStrictEqual(findings, shown)) return waiting.settle('superseded')
  if (left !== undefined && takesSomething(left, act)) {
    const narrowed = isWithin(left, act, proposedHosts) ? narrowing?.candidate(left) : undefined
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
const extras = ['listens', 'installScripts'] as const

/** Less than asked for, whatever it is that was taken away or narrowed; of hosts also those that were proposed. */
function isWithin(
  { containment, withoutVariables }: LeftPermissions,
  act: ServerAct,
  proposedHosts: readonly string[]
): boolean {
  const areNamed = withoutVariables.every((name) => act.environmentNames.includes(name))
  if (containment === undefined) return areNamed && act.containment === undefined
  const shown = act.containment
  if (shown === undefined || !areNamed) return false
  if (!limitKeys.every((key) => containment[key] === shown[key])) return false
  if (containment.installScripts === true && shown.installScripts !== true) return false
  if (!(containment.listens ?? []).every((port) => shown.listens?.includes(port) === true)) return false
  const { read, write, hosts } = containment
  return (
    read.every((place) => isInside(place, [...shown.read, ...shown.write])) &&
    write.every((place) => isInside(place, shown.write)) &&
    hosts.every((line) => proposedHosts.includes(line) || isLineWithin(line, shown.hosts)) &&
    isMaskedWithin(containment.masked ?? {}, { act, masked: shown.masked ?? {}, withoutVariables })
  )
}

function isInside(place: string, shown: readonly string[]): boolean {
  if (shown.includes(place)) return true
  // As it is written: what leads elsewhere is refused at the start.
  return (
    path.resolve(place) === place && shown.some((outer) => place.startsWith(`${outer.replace(/\/$/, '')}/`))
  )
}

function isLineWithin(line: string, shown: readonly string[]): boolean {
  if (shown.includes(line)) return true
  const rule = readHostRule(line)
  return (
    rule !== null &&
    isRuleWithin(
      rule,
      shown.flatMap((each) => readHostRule(each) ?? [])
    )
  )
}

interface AskedMasks {
  readonly act: ServerAct
  readonly masked: Readonly<Record<string, readonly string[]>>
  readonly withoutVariables: readonly string[]
}

/** What is only used must not come to be held; what was to be held may be used only. */
function isMaskedWithin(
  left: Readonly<Record<string, readonly string[]>>,
  { act, masked, withoutVariables }: AskedMasks
): boolean {
  const isStillMasked = Object.keys(masked).every(
    (name) => withoutVariables.includes(name) || Object.hasOwn(left, name)
  )
  return (
    isStillMasked &&
    Object.entries(left).every(([name, hosts]) => {
      if (hosts.length === 0 || withoutVariables.includes(name)) return false
      const shown = masked[name]
      if (shown !== undefined) return hosts.every((host) => shown.includes(host))
      return (
        act.environmentNames.includes(name) && hosts.every((host) => readHostRule(host)?.isBelow === false)
      )
    })
  )
}

function takesSomething({ containment, withoutVariables }: LeftPermissions, act: ServerAct): boolean {
  if (withoutVariables.length > 0 || (containment === undefined) !== (act.containment === undefined))
    return true
  if (!isDeepStrictEqual(containment?.masked, act.containment?.masked)) return true
  return [...lists, ...limitKeys, ...extras].some(
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
  const { isTrusted, findings } = inspectCandidate(remembered, question.serverName, basis.candidate)
  if (isTrusted) return waiting.settle('trusted')
  if (isRead || isDeepStrictEqual(findings, basis.shown)) return
  waiting.revise(basis.word(findings), { ...basis, shown: findings })
}
