/** What a sandbox blocks unless an entry allows it. Separate from its schema, which the page must not load. */
import type { SandboxChoices } from './sandbox-choices'

/** Options that are off by default: omitted when false. */
export function setExtras({
  listens = [],
  installScripts = false
}: {
  readonly listens?: readonly number[] | undefined
  readonly installScripts?: boolean | undefined
}): Pick<SandboxChoices, 'listens' | 'installScripts'> {
  return {
    ...(listens.length > 0 && { listens: [...new Set(listens)].toSorted((one, other) => one - other) }),
    ...(installScripts && { installScripts })
  }
}
