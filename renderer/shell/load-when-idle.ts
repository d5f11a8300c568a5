/** Loads what people need next while the page has nothing else to do, one after the other. */

/** Questions first. */
const inOrder: readonly (() => Promise<unknown>)[] = [
  () => import('../consent/consent-layer'),
  () => import('../conversation/messages/message-list'),
  () => import('../ui/controls/menu'),
  () => import('../command-menu/command-menu'),
  () => import('../settings/settings-dialog'),
  () => import('../servers/servers-dialog')
]

export function loadWhenIdle(parts = inOrder): void {
  const [next, ...others] = parts
  if (next === undefined) return
  const goOn = () => loadWhenIdle(others)
  // A part that can't be loaded says so where it is needed.
  requestIdleCallback(() => void next().then(goOn, goOn))
}
