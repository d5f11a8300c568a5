/** Requests of servers as a terminal shows them, in full. Text of others is set apart. */
import type {
  ElicitationQuestion,
  SamplingAnswerQuestion,
  SamplingQuestion,
  DestinationQuestion
} from '../../../app/contract/questions/questions'
import type { SamplingContent } from '../../../app/contract/requests'
import type { LocalizedText } from '../../../app/contract/localized-text'
import { say, toText } from '../../../app/texts/render-localized'
import { terminalBlock, terminalJson, terminalLine } from '../terminal/terminal-text'
import type { FormField } from './form-fields'

export function describeForm({ serverName, message, refusal }: ElicitationQuestion): string {
  return paragraphs([
    toText(say('cli.asksInput', { server: terminalLine(serverName) })),
    terminalBlock(message),
    refusal === null ? null : `! ${words(refusal)}`
  ])
}

export function describeFormField({
  title,
  name,
  description,
  isRequired,
  kind,
  choices,
  usual
}: FormField): string {
  const how = toText(say('cli.fieldHow', { kind }))
  const optional = isRequired || usual !== undefined ? [] : [toText(say('cli.fieldOptional'))]
  const about = [title === name ? '' : name, description].filter((text) => text !== '')
  const lines = [
    terminalBlock(terminalLine(title)),
    ...about.map((text) => terminalBlock(text)),
    ...choices.map(({ label, value }, at) => {
      const own = label === value ? '' : ` (${value})`
      return terminalBlock(`${at + 1}. ${terminalLine(label + own)}`)
    }),
    usual === undefined
      ? null
      : toText(say('cli.fieldUsual', { value: terminalLine(JSON.stringify(usual)) })),
    `${[how, ...optional].join(' ')}: `
  ]
  return `\n${lines.filter((line) => line !== null).join('\n')}`
}

export function describeSampling({
  serverName,
  request,
  model,
  modelReason,
  note
}: SamplingQuestion): string {
  const { messages, systemPrompt, tools, maxTokens, temperature, stopSequences, metadata } = request
  const others = { maxTokens, temperature, stopSequences, ...(metadata == null ? {} : { metadata }) }
  return paragraphs([
    toText(say('cli.asksModel', { server: terminalLine(serverName), model: terminalLine(model) })),
    words(modelReason),
    note === undefined ? null : `! ${words(note)}`,
    systemPrompt === null ? null : `system:\n${terminalBlock(systemPrompt)}`,
    ...messages.map(({ role, content }) => `${role}:\n${contents(content)}`),
    tools.length === 0 ? null : `tools:\n${terminalBlock(terminalJson(tools))}`,
    terminalBlock(terminalJson(others))
  ])
}

export function describeWritten({ serverName, content, model }: SamplingAnswerQuestion): string {
  return paragraphs([
    toText(say('cli.modelAnswered', { server: terminalLine(serverName), model: terminalLine(model) })),
    contents(content)
  ])
}

export function describeDestinationQuestion({ host, act, previous, warnings }: DestinationQuestion): string {
  return paragraphs([
    toText(
      say('cli.asksDestination', { kind: act.kind, host: terminalLine(host), name: terminalLine(act.name) })
    ),
    terminalBlock(act.address),
    ...act.values.map(({ header, form }) =>
      terminalBlock(terminalLine(header === null ? form : `${header}: ${form}`))
    ),
    previous === null ? null : `${toText(say('cli.destinationBefore'))}\n${terminalBlock(previous.address)}`,
    ...warnings.map((warning) => `${warning.level === 'danger' ? '!' : '-'} ${words(warning)}`)
  ])
}

function contents(content: readonly SamplingContent[]): string {
  return content
    .map((block) => terminalBlock(block.type === 'text' ? block.text : terminalJson(block)))
    .join('\n')
}

/** Parley's own text, which may contain names that others chose. */
function words(text: LocalizedText): string {
  return terminalLine(toText(text))
}

function paragraphs(parts: readonly (string | null)[]): string {
  return `\n${parts.filter((part) => part !== null).join('\n')}\n`
}
