import { randomUUID } from 'node:crypto'
import type { Custody } from '../custody.ts'
import type { DelegationList, SealedDelegations } from '../delegation-operations.ts'
import { SignerRefusal } from '../refusal.ts'
import { isSealOf, sealStatement } from '../seal.ts'

type Sealing = Pick<Custody, 'keyring'>
type Wallet = Pick<DelegationList, 'walletId' | 'appId' | 'userId' | 'chainType' | 'address'>

/** The next of a list, sealed. */
export function sealNext({ keyring }: Sealing, list: DelegationList): SealedDelegations {
  const next = { ...list, sequence: list.sequence + 1 }
  return { list: next, seal: sealStatement(keyring.delegation, { kind: 'delegations', list: next }) }
}

/** Of a wallet that nobody may use besides its person. */
export const emptyList = ({ walletId, appId, userId, chainType, address }: Wallet): DelegationList => ({
  listId: randomUUID(),
  sequence: 0,
  ...{ walletId, appId, userId, chainType, address },
  delegations: [],
})

/** @throws SignerRefusal `invalid_seal` unless this process made the list */
export function requireSealed({ keyring }: Sealing, { list, seal }: SealedDelegations): DelegationList {
  if (isSealOf(keyring.delegation, { kind: 'delegations', list }, seal)) return list
  throw new SignerRefusal('invalid_seal', 'The signer did not make this list of delegations.')
}

/** @throws SignerRefusal `invalid_seal` unless this process made the list, for this wallet */
export function requireListOf(sealing: Sealing, wallet: Wallet, sealed: SealedDelegations): DelegationList {
  const list = requireSealed(sealing, sealed)
  const isOfWallet =
    list.walletId === wallet.walletId &&
    list.appId === wallet.appId &&
    list.userId === wallet.userId &&
    list.chainType === wallet.chainType &&
    list.address === wallet.address
  if (isOfWallet) return list
  throw new SignerRefusal('invalid_seal', 'The delegations are of another wallet.')
}
