/** Finds the failed step of checking a program in the result of the attempt to connect. Pure. */
import { say } from '../../texts/render-localized'
import { refusedBy, quoteServer } from './quote-server'
import type { Failure } from '../../contract/failure'
import type { ServerDefinition } from '../../settings/definition'
import { cameIn, readFailureData, isAnswered } from './evidence'
import type { Evidence } from './evidence'
import { editEntry, Finding, showLog, openSandboxRemedy, raise, tryAgain } from './finding'

/** For a command that can't start: whether it is missing or not executable. */
export function commandFault(failure: Failure): Finding {
  const why = quoteServer(failure)
  if (failure.code === 'SERVER_NOT_CONTAINED') return sandboxFault(failure)
  const isFile = /^mcp\.(?:notExecutable|commandNotStarted|batchFile)$/.test(why.text)
  if (isFile)
    return new Finding('file', { why, advice: say('doctor.mendFile'), fixes: [editEntry, tryAgain] })
  return new Finding('command', { why, advice: say('doctor.mendCommand'), fixes: [editEntry, tryAgain] })
}

/** There is no sandbox on this system, or an allowed path has changed. The failure's text says what to do. */
function sandboxFault(failure: Failure): Finding {
  const advice = say('doctor.mendWalls')
  return new Finding('walls', {
    why: quoteServer(failure),
    advice,
    fixes: [tryAgain, editEntry, openSandboxRemedy]
  })
}

export function programFault(failure: Failure, evidence: Evidence, definition: ServerDefinition): Finding {
  const why = quoteServer(failure)
  const { errorOutput, isInstalling, hasOtherRevisions } = readFailureData(failure)
  if (failure.code === 'SERVER_COMMAND_NOT_FOUND') return commandFault(failure)
  if (failure.code === 'SERVER_NOT_CONTAINED') return sandboxFault(failure)
  if (isInstalling) {
    const fixes = [raise('installTimeoutMs', definition.installTimeoutMs), showLog, tryAgain]
    return new Finding('start', { why, advice: say('doctor.mendDownload'), saw: errorOutput, fixes })
  }
  if (hasOtherRevisions)
    return new Finding('revision', {
      why,
      advice: say('doctor.mendRevision'),
      saw: cameIn(evidence),
      fixes: [editEntry]
    })
  if (isAnswered(evidence)) return toolsFault(failure, evidence, definition)
  if (failure.code === 'SERVER_EXITED') {
    const advice = say('doctor.mendStart')
    return new Finding('start', { why, advice, saw: errorOutput, fixes: [editEntry, showLog, tryAgain] })
  }
  return outputFault(failure, evidence, definition)
}

/** The program runs, but doesn't answer the first request. */
function outputFault(failure: Failure, evidence: Evidence, definition: ServerDefinition): Finding {
  const { firstOutput, errorOutput } = readFailureData(failure)
  const came = cameIn(evidence)
  if (came !== '') {
    const advice = say('doctor.mendProtocol')
    return new Finding('protocol', {
      why: refusedBy(failure, evidence),
      advice,
      saw: came,
      fixes: [showLog, tryAgain]
    })
  }
  if (firstOutput !== '')
    return new Finding('first-bytes', {
      why: say('doctor.notProtocol'),
      advice: say('doctor.mendNotProtocol'),
      saw: firstOutput,
      fixes: [editEntry, showLog]
    })
  return new Finding('first-bytes', {
    why: quoteServer(failure),
    advice: say('doctor.mendSilent'),
    saw: errorOutput,
    fixes: [raise('connectTimeoutMs', definition.connectTimeoutMs), editEntry, showLog]
  })
}

export function toolsFault(failure: Failure, evidence: Evidence, definition: ServerDefinition): Finding {
  const { errorOutput } = readFailureData(failure)
  const saw = errorOutput === '' ? cameIn(evidence) : errorOutput
  const slow = failure.code === 'SERVER_START_TIMEOUT'
  const fixes = slow ? [raise('connectTimeoutMs', definition.connectTimeoutMs)] : []
  const advice = say('doctor.mendTools')
  return new Finding('tools', {
    why: quoteServer(failure),
    advice,
    saw,
    fixes: [...fixes, showLog, tryAgain]
  })
}
