/** Opens a view as the window does. */
import type { CallInput, CallOutput } from '../contract/bridge/calls'
import type { OpenTestHost } from './open-host'

export async function openView(
  host: OpenTestHost,
  input: Omit<CallInput<'view.open'>, 'viewId'>
): Promise<CallOutput<'view.prepare'>> {
  const guest = await host.handlers['view.prepare']({})
  await host.handlers['view.open']({ ...input, viewId: guest.viewId })
  return guest
}
