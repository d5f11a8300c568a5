/** `conformance SERVER`: the official suite against a server. npx runs it, after a question that names it. */
import path from 'node:path'
import { HostError } from '../../../app/base/host-error'
import { writeWholeFile } from '../../../app/base/write-whole-file'
import type {
  ConformancePlan,
  ConformanceRun,
  ConformanceScenario
} from '../../../app/contract/workbench/conformance'
import { say, toText } from '../../../app/texts/render-localized'
import { countScenarios } from '../../../app/contract/workbench/count-scenarios'
import { toTestResults } from '../../../app/workbench/conformance/to-test-results'
import { writeJunit } from '../../../app/workbench/tests/write-junit'
import { exitCodes } from '../request/exit-codes'
import { terminalBlock, terminalLine } from '../terminal/terminal-text'
import type { CommandLineCommand } from './command'
import { withServer } from './with-server'

export const conformanceCommand: CommandLineCommand = async (input) => {
  const { scenario, junit } = input.request.options
  const run = await withServer(input, async ({ handlers }, serverName) => {
    const { plan } = await handlers['conformance.read']({ serverName })
    if (plan.hindrance !== null) throw new HostError('COMMAND_LINE_INVALID', plan.hindrance)
    await input.approve(describePlan(serverName, plan))
    const stop = () => void handlers['conformance.stop']({ serverName })
    input.signal.addEventListener('abort', stop, { once: true })
    const { road, address } = plan
    return await handlers['conformance.run']({ serverName, scenario, road, address })
  })
  if (junit !== null) await writeWholeFile(path.resolve(junit), writeJunit(toTestResults(run), run.startedAt))
  return summarize(run)
}

function describePlan(serverName: string, { suite, road, address }: ConformancePlan): string {
  const server = terminalLine(road === 'process' ? serverName : address)
  const question = toText(say('cli.conformanceQuestion', { suite, server }))
  const addition = {
    direct: null,
    forwarded: say('cli.conformanceForwarded'),
    process: say('cli.conformanceProcesses', { server })
  }[road]
  return addition === null ? question : `${question} ${toText(addition)}`
}

const marks = { passed: '✓', failed: '✗', skipped: '·', warning: '!' } as const

function summarize({ suite, scenarios, failure }: ConformanceRun) {
  const counts = countScenarios(scenarios)
  const ok = counts.failed === 0 && failure === null
  return {
    value: { ok, suite, ...counts, scenarios, failure: failure === null ? null : toText(failure) },
    text: [
      ...scenarios.map(describeScenario),
      `${toText(say('cli.conformanceCount', counts))}\n`,
      failure === null ? '' : `${terminalLine(toText(failure))}\n`
    ].join(''),
    exitCode: ok ? exitCodes.ok : exitCodes.failed
  }
}

function describeScenario({ scenario, state, isBridge, checks }: ConformanceScenario): string {
  const wrong = checks.filter((check) => check.state === 'failed' || check.state === 'warning')
  const note = isBridge ? ` (${toText(say('cli.conformanceBridge'))})` : ''
  return [
    `${marks[state]} ${terminalLine(scenario)}${note}`,
    ...wrong.flatMap(({ state: found, description, message, sections }) => [
      `  ${marks[found]} ${terminalLine(description)}`,
      ...(message === null ? [] : [terminalBlock(message)]),
      ...sections.map((section) => `    ${terminalLine(section)}`)
    ])
  ]
    .map((line) => `${line}\n`)
    .join('')
}
