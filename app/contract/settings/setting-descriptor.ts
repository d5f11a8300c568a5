/** The descriptor of a setting with one value, the schema of all values, and the defaults. */
import { z } from 'zod'
import { needs, type Approval } from '../approval/approval'

export interface SettingDescriptor<S extends z.ZodType = z.ZodType, U = unknown> {
  /** The message of a `regex` in it is a keyword for the expected form. The core turns it into a text. */
  readonly schema: S
  /** The default. null: no default. */
  readonly usual: U
  /** The description in editors and docs/settings.md, in whole sentences. */
  readonly about: string
  readonly weakens: Weakens
}

/**
 * Which change lowers protection: any change, turning it on or off, raising it. If such a change is made in the file,
 * it needs approval (`app/settings/guard`). `never` gives the reason why no change does.
 */
export type Weakens = 'changed' | 'on' | 'off' | 'raised' | { readonly never: string }

export function setting<S extends z.ZodType, U extends z.infer<S> | null>(
  schema: S,
  usual: U,
  meaning: Pick<SettingDescriptor, 'about' | 'weakens'>
): SettingDescriptor<S, U> {
  return { schema, usual, ...meaning }
}

export function serverSetting<K extends string, D extends SettingDescriptor>(
  key: K,
  descriptor: D
): D & { readonly key: K } {
  return { ...descriptor, key }
}

type Shape<T> = {
  [K in keyof T]: T[K] extends SettingDescriptor<infer S, infer U>
    ? null extends U
      ? z.ZodNullable<S>
      : S
    : never
}

/** One key per setting. null for a setting without a default. */
export function settingValuesSchema<const T extends Readonly<Record<string, SettingDescriptor>>>(
  descriptors: T
) {
  const shape = Object.entries(descriptors).map(([name, { schema, usual }]) => {
    return [name, usual === null ? schema.nullable() : schema] as const
  })
  return z.strictObject(Object.fromEntries(shape) as unknown as Shape<T>)
}

export function defaultSettingValues<V>(
  descriptors: Readonly<Record<keyof V & string, SettingDescriptor>>
): V {
  const values = Object.entries<SettingDescriptor>(descriptors).map(([name, { usual }]) => [name, usual])
  return Object.fromEntries(values) as V
}

/** A press, if one of the changes lowers protection. */
export function findChangeApproval(
  settings: Readonly<Record<string, Pick<SettingDescriptor, 'weakens'>>>,
  changes: Readonly<Record<string, unknown>>
): Approval | null {
  const isWeaker = Object.entries(changes).some(([name, value]) => {
    const weakens = settings[name]?.weakens
    if (typeof weakens !== 'string' || value === undefined) return false
    if (weakens === 'on') return value !== false
    return weakens === 'off' ? value !== true : true
  })
  return isWeaker ? needs('weakens', 'press') : null
}
