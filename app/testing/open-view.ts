/** Opens views as the window does, in frames that draw nothing. */
import type { CallInput, CallOutput } from '../contract/bridge/calls'
import type { ViewFrame } from '../views/interface'
import type { OpenTestHost } from './open-host'

export function fakeFrame(show: ViewFrame['show'], send: ViewFrame['send'] = () => {}): ViewFrame {
  return { address: 'parley-view://proxy/', partition: 'view-1', show, send, close: () => {} }
}

export async function openView(
  host: OpenTestHost,
  input: Omit<CallInput<'view.open'>, 'viewId'>
): Promise<CallOutput<'view.prepare'>> {
  const guest = await host.handlers['view.prepare']({})
  await host.handlers['view.open']({ ...input, viewId: guest.viewId })
  return guest
}
