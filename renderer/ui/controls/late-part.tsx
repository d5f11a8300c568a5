/**
 * Parts of the window whose code isn't in its first script. A part that is loaded is drawn at once, without an empty frame
 * before it. A load that fails is tried again.
 */
import { lazy, Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'

export interface LatePart<Props> {
  (props: Props): ReactNode
  /** Ahead of the first use, which loads again if this fails. */
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
  const loadAhead = () =>
    loadOnce().catch((error: unknown) => {
      loading = null
      throw error
    })
  return Object.assign(Late, { load: loadAhead })
}

interface Module<Props> {
  readonly default: ComponentType<Props>
}

function atOnce<T>(value: T): Promise<T> {
  // oxlint-disable-next-line unicorn/no-thenable
  return { then: (take: (value: T) => void) => take(value) } as unknown as Promise<T>
}

/** What loads when the page is idle, in the order in which users need it. */
const idleOrder = ['questions', 'menu', 'command-menu', 'settings', 'servers'] as const
type IdleName = (typeof idleOrder)[number]
const idleParts = new Map<IdleName, LatePart<never>>()

/** A late part that loads when the page is idle, so that its first use doesn't wait. */
export function idlePart<Props extends object>(
  name: IdleName,
  load: () => Promise<ComponentType<Props>>
): LatePart<Props> {
  const Part = latePart(load)
  idleParts.set(name, Part as LatePart<never>)
  return Part
}

export function listIdleParts(): readonly LatePart<never>[] {
  return idleOrder.flatMap((name) => idleParts.get(name) ?? [])
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
