/** Creates the areas of the core in three stages: each uses only areas of earlier stages. */
import type { Areas } from './areas'
import { connectAreas } from './connect-areas'
import { createEngines } from './create-engines'
import { createGuards } from './create-guards'
import { createStores } from './create-stores'
import type { HostEvents } from './host-events'
import type { HostPorts } from './host-ports'

export function createAreas(ports: HostPorts, events: HostEvents): Areas {
  const stores = createStores(ports)
  const guards = createGuards(ports, events, stores)
  const recorded = guards.records.ports
  const engines = createEngines(recorded, events, { ...stores, ...guards })
  const areas: Areas = { ...stores, ...guards, ...engines }
  connectAreas(recorded, events, areas)
  return areas
}
