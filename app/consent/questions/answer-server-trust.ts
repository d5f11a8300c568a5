/** Interprets answers to questions about trust in a server, and decides which trust covers other questions. */
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { limitKeys } from '../../contract/consent/sandbox-limits'
import { isRuleWithin, readHostRule } from '../../net/hostname-rules'
import { toServerOwner } from '../../net/destination'
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
  if (decision === 'keep-stopped') return waiting.settle({ type: 'kept-stopped' })
  const { candidate, shown, narrowing } = waiting.basis
  // An approval of an outdated question doesn't cover the current one.
  const { findings, kept } = inspectCandidate(remembered, serverName, candidate)
  if (!isDeepStrictEqual(findings, shown)) return waiting.settle({ type: 'superseded' })
  if (left !== undefined && takesSomething(left, act)) {
    const narrowed = isWithin(left, act, proposedHosts) ? narrowing?.candidate(left) : undefined
    if (narrowed === undefined) throw invalidAnswer(say('consent.moreThanAsked'))
    if (narrowed === null) return waiting.settle({ type: 'superseded' })
    await remembered.trust.add({
      serverName,
      fingerprint: narrowed.fingerprint,
      act: narrowed.act,
      createdAt: now()
    })
    await remembered.destinations.bind(narrowed.secrets, toServerOwner(serverName, act.url))
    // The entry changes, so this question is withdrawn, and the server starts as the user approved it.
    return await narrowing?.write(left)
  }
  const { fingerprint, secrets } = candidate
  const saved = [
    remembered.trust.add({ serverName, fingerprint, act: kept, createdAt: now() }),
    remembered.destinations.bind(secrets, toServerOwner(serverName, act.url))
  ]
  settleCovered(waiting)
  waiting.settle({ type: 'trusted' })
  await Promise.all(saved)
}

const lists = ['read', 'write', 'hosts'] as const
const extras = ['listens', 'installScripts'] as const

/** Whether it is less than asked for, no matter what was removed or narrowed. Suggested hosts also count. */
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
  // Compared as written. Paths that resolve to another folder are refused at the start.
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

/** A secret that is only used can't become one that the server gets. The reverse is allowed. */
function isMaskedWithin(
  remaining: Readonly<Record<string, readonly string[]>>,
  { act, masked, withoutVariables }: AskedMasks
): boolean {
  const isStillMasked = Object.keys(masked).every(
    (name) => withoutVariables.includes(name) || Object.hasOwn(remaining, name)
  )
  return (
    isStillMasked &&
    Object.entries(remaining).every(([name, hosts]) => {
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

/** Settles a question that is no longer needed. One that hasn't been shown yet is updated. */
export function settleCoveredTrust(
  waiting: Waiting<'server-trust'>,
  remembered: ConsentStore,
  isRead: boolean
): void {
  const { question, basis } = waiting
  const { isTrusted, findings } = inspectCandidate(remembered, question.serverName, basis.candidate)
  if (isTrusted) return waiting.settle({ type: 'trusted' })
  if (isRead || isDeepStrictEqual(findings, basis.shown)) return
  waiting.revise(basis.word(findings), { ...basis, shown: findings })
}
