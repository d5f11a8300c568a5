/** What is said of a setting of one value, and what is made of it: the shape of all values, and those that hold without a file. */
import { z } from 'zod'

export interface SettingDescriptor<S extends z.ZodType = z.ZodType, U = unknown> {
  /** A `regex` in it has in place of a message a word for what it wants, which the core turns into a text. */
  readonly schema: S
  /** What holds while the file says nothing; null: nothing does. */
  readonly usual: U
  /** What editors and docs/settings.md say of it: whole sentences. */
  readonly about: string
  readonly weakens: Weakens
}

/**
 * Which change of a value takes protection away: any, switching it on or off, raising it. Made in the file and not in
 * the window, such a change waits for a yes (`app/settings/guard`). `never` says why none does.
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

/** One key a setting; null where nothing holds. */
export function valuesOf<const T extends Readonly<Record<string, SettingDescriptor>>>(descriptors: T) {
  const shape = Object.entries(descriptors).map(([name, { schema, usual }]) => {
    return [name, usual === null ? schema.nullable() : schema] as const
  })
  return z.strictObject(Object.fromEntries(shape) as unknown as Shape<T>)
}

export function usualOf<V>(descriptors: Readonly<Record<keyof V & string, SettingDescriptor>>): V {
  const values = Object.entries<SettingDescriptor>(descriptors).map(([name, { usual }]) => [name, usual])
  return Object.fromEntries(values) as V
}
