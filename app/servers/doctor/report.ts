/**
 * What the author of a server needs: versions, what failed where, what was said, the log around it, a script that
 * repeats it. In English, as text; secrets are taken out of all of it.
 */
import { cutText } from '../../base/cut-text'
import type { Diagnosis, Fault } from '../../contract/diagnosis/diagnosis'
import type { ServerView } from '../../contract/servers'
import type { BrokenServer, ServerDefinition } from '../../settings/definition'
import { toEnglish } from '../../texts/said'
import { describeAct, hideSecrets } from '../definition'
import type { FindSecrets } from '../definition'
import type { Evidence } from './evidence'
import { repeatScript } from './repeat-script'

const longestMessage = 2_000
const longestReport = 60_000

export interface ReportFacts {
  readonly app: { readonly version: string; readonly electronVersion: string; readonly platform: string }
  readonly findSecrets: FindSecrets
  readonly redact: <T>(value: T) => T
  readonly definition: ServerDefinition | BrokenServer
  readonly view: ServerView
  readonly steps: Diagnosis['steps']
  readonly fault: Fault | null
  /** Null: it did not come to a connection. */
  readonly evidence: Evidence | null
}

export function writeReport(facts: ReportFacts): string {
  const { fault, steps, evidence } = facts
  const parts = [
    `# ${facts.view.name} does not work with Parley`,
    section('Versions', versions(facts)),
    section('Server', serverLines(facts)),
    section('Check', steps.map(({ step, state }) => `- ${step}: ${state}`).join('\n')),
    fault === null ? '' : section('Fault', faultLines(fault)),
    evidence === null ? '' : section('Exchange', fenced(exchange(evidence))),
    evidence === null ? '' : section('Log', fenced(logLines(evidence))),
    'problems' in facts.definition || evidence === null
      ? ''
      : section('To repeat it', scriptOf(facts, facts.definition, evidence))
  ]
  const text = parts.filter((part) => part !== '').join('\n\n')
  return cutText(hideSecrets(facts.redact(text), facts.findSecrets), longestReport)
}

function section(title: string, body: string): string {
  return `## ${title}\n\n${body}`
}

/** A fence that the text can't end. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

function versions({ app, view, evidence }: ReportFacts): string {
  const { info } = evidence ?? { info: null }
  const revision = info?.protocolVersion ?? view.protocolVersion ?? 'none agreed on'
  const capabilities = info?.capabilities ?? view.capabilities
  return [
    `- Parley ${app.version}, Electron ${app.electronVersion}, ${app.platform}`,
    `- Revision: ${revision}`,
    `- Capabilities: ${capabilities.length === 0 ? 'not known' : capabilities.join(', ')}`,
    `- Server: ${[info?.title ?? view.title, info?.version ?? view.version].filter(Boolean).join(' ') || 'says nothing of itself'}`
  ].join('\n')
}

function serverLines({ definition, findSecrets }: ReportFacts): string {
  if ('problems' in definition) return `- ${definition.transport}: ${definition.address}`
  const { command, args, url, environmentNames, headerNames, cwd } = describeAct(definition, findSecrets)
  return [
    `- ${definition.transport}: ${url ?? [command, ...args].join(' ')}`,
    ...(cwd === null ? [] : [`- Folder: ${cwd}`]),
    ...(environmentNames.length === 0 ? [] : [`- Variables: ${environmentNames.join(', ')}`]),
    ...(headerNames.length === 0 ? [] : [`- Headers: ${headerNames.join(', ')}`])
  ].join('\n')
}

function faultLines({ step, why, saw }: Fault): string {
  const said = `Step “${step}”: ${toEnglish(why)}`
  return saw === '' ? said : `${said}\n\n${fenced(saw)}`
}

function exchange({ messages }: Evidence): string {
  const lines = messages.map(
    ({ direction, text }) => `${direction === 'out' ? '→' : '←'} ${cutText(text, longestMessage)}`
  )
  return lines.join('\n') || '(nothing was said)'
}

function logLines({ lines }: Evidence): string {
  return lines
    .map(({ at, source, level, text }) => `${new Date(at).toISOString()} ${source} ${level} ${text}`)
    .join('\n')
}

function scriptOf({ findSecrets }: ReportFacts, definition: ServerDefinition, evidence: Evidence): string {
  return `Save as repeat.mjs, fill in what is left out, run it with Node 20 or newer.\n\n${fenced(repeatScript(definition, evidence, findSecrets))}`
}
