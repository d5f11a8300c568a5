/** Sign-ins at remote servers. */
import type { AccountView } from '../../app/contract/accounts'

export interface AccountsSlice {
  readonly accounts: readonly AccountView[]
}

export const emptyAccountsSlice: AccountsSlice = { accounts: [] }
