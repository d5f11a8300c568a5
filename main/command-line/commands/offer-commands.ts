/** `read`, `prompt` and `complete`: what servers offer besides tools. */
import { HostError } from '../../../app/base/host-error'
import type { CompletionReference } from '../../../app/contract/offers'
import { say } from '../../../app/texts/render-localized'
import { readObjectArgument } from '../request/command-request'
import { terminalLine, terminalText } from '../terminal/terminal-text'
import { usageText } from '../request/usage'
import { describeBytes, describeContent } from './describe-content'
import type { CommandLineCommand } from './command'
import { withServer } from './with-server'

export const readCommand: CommandLineCommand = (input) =>
  withServer(input, async ({ handlers }, serverName) => {
    const [uri = ''] = input.request.words
    const contents = await handlers['resource.read']({ serverName, uri })
    const texts = contents.map(({ text, blob, mimeType }) =>
      text === null ? describeBytes(mimeType, blob ?? '') : terminalText(text)
    )
    return { value: { server: serverName, contents }, text: texts.map((text) => `${text}\n`).join('') }
  })

export const promptCommand: CommandLineCommand = async (input) => {
  const [name = '', json] = input.request.words
  const args = textsIn(json)
  return await withServer(input, async ({ handlers }, serverName) => {
    const { description, messages } = await handlers['prompt.get']({ serverName, name, arguments: args })
    const text = messages.map(({ role, content }) => `[${role}]\n${describeContent([content])}`).join('\n')
    return { value: { server: serverName, name, description, messages }, text }
  })
}

export const completeCommand: CommandLineCommand = async (input) => {
  const [kind, name = '', argumentName = '', value = '', json] = input.request.words
  const reference = referenceOf(kind, name)
  const context = textsIn(json)
  return await withServer(input, async ({ handlers }, serverName) => {
    const found = await handlers['completion.complete']({
      serverName,
      reference,
      argumentName,
      value,
      context
    })
    return {
      value: { server: serverName, ...found },
      text: found.values.map((item) => `${terminalLine(item)}\n`).join('')
    }
  })
}

function referenceOf(kind: string | undefined, name: string): CompletionReference {
  if (kind === 'prompt') return { type: 'prompt', name }
  if (kind === 'resource') return { type: 'resource', uriTemplate: name }
  throw new HostError('COMMAND_LINE_INVALID', say('cli.wordCount', { usage: usageText.complete }))
}

/** Arguments of prompts are strings. */
function textsIn(json: string | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(readObjectArgument(json)).map(([name, value]) => {
      if (typeof value === 'string') return [name, value]
      throw new HostError('COMMAND_LINE_INVALID', say('cli.notAText', { name }))
    })
  )
}
