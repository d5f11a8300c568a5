/** Checks that a server declared the URL of an icon: a page could write data that it knows into a URL of its own. */
import type { PromptView, ResourceListing } from '../../contract/offers'
import type { Icon } from '../../contract/servers'

interface Offering {
  readonly name: string
  readonly icons: readonly Icon[]
  readonly tools: readonly { readonly icons: readonly Icon[] }[]
}

interface Lists {
  listResources(): Promise<readonly ResourceListing[]>
  listPrompts(): Promise<readonly PromptView[]>
}

/** Checks the server itself, its tools, and everything else that it offers. */
export async function namesIcon(
  { name, icons, tools }: Offering,
  lists: Lists,
  src: string
): Promise<boolean> {
  const isIn = (offered: readonly { readonly icons: readonly Icon[] }[]) =>
    offered.some((item) => item.icons.some((icon) => icon.src === src))
  if (isIn([{ icons }, ...tools])) return true
  const resources = (await lists.listResources()).filter(({ serverName }) => serverName === name)
  if (resources.some((listing) => isIn([...listing.resources, ...listing.templates]))) return true
  return isIn((await lists.listPrompts()).filter(({ serverName }) => serverName === name))
}
