/** The part of a folder's name that users recognize. It doesn't identify a server. */
export function readableName(serverName: string): string {
  return serverName.replaceAll(/[^\w-]/g, '_').slice(0, 40)
}
