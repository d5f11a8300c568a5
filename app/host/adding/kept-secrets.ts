/** What adding servers needs from the vault. */
export interface KeptSecrets {
  isStored(name: string): Promise<boolean>
  /** @throws HostError SETTINGS_NAME_TAKEN */
  refuseOwn(name: string): void
  keep(serverName: string, typed: readonly { name: string; value: string }[]): Promise<void>
}
