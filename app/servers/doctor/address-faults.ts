/** Finds the failed step of checking a URL in the result of the attempt to connect. Pure. */
import { say } from '../../texts/render-localized'
import type { Failure } from '../../contract/failure'
import type { SeenAnswer } from '../../mcp/interface'
import type { ServerDefinition } from '../../settings/definition'
import { cameIn, readFailureData, isAnswered } from './evidence'
import type { Evidence } from './evidence'
import { editEntry, Finding, showLog, raise, tryAgain, signIn } from './finding'
import { toolsFault } from './program-faults'
import { refusedBy, quoteServer } from './quote-server'

export function addressFault(failure: Failure, evidence: Evidence, definition: ServerDefinition): Finding {
  const why = quoteServer(failure)
  const { httpStatus, hasOtherRevisions, answer } = readFailureData(failure)
  const status = httpStatus ?? answer?.status ?? null
  if (failure.code === 'SERVER_NEEDS_SIGN_IN' || status === 401 || status === 403)
    return new Finding('authorization', {
      why,
      advice: say('doctor.mendAuthorization'),
      saw: describeAnswer(answer),
      fixes: [signIn, editEntry]
    })
  const values = why.values ?? {}
  if (hasOtherRevisions || (why.text === 'mcp.httpRefusal' && values['meaning'] === 'revision'))
    return new Finding('revision', {
      why,
      advice: say('doctor.mendRevision'),
      saw: cameIn(evidence) || describeAnswer(answer),
      fixes: [editEntry]
    })
  if (isAnswered(evidence)) return toolsFault(failure, evidence, definition)
  return httpFault(failure, evidence, definition)
}

function httpFault(failure: Failure, evidence: Evidence, definition: ServerDefinition): Finding {
  const why = quoteServer(failure)
  const { answer } = readFailureData(failure)
  const came = cameIn(evidence)
  const saw = describeAnswer(answer)
  if (answer === null)
    return new Finding('http', {
      why,
      advice: say('doctor.mendSilentHttp'),
      fixes: [raise('connectTimeoutMs', definition.connectTimeoutMs), tryAgain, editEntry]
    })
  const isPage = /html|^text\/(?!event-stream)/i.test(answer.contentType ?? '')
  if (isPage && answer.status < 400)
    return new Finding('http', {
      why: say('doctor.page', { status: `${answer.status}`, type: answer.contentType ?? '' }),
      advice: say('doctor.mendPage'),
      saw,
      fixes: [editEntry, tryAgain]
    })
  const isRefused = answer.status < 200 || answer.status >= 300
  if (isRefused && came === '' && !/^\s*\{\s*"(?:jsonrpc|error)"/.test(answer.text)) {
    const advice = say(answer.status >= 500 ? 'doctor.mendTrouble' : 'doctor.mendStatus')
    return new Finding('http', {
      why,
      advice,
      saw,
      fixes: answer.status >= 500 ? [tryAgain, editEntry] : [editEntry, tryAgain]
    })
  }
  const advice = say('doctor.mendDiscovery')
  return new Finding('discovery', {
    why: refusedBy(failure, evidence),
    advice,
    saw: came || saw,
    fixes: [editEntry, showLog, tryAgain]
  })
}

/** The status line, relevant headers, and the start of the body. */
function describeAnswer(answer: SeenAnswer | null): string {
  if (answer === null) return ''
  const { status, contentType, location, text } = answer
  const head = [`HTTP ${status}`, contentType, location === null ? null : `→ ${location}`]
  return [head.filter((part) => part !== null).join(' · '), text].join('\n').trim()
}
