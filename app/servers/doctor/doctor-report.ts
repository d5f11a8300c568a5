/**
 * A report for the author of a server: versions, the failed step, messages, the log around it, and a script that
 * repeats the attempt. In English, as text, without secrets.
 */
import { cutText } from '../../base/cut-text'
import type { Diagnosis, DiagnosisStep, Fault } from '../../contract/servers/diagnosis'
import type { ServerView } from '../../contract/servers'
import type { BrokenServerDefinition, ServerDefinition } from '../../settings/definition'
import { toEnglish } from '../../texts/render-localized'
import { describeAct, hideSecrets } from '../definition'
import type { FindServerSecrets } from '../definition'
import { agreedIn } from './evidence'
import type { Evidence } from './evidence'
import { writeRepeatScript } from './repeat-script'

const longestMessage = 2_000
const longestReport = 60_000
/** Shorter secrets would also match ordinary words. */
const shortestSecret = 4

export interface ReportFacts {
  readonly app: { readonly version: string; readonly electronVersion: string; readonly platform: string }
  readonly findSecrets: FindServerSecrets
  readonly redact: <T>(value: T) => T
  /** Literal values in the entry that are secrets by name or form. */
  readonly plainSecretsOf: (definition: ServerDefinition) => readonly string[]
  readonly definition: ServerDefinition | BrokenServerDefinition
  readonly view: ServerView
  readonly steps: Diagnosis['steps']
  readonly fault: Fault | null
  /** Null if there was no attempt to connect. */
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
    'problems' in facts.definition || (fault !== null && notTried.has(fault.step))
      ? ''
      : section('To repeat it', scriptOf(facts, facts.definition))
  ]
  const text = withoutPlain(parts.filter((part) => part !== '').join('\n\n'), facts)
  return cutText(hideSecrets(facts.redact(text), facts.findSecrets), longestReport)
}

/** Nothing was run or contacted in these, so there is nothing to repeat. */
const notTried: ReadonlySet<DiagnosisStep> = new Set(['entry', 'trust', 'address'])

/** Secrets of the vault are known. Secrets that the user wrote into the entry may appear anywhere in the output. */
function withoutPlain(text: string, { definition, plainSecretsOf }: ReportFacts): string {
  if ('problems' in definition) return text
  const plain = plainSecretsOf(definition).filter((value) => value.length >= shortestSecret)
  const forms = plain.flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value)
  ])
  return forms
    .toSorted((one, other) => other.length - one.length)
    .reduce((remaining, form) => remaining.replaceAll(form, '[secret]'), text)
}

function section(title: string, body: string): string {
  return `## ${title}\n\n${body}`
}

/** A code fence that the text can't close. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

function versions({ app, view, evidence }: ReportFacts): string {
  const { info } = evidence ?? { info: null }
  const agreed = evidence === null ? null : agreedIn(evidence)
  const revision = info?.protocolVersion ?? agreed?.revision ?? view.protocolVersion ?? 'none agreed on'
  const capabilities = info?.capabilities ?? agreed?.capabilities ?? view.capabilities
  const ofServer = [info?.title ?? view.title, info?.version ?? view.version].filter(Boolean).join(' ')
  const server = info === null && agreed !== null ? agreed.server : ofServer
  return [
    `- Parley ${app.version}, Electron ${app.electronVersion}, ${app.platform}`,
    `- Revision: ${revision}`,
    `- Capabilities: ${capabilities.length === 0 ? 'not known' : capabilities.join(', ')}`,
    `- Server: ${server || 'says nothing about itself'}`
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
  const text = `Step “${step}”: ${toEnglish(why)}`
  return saw === '' ? text : `${text}\n\n${fenced(saw)}`
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

function scriptOf({ findSecrets, evidence }: ReportFacts, definition: ServerDefinition): string {
  const script = writeRepeatScript(definition, evidence?.messages ?? [], findSecrets)
  return `Save as repeat.mjs, fill in what is left out, run it with Node 20 or newer.\n\n${fenced(script)}`
}
