import { say } from '../../texts/render-localized'
import { HostError } from '../../base/host-error'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import type { AreaHandlers } from './area-handlers'

export function ledgerHandlers(
  { now, saveFile }: Pick<HostPorts, 'now' | 'saveFile'>,
  { records, traces, settings, policy }: Pick<Areas, 'records' | 'traces' | 'settings' | 'policy'>
): AreaHandlers<'ledger'> {
  const { ledger } = records
  return {
    'ledger.search': (input) => ledger.search(input),
    'ledger.verify': () => ledger.verify(),
    'ledger.export': async () => {
      const day = new Date(now()).toISOString().slice(0, 10)
      return { path: await saveFile(`parley-ledger-${day}.jsonl`, await ledger.export()) }
    },
    'ledger.ask-collector': async () => {
      await Promise.all([records.otlp.ask(), traces.sending.ask()])
    },
    'ledger.set-endpoint': async ({ endpoint }) => {
      if (policy.ledgerEndpoint !== null) {
        const said = say('policy.ledgerManaged', { file: policy.view?.file ?? '' })
        throw new HostError('REQUEST_REFUSED', said)
      }
      await settings.setLedgerEndpoint(endpoint)
      // The user is present. Their answer shows in the state of the collector.
      void records.otlp.ask().catch(() => {})
    }
  }
}
