/** Random values that fit a schema of the contract, or almost do. */
import type { z } from 'zod'
import type { Random } from './random'

/** Names and ids that exist. Without them, the values would never refer to anything. */
export interface MadeUp {
  readonly random: Random
  readonly words: readonly string[]
}

interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
  readonly element?: z.core.$ZodType
  readonly innerType?: z.core.$ZodType
  readonly valueType?: z.core.$ZodType
  readonly in?: z.core.$ZodType
  readonly options?: readonly z.core.$ZodType[]
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, unknown>>
  readonly getter?: () => z.core.$ZodType
}

/** @throws Error for an unknown kind of schema */
export function fittingValue(schema: z.core.$ZodType, made: MadeUp, depth = 0): unknown {
  const { random } = made
  const definition = schema._zod.def as unknown as Definition
  const inner = (one: z.core.$ZodType | undefined): unknown =>
    one === undefined ? null : fittingValue(one, made, depth + 1)
  switch (definition.type) {
    case 'object':
      return fittingObject(definition.shape ?? {}, made, depth)
    case 'string':
      return fittingText(schema, made)
    case 'number':
      return fittingNumber(schema, random)
    case 'boolean':
      return random.once(2)
    case 'null':
      return null
    case 'literal':
      return random.pick(definition.values ?? [null])
    case 'enum':
      return random.pick(Object.values(definition.entries ?? {}))
    case 'array':
      return Array.from({ length: depth > 4 ? 0 : random.below(3) }, () => inner(definition.element))
    case 'record':
      return depth > 4 ? {} : { [random.pick(made.words)]: inner(definition.valueType) }
    case 'union':
      return fittingValue(
        random.pick(depth > 4 ? (definition.options ?? []).slice(0, 1) : (definition.options ?? [])),
        made,
        depth + 1
      )
    case 'nullable':
      return random.once(3) ? null : inner(definition.innerType)
    case 'optional':
      return random.once(2) ? undefined : inner(definition.innerType)
    case 'lazy':
      return inner(definition.getter?.())
    case 'pipe':
      return inner(definition.in)
    case 'any':
    case 'unknown':
    case 'custom':
      return random.pick([null, 1, 'text', [], {}])
    default:
      throw new Error(`Nothing is known of the schema ${definition.type}.`)
  }
}

function fittingObject(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  made: MadeUp,
  depth: number
): unknown {
  const fields = Object.entries(shape).map(
    ([name, field]) => [name, fittingValue(field, made, depth + 1)] as const
  )
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

function fittingText(schema: z.core.$ZodType, { random, words }: MadeUp): string {
  const { maximum = 1_000, minimum = 0 } = schema._zod.bag as { maximum?: number; minimum?: number }
  const word = random.once(12) ? 'x'.repeat(random.below(Math.min(maximum, 5_000))) : random.pick(words)
  return word.slice(0, maximum).padEnd(Number(minimum), 'x')
}

function fittingNumber(schema: z.core.$ZodType, random: Random): number {
  const { maximum = 1_000, minimum = 0 } = schema._zod.bag as { maximum?: number; minimum?: number }
  const [least, most] = [Math.max(minimum, -1_000), Math.min(maximum, 1_000_000)]
  return Math.ceil(least) + random.below(Math.max(1, Math.min(most - least, 5_000)))
}

/** Values that some schema rejects, such as those that pass where a check is missing. */
const oddities: readonly unknown[] = [
  ...[undefined, null, true, -1, 0.5, 2 ** 53, '', '\0', '../..', '__proto__', 'constructor', '\uD800'],
  ...[[], {}, [[[[]]]], { toString: 'no' }, { length: 1e9 }, new Date(0), 'x'.repeat(10_000)]
]

/** The value with one change: something removed, added or replaced. */
export function spoiled(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.once(4)) return random.pick(oddities)
  if (Array.isArray(value)) return [...(value as unknown[]), random.pick(oddities)]
  const names = Object.keys(value)
  if (names.length === 0 || random.once(4))
    return { ...value, [random.pick(['extra', '__proto__x', 'type'])]: random.pick(oddities) }
  const name = random.pick(names)
  const fields = value as Readonly<Record<string, unknown>>
  if (random.once(3)) return Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name))
  return { ...fields, [name]: spoiled(fields[name], random) }
}
