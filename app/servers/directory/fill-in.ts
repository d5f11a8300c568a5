/**
 * Fills the default values of a directory into its texts, and a placeholder in angle brackets where only the user knows
 * the value.
 */
import type { DirectoryInput } from '../../contract/servers/directory'
import type { AnsweredValue } from './answer-schema'

type Variables = AnsweredValue['variables']
type Asked = Pick<
  AnsweredValue,
  'description' | 'isRequired' | 'isSecret' | 'value' | 'default' | 'choices'
> & {
  readonly name?: string
  readonly valueHint?: string | null | undefined
  readonly variables?: Variables
}

const longestDescription = 500

/** Replaces `{name}` by its default value, or by `<name>` without one. Braces without a variable stay. */
export function fillInInputs(text: string, variables: Variables): string {
  return text.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const known = Object.hasOwn(variables ?? {}, name) ? variables?.[name] : undefined
    if (known === undefined) return whole
    return known.value ?? known.default ?? toPlaceholder(name)
  })
}

export function toPlaceholder(hint: string): string {
  const plain = hint.replace(/[^\w.-]+/g, '_').slice(0, 60)
  return `<${plain === '' ? 'value' : plain}>`
}

export function placeholdersIn(text: string): readonly string[] {
  return text.match(/<[\w.-]+>/g) ?? []
}

/** What the user may fill in: the text itself if it isn't fixed, and its variables. */
export function listInputs(asked: Asked): DirectoryInput[] {
  const inner = Object.entries(asked.variables ?? {}).map(([name, one]) => describe(name, one))
  const isFixed = asked.value !== null && asked.value !== undefined
  return isFixed ? inner : [describe(asked.name ?? asked.valueHint ?? '', asked), ...inner]
}

function describe(name: string, asked: Omit<Asked, 'name' | 'variables'>): DirectoryInput {
  return {
    name,
    description: (asked.description ?? '').slice(0, longestDescription),
    isRequired: asked.isRequired === true,
    isSecret: asked.isSecret === true,
    usual: asked.default ?? null,
    choices: [...(asked.choices ?? [])]
  }
}
