/** `Approvals` without permissions, trust, pins or storage. */
import { silentLogger } from '../base/logger'
import { createApprovals } from '../consent/approvals/approvals'
import type { ApprovalsControl, ConsentOptions } from '../consent/approvals/approvals'
import { createKnownTools } from '../consent/tools/known-tools'

export const forgetfulHistory: ConsentOptions['history'] = {
  listGrants: async () => [],
  saveGrant: async () => {},
  deleteGrant: async () => {},
  listTrust: async () => [],
  saveTrust: async () => {},
  deleteTrust: async () => {},
  listPins: async () => [],
  savePins: async () => {},
  readFact: async () => null,
  writeFact: async () => {}
}

/** Its clock is at 1,000 and every argument is valid, unless the options differ. */
export function createForgetfulApprovals(options: Partial<ConsentOptions> = {}): ApprovalsControl {
  let ids = 0
  return createApprovals({
    tools: createKnownTools({ list: () => [], serverNames: () => [] }),
    forbiddenScopes: () => [],
    callLimitsOf: () => null,
    isFlowExempt: () => false,
    lockFile: 'none',
    history: forgetfulHistory,
    now: () => 1_000,
    newId: () => `id-${++ids}`,
    findRealPath: () => ({ type: 'elsewhere' }),
    checkArguments: async () => [],
    log: silentLogger,
    ...options
  })
}
