/** Which step of the check of a program failed, read from how the attempt to connect ended. Pure. */
import { say } from '../../texts/said'
import { refusedBy, saidBy } from './said-by'
import type { Failure } from '../../contract/failure'
import type { ServerDefinition } from '../../settings/definition'
import { cameIn, dataOf, isAnswered } from './evidence'
import type { Evidence } from './evidence'
import { edit, Found, openLog, openWalls, raise, retry } from './found'

/** For a command that can't be started: whether it isn't there, or may not run. */
export function commandFault(failure: Failure): Found {
  const why = saidBy(failure)
  if (failure.code === 'SERVER_NOT_CONTAINED') return wallsFault(failure)
  const isFile = /^mcp\.(?:notExecutable|commandNotStarted|batchFile)$/.test(why.text)
  if (isFile) return new Found('file', { why, advice: say('doctor.mendFile'), fixes: [edit, retry] })
  return new Found('command', { why, advice: say('doctor.mendCommand'), fixes: [edit, retry] })
}

/** The system can't hold it, or what is open for it is not what it was: its words say what to type or to change. */
function wallsFault(failure: Failure): Found {
  const advice = say('doctor.mendWalls')
  return new Found('walls', { why: saidBy(failure), advice, fixes: [retry, edit, openWalls] })
}

export function programFault(failure: Failure, evidence: Evidence, definition: ServerDefinition): Found {
  const why = saidBy(failure)
  const { errorOutput, isInstalling, hasOtherRevisions } = dataOf(failure)
  if (failure.code === 'SERVER_COMMAND_NOT_FOUND') return commandFault(failure)
  if (failure.code === 'SERVER_NOT_CONTAINED') return wallsFault(failure)
  if (isInstalling) {
    const fixes = [raise('installTimeoutMs', definition.installTimeoutMs), openLog, retry]
    return new Found('start', { why, advice: say('doctor.mendDownload'), saw: errorOutput, fixes })
  }
  if (hasOtherRevisions)
    return new Found('revision', {
      why,
      advice: say('doctor.mendRevision'),
      saw: cameIn(evidence),
      fixes: [edit]
    })
  if (isAnswered(evidence)) return toolsFault(failure, evidence, definition)
  if (failure.code === 'SERVER_EXITED') {
    const advice = say('doctor.mendStart')
    return new Found('start', { why, advice, saw: errorOutput, fixes: [edit, openLog, retry] })
  }
  return outputFault(failure, evidence, definition)
}

/** It runs, and its first question is not answered. */
function outputFault(failure: Failure, evidence: Evidence, definition: ServerDefinition): Found {
  const { firstOutput, errorOutput } = dataOf(failure)
  const came = cameIn(evidence)
  if (came !== '') {
    const advice = say('doctor.mendProtocol')
    return new Found('protocol', {
      why: refusedBy(failure, evidence),
      advice,
      saw: came,
      fixes: [openLog, retry]
    })
  }
  if (firstOutput !== '')
    return new Found('first-bytes', {
      why: say('doctor.notProtocol'),
      advice: say('doctor.mendNotProtocol'),
      saw: firstOutput,
      fixes: [edit, openLog]
    })
  return new Found('first-bytes', {
    why: saidBy(failure),
    advice: say('doctor.mendSilent'),
    saw: errorOutput,
    fixes: [raise('connectTimeoutMs', definition.connectTimeoutMs), edit, openLog]
  })
}

export function toolsFault(failure: Failure, evidence: Evidence, definition: ServerDefinition): Found {
  const { errorOutput } = dataOf(failure)
  const saw = errorOutput === '' ? cameIn(evidence) : errorOutput
  const slow = failure.code === 'SERVER_START_TIMEOUT'
  const fixes = slow ? [raise('connectTimeoutMs', definition.connectTimeoutMs)] : []
  const advice = say('doctor.mendTools')
  return new Found('tools', { why: saidBy(failure), advice, saw, fixes: [...fixes, openLog, retry] })
}
