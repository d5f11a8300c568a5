/**
 * Parts of the window whose code isn't in its first script. A part that is loaded is drawn at once, without an empty frame
 * before it. A load that fails is tried again.
 */
import { lazy, Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'

export interface LatePart<Props> {
  (props: Props): ReactNode
  load(): Promise<unknown>
}

/** By then the boundary around the part shows the failure, and its “Try again” loads again. */
const forgetFailureAfterMs = 1_000

/** It suspends until it is loaded. */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let loaded: ComponentType<Props> | null = null
  let loading: Promise<Module<Props>> | null = null
  const loadOnce = () => {
    loading ??= load()
      .catch(load)
      .then((part) => ({ default: (loaded = part) }))
    return loading
  }
  // React doesn't wait for a module that arrives within `then`.
  const moduleOf = () => (loaded === null ? watched() : atOnce({ default: loaded }))
  const watched = () => {
    const begun = loadOnce()
    begun.catch(() => setTimeout(forgetFailure, forgetFailureAfterMs))
    return begun
  }
  let Part = lazy(moduleOf)
  const forgetFailure = () => {
    loading = null
    Part = lazy(moduleOf)
  }
  const Late = (props: Props) => <Part {...props} />
  return Object.assign(Late, { load: loadOnce })
}

interface Module<Props> {
  readonly default: ComponentType<Props>
}

function atOnce<T>(value: T): Promise<T> {
  // oxlint-disable-next-line unicorn/no-thenable
  return { then: (take: (value: T) => void) => take(value) } as unknown as Promise<T>
}

const stateParts: LatePart<never>[] = []

/** A late part that shows the host's state. The page takes that state when all of these are loaded. */
export function statePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>
): ComponentType<Props> {
  const Part = latePart(load)
  stateParts.push(Part as LatePart<never>)
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}

export async function loadStateParts(): Promise<void> {
  await Promise.all(stateParts.map((part) => part.load()))
}
