/** The part of a folder's name that people recognize. It tells no server from another. */
export function readableName(serverName: string): string {
  return serverName.replaceAll(/[^\w-]/g, '_').slice(0, 40)
}
