/** The settings of a conversation or an assistant as typed in the form, and their parsed values. */
import type { ConversationChoices } from '../../../app/contract/conversation/choices'
import { choices as texts } from '../../../app/texts/compiled/window/choices'

export interface TypedChoices {
  readonly isOwnPrompt: boolean
  readonly systemPrompt: string
  readonly offServers: readonly string[]
  readonly offTools: NonNullable<ConversationChoices['offTools']>
  /** '' in this and those below: the default. */
  readonly thinking: ConversationChoices['thinking'] | ''
  readonly scripts: 'on' | 'off' | ''
  readonly temperature: string
  readonly tokens: string
  readonly steps: string
}

const most = { tokens: 1_000_000, steps: 1_000, temperature: 2 }

export function toTypedChoices(choices: ConversationChoices): TypedChoices {
  const { systemPrompt, offServers = [], offTools = [], thinking = '', codeMode } = choices
  return {
    isOwnPrompt: systemPrompt !== undefined,
    systemPrompt: systemPrompt ?? '',
    offServers,
    offTools,
    thinking,
    scripts: codeMode === undefined ? '' : codeMode ? 'on' : 'off',
    temperature: words(choices.temperature),
    tokens: words(choices.maxOutputTokens),
    steps: words(choices.maxToolSteps)
  }
}

/** Requires input without problems. */
export function fromTypedChoices(typed: TypedChoices): ConversationChoices {
  const { isOwnPrompt, systemPrompt, offServers, offTools, thinking } = typed
  return {
    ...(isOwnPrompt && { systemPrompt }),
    ...(offServers.length > 0 && { offServers: [...offServers] }),
    ...(offTools.length > 0 && { offTools: [...offTools] }),
    ...(thinking !== '' && thinking !== undefined && { thinking }),
    ...(typed.scripts !== '' && { codeMode: typed.scripts === 'on' }),
    ...(!isBlank(typed.temperature) && { temperature: toNumber(typed.temperature) }),
    ...(!isBlank(typed.tokens) && { maxOutputTokens: Number(typed.tokens) }),
    ...(!isBlank(typed.steps) && { maxToolSteps: Number(typed.steps) })
  }
}

export function findTypedProblems({ temperature, tokens, steps }: TypedChoices) {
  return {
    temperature: isBlank(temperature) || isTemperature(temperature) ? null : texts.giveTemperature(),
    tokens: isWhole(tokens, most.tokens) ? null : texts.giveNumber({ most: most.tokens }),
    steps: isWhole(steps, most.steps) ? null : texts.giveNumber({ most: most.steps })
  }
}

export function hasProblem(typed: TypedChoices): boolean {
  return Object.values(findTypedProblems(typed)).some((problem) => problem !== null)
}

function words(amount: number | undefined): string {
  return amount === undefined ? '' : String(amount)
}

const isBlank = (text: string) => text.trim() === ''

function isWhole(text: string, highest: number): boolean {
  if (isBlank(text)) return true
  return Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= highest
}

function isTemperature(text: string): boolean {
  return toNumber(text) >= 0 && toNumber(text) <= most.temperature
}

/** With a point or, as in many languages, a comma. */
function toNumber(text: string): number {
  return Number(text.replace(',', '.'))
}
