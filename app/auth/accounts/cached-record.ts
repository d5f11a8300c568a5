/**
 * The record of one account, in memory and in the vault: read once, changed in order. A change takes effect
 * immediately; its caller learns whether the vault saved it.
 */
import { emptyRecord } from '../client/account-record'
import type { AccountRecord, RecordStore } from '../client/account-record'

export class CachedRecord {
  readonly #store: RecordStore
  #record: AccountRecord | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(store: RecordStore) {
    this.#store = store
  }

  /** As far as it has been read. */
  get current(): AccountRecord {
    return this.#record ?? emptyRecord
  }

  async load(): Promise<AccountRecord> {
    if (this.#record === null) {
      const read = await this.#store.read()
      // A record that was saved during the read is newer.
      this.#record ??= read ?? emptyRecord
    }
    return this.#record
  }

  /** @throws HostError VAULT_WRITE_FAILED */
  async save(record: AccountRecord): Promise<void> {
    this.#record = record
    await this.#inOrder(() => this.#store.write(record))
  }

  /** @throws HostError VAULT_WRITE_FAILED */
  async remove(): Promise<void> {
    this.#record = emptyRecord
    await this.#inOrder(() => this.#store.remove())
  }

  async #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#writing.then(work)
    this.#writing = done.catch(() => {}) // reported to the caller that saves
    await done
  }
}
