/** Decides what the page of a view may use: by permanent answers, or by asking the user. */
import type { ViewSubject } from '../../contract/consent/view-access'
import type { AnswerOf } from '../../contract/questions/questions'
import type { Approvals } from '../interface'
import type { AskAbout } from '../questions/questions'
import type { ConsentStore } from '../store/consent-store'

export interface ViewApprovalOptions {
  readonly store: Pick<ConsentStore, 'viewAccess' | 'trust'>
  readonly askAbout: AskAbout
  readonly now: () => number
}

export type ViewApproval = Pick<Approvals, 'decideViewHosts' | 'decideViewPermission' | 'forgetViewAccess'>

export function createViewApproval({ store, askAbout, now }: ViewApprovalOptions): ViewApproval {
  const { viewAccess, trust } = store
  const readFingerprint = (serverName: string) => trust.of(serverName)?.fingerprint ?? null
  const read = (serverName: string, subject: ViewSubject): boolean | null =>
    viewAccess.read({ serverName, subject }, readFingerprint(serverName))
  const keep = async (
    serverName: string,
    subjects: readonly ViewSubject[],
    decision: AnswerOf<'view-hosts'>['decision']
  ): Promise<void> => {
    if (decision !== 'allow-always' && decision !== 'never') return
    const answer = {
      serverName,
      serverFingerprint: readFingerprint(serverName),
      isAllowed: decision === 'allow-always',
      createdAt: now()
    }
    await viewAccess.add(subjects.map((subject) => ({ ...answer, subject })))
  }
  return {
    decideViewHosts: async (request, signal) => {
      const { serverName } = request
      const readHost = (host: string) => read(serverName, { type: 'host', host })
      const allowed = request.hosts.filter(({ host }) => readHost(host) === true).map(({ host }) => host)
      const asked = request.hosts.filter(({ host }) => readHost(host) === null)
      if (asked.length === 0) return { type: 'decided', allowed, answer: null }
      const answer = await askAbout('view-hosts')({ ...request, hosts: asked }, signal)
      if (answer.type === 'withdrawn') return answer
      const hosts = asked.map(({ host }) => host)
      const subjects = hosts.map((host) => ({ type: 'host' as const, host }))
      await keep(serverName, subjects, answer.type)
      return {
        type: 'decided',
        allowed: isYes(answer.type) ? [...allowed, ...hosts] : allowed,
        answer: { hosts, decision: answer.type }
      }
    },
    decideViewPermission: async (request, signal) => {
      const { serverName, permission } = request
      const subject = { type: 'permission', permission } as const
      const known = read(serverName, subject)
      if (known !== null) return { type: 'decided', isAllowed: known, decision: null }
      const answer = await askAbout('view-permission')(request, signal)
      if (answer.type === 'withdrawn') return answer
      await keep(serverName, [subject], answer.type)
      return { type: 'decided', isAllowed: isYes(answer.type), decision: answer.type }
    },
    forgetViewAccess: (key) => viewAccess.forget(key)
  }
}

function isYes(decision: AnswerOf<'view-hosts'>['decision']): boolean {
  return decision === 'allow-once' || decision === 'allow-always'
}
