/** A sandboxed server's resource limits that differ from the defaults. */
import type { SandboxChoices } from '../../../app/contract/consent/sandbox-choices'
import { limitKeys } from '../../../app/contract/consent/sandbox-limits'
import { consent } from '../../../app/texts/compiled/window/consent'

const words = {
  memoryMb: consent.limitMemory,
  processes: consent.limitProcesses,
  cpuPercent: consent.limitProcessor,
  homeMb: consent.limitHome
}

export function describeLimit(containment: SandboxChoices | undefined): string[] {
  return limitKeys.flatMap((key) => {
    const count = containment?.[key]
    return count === undefined ? [] : [words[key]({ count })]
  })
}
