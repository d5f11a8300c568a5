/** Messages as they are shown, without secrets. Filters read them, so that no filter can find out a secret. */
import { SecretRegistry } from '../../base/logger'
import type { KeptMessage } from './kept-message'
import type { FilteredMessage } from './message-filter'
import { redactMessage, redactText } from './redact-message'

export class ShownMessages {
  readonly secrets: readonly string[]
  readonly #known = new SecretRegistry()
  /** Characters of the messages that were searched for secrets by their form, which takes long. */
  characters = 0

  constructor(secrets: readonly string[]) {
    this.secrets = secrets
    for (const secret of secrets) this.#known.add(secret)
  }

  readonly show = (message: KeptMessage): FilteredMessage => {
    const { method, tool, id, text } = message
    if (message.isPlain && [text, method, tool, id].every((each) => this.#hasNoKnown(each))) return message
    this.characters += text?.length ?? 0
    const redactName = (name: string | null) => (name === null ? null : redactText(name, this.#known))
    const shown = {
      method: redactName(method),
      tool: redactName(tool),
      id: redactName(id),
      text: text === null ? null : redactMessage(text, this.#known)
    }
    const isChanged = shown.method !== method || shown.tool !== tool || shown.id !== id || shown.text !== text
    if (isChanged) return { ...message, ...shown }
    message.isPlain = true
    return message
  }

  #hasNoKnown(text: string | null): boolean {
    return text === null || this.#known.redact(text) === text
  }
}
