/** The app with a model of the bench. */

/** Key and address are those of the environment, so nobody is asked whether the model may be sent to. */
export function withModel(env, { baseUrl }) {
  return { ...env, ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: baseUrl }
}

export function settingsFor({ baseUrl }) {
  const anthropic = { type: 'anthropic', baseUrl, apiKey: '${env:ANTHROPIC_API_KEY}' }
  return { models: { default: 'anthropic/claude-sonnet-5-5', providers: { anthropic } } }
}
