// The order of the unit tests. What waits long for processes and clocks begins first, while checks and suites compute
// beside it; were it last, both processors would be idle for the last minute.

import { BaseSequencer } from 'vitest/node'

/** The slowest files, measured one at a time, slowest first. `.cache/results/unit-node.json` has the times of a run. */
export const slowFiles = [
  'main/command-line/run.test.ts',
  'app/mcp/gateway/clients.test.ts',
  'app/host/doctor.test.ts',
  'app/host/hostile-server.test.ts',
  'app/mcp/calls/task-call.test.ts',
  'app/host/host.test.ts',
  'app/mcp/server-requests/asking-servers.test.ts',
  'app/host/areas/ledger-area.test.ts',
  'app/mcp/gateway/sandboxed-packages.test.ts',
  'app/ledger/otlp-export.test.ts',
  'app/auth/accounts/killed.test.ts',
  'app/host/network-access-waits.test.ts',
  'app/servers/registry/leftovers.test.ts',
  'app/host/requests.test.ts',
  'app/mcp/calls/tool-call.test.ts',
  'app/auth/sign-in/sign-in.test.ts',
  'app/host/areas/policy-area.test.ts',
  'app/scripts/scripts-client.test.ts',
  'app/host/network-access.test.ts',
  'app/mcp/gateway/sandboxed-servers.test.ts',
  'app/mcp/features/wire-features.test.ts',
  'app/host/doctor-report.test.ts',
  'app/mcp/gateway/sandboxed-limits.test.ts',
  'app/auth/client/bound-clients.test.ts',
  'app/mcp/gateway/gateway.test.ts'
]

/** Else in the order of vitest: by the times of an earlier run, or the size of the files. */
export class SlowFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }) => {
      const index = slowFiles.findIndex((file) => moduleId.endsWith(`/${file}`))
      return index === -1 ? slowFiles.length : index
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
