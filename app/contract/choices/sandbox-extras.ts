/** What walls leave closed unless an entry says otherwise; apart from its schema, which the page must not load. */
import type { SandboxChoices } from './sandbox-choices'

/** What is closed unless it is said: left out where it says no. */
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
