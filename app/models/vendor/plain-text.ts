/** A service's own message without what its program adds around it. Pure. */

/** Class names before the message, as Python prints an error: `litellm.RateLimitError: OpenAIException - `. */
const classNames = /^(?:[\w.]*(?:Error|Exception)\s*(?::|-)\s+)+(?=\S)/u

/** What litellm's proxy adds about its own settings. */
const routing =
  /(?:\s+LiteLLM: model group '[^']*' failed with the error above\.| Received Model Group=).*$/su

export function toPlainText(text: string): string {
  return text.replace(routing, '').replace(classNames, '')
}
