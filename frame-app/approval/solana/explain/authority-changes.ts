import { base58Text } from '@vitrine/shared/encoding.ts'
import type { ChainAccount } from '../../../chains/solana/ports.ts'
import { STAKE, SYSTEM } from '../../../chains/solana/programs.ts'
import { readTokenAccount } from '../reads/token-accounts.ts'
import { type Danger, isUnlimited } from './dangers.ts'

type Accounts = ReadonlyMap<string, ChainAccount | null>

/**
 * What a simulation shows of who is in control afterwards. A program that nobody can read may use the wallet's signature for
 * calls of its own: no balance shows them, and no instruction.
 */
export function findAuthorityChanges(wallet: string, before: Accounts, after: Accounts): Danger[] {
  return [...after].flatMap(([address, now]) => {
    const then = before.get(address)
    if (!then || !now) return []
    return address === wallet
      ? ofWallet(then, now)
      : [...ofToken(wallet, then, now), ...ofStake(wallet, then, now)]
  })
}

function ofWallet(then: ChainAccount, now: ChainAccount): Danger[] {
  if (now.owner !== then.owner && now.owner !== SYSTEM) return [{ kind: 'gives-wallet-away', to: now.owner }]
  return now.data.length > then.data.length ? [{ kind: 'locks-wallet' }] : []
}

function ofToken(wallet: string, then: ChainAccount, now: ChainAccount): Danger[] {
  const [was, is] = [readTokenAccount(then), readTokenAccount(now)]
  if (was?.owner !== wallet || is === null) return []
  if (is.owner !== wallet) return [{ kind: 'changes-authority', right: 'owner', to: is.owner }]
  const { delegate, closeAuthority } = is
  const isDelegated =
    delegate !== null &&
    delegate.who !== wallet &&
    (delegate.who !== was.delegate?.who || delegate.amount > was.delegate.amount)
  const isClosable =
    closeAuthority !== null && closeAuthority !== wallet && closeAuthority !== was.closeAuthority
  return [
    ...(isDelegated
      ? [{ kind: 'delegates', to: delegate.who, isUnlimited: isUnlimited(delegate.amount) } as const]
      : []),
    ...(isClosable ? [{ kind: 'changes-authority', right: 'close', to: closeAuthority } as const] : []),
  ]
}

/** `StakeStateV2`: its kind, the rent, then who may stake and who may withdraw; 1 and 2 have these. */
const STAKER = 12
const WITHDRAWER = STAKER + 32

function ofStake(wallet: string, then: ChainAccount, now: ChainAccount): Danger[] {
  if (then.owner !== STAKE || now.owner !== STAKE) return []
  return [STAKER, WITHDRAWER].flatMap(at => {
    const [was, is] = [then, now].map(({ data }) => base58Text(data.subarray(at, at + 32)))
    return was === wallet && is !== wallet && is !== undefined
      ? [{ kind: 'changes-authority', right: 'other', to: is } as const]
      : []
  })
}
