/** Converts a service's reason for the end of an answer to Parley's own. */

const spellings: Readonly<Record<string, readonly string[]>> = {
  end_turn: [
    'stop',
    'eos',
    'eos_token',
    'stop_token',
    'end',
    'complete',
    'completed',
    'done',
    'finished',
    'normal'
  ],
  max_tokens: ['length', 'max_length', 'max_output_tokens', 'model_length', 'token_limit'],
  tool_use: ['tool_calls', 'tool_call', 'function_call', 'function_calls', 'tools'],
  refusal: [
    ...['content_filter', 'content_filtered', 'safety', 'sensitive', 'recitation'],
    ...['prohibited_content', 'blocklist', 'spii']
  ],
  error: [
    ...[
      'failed',
      'failure',
      'network_error',
      'server_error',
      'internal_error',
      'engine_error',
      'abort',
      'aborted'
    ],
    ...['insufficient_system_resource', 'malformed_function_call']
  ]
}
const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries(spellings).flatMap(([reason, words]) => words.map((word) => [word, reason] as const))
)

/** Unknown values pass unchanged. `error`: the service failed. */
export function describeStopReason(word: string): string {
  const plain = word.trim().toLowerCase().replaceAll('-', '_')
  return reasons.get(plain) ?? plain
}
