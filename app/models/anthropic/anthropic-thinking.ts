/**
 * Thinking parameters for models of Anthropic. Up to generation 4.5 they take a number of tokens; later ones take an
 * effort level and decide themselves; from generation 5 on they think unless it is turned off. Pure.
 */
import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages'
import type { ThinkingLevel } from '../../contract/limits'
import { thinkingLevels as allLevels } from '../../contract/limits'
import type { ModelRequest } from '../model'
import { parseModelVersion } from './model-version'

type Parameters = Pick<MessageCreateParamsStreaming, 'thinking' | 'output_config' | 'max_tokens'>

/** Tokens for thinking only. */
const budgets = { low: 2_048, medium: 8_192, high: 20_480 } as const

/** `model`: the provider's own id. */
export function listAnthropicThinkingLevels(model: string): readonly ThinkingLevel[] {
  return getForm(model) === 'none' ? [] : allLevels
}

/**
 * Thinking tokens count as part of the answer: where their number is set, the answer's own limit is added, up to
 * `mostTokens`. `showsByItself`: requests thinking that is on by default to be shown, which services that imitate the
 * API may reject.
 */
export function toThinking(
  { model, thinking, toolChoice, maxOutputTokens }: ModelRequest,
  { mostTokens, showsByItself }: { readonly mostTokens: number; readonly showsByItself: boolean }
): Parameters {
  const plain = { max_tokens: maxOutputTokens }
  const form = getForm(model)
  // The API rejects thinking together with a forced call.
  if (thinking === undefined || form === 'none' || toolChoice === 'required') return plain
  const shown = { type: 'adaptive', display: 'summarized' } as const
  if (thinking === 'usual') return form === 'always' && showsByItself ? { ...plain, thinking: shown } : plain
  if (thinking === 'off') return form === 'always' ? { ...plain, thinking: { type: 'disabled' } } : plain
  if (form !== 'budget') return { ...plain, thinking: shown, output_config: { effort: thinking } }
  const most = Math.max(mostTokens, maxOutputTokens)
  const total = Math.min(maxOutputTokens + budgets[thinking], most)
  const budget = Math.min(budgets[thinking], Math.floor(total / 2))
  if (budget < 1_024) return plain
  return { max_tokens: total, thinking: { type: 'enabled', budget_tokens: budget } }
}

function getForm(model: string): 'none' | 'budget' | 'adaptive' | 'always' {
  const [major, minor] = parseModelVersion(model) ?? [0, 0]
  if (major >= 5) return 'always'
  if (major === 4) return minor >= 6 ? 'adaptive' : 'budget'
  return major === 3 && minor >= 7 ? 'budget' : 'none'
}
