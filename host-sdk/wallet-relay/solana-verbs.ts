import type { RelayCall, RelayVerb } from '@vitrine/shared/bridge/wallet-relay.ts'
import { inTime } from './ethereum-verbs.ts'
import { method, read } from './foreign.ts'
import { bytesOf, solanaAccounts, solanaAddressOf } from './foreign-values.ts'
import { RelayFailure, UNAUTHORIZED, UNSUPPORTED } from './relay-error.ts'

/** The method of each feature, as `@solana/wallet-standard-features` names it. */
export const SOLANA_METHODS = {
  'solana:signIn': 'signIn',
  'solana:signMessage': 'signMessage',
  'solana:signTransaction': 'signTransaction',
  'solana:signAndSendTransaction': 'signAndSendTransaction',
} as const satisfies { readonly [V in RelayVerb]?: string }

const unsupported = () => new RelayFailure(UNSUPPORTED, 'This Solana wallet cannot do this.', 'unsupported')

export const heldAccounts = (wallet: object) => solanaAccounts(read(wallet, 'accounts'))

/** A feature's method; `undefined` where the wallet has no such feature. */
export const featureOf = (wallet: object, feature: string, name: string) =>
  method(read(read(wallet, 'features'), feature), name)

async function connect(wallet: object, isSilent: boolean) {
  const ask = featureOf(wallet, 'standard:connect', 'connect')
  if (!ask) throw unsupported()
  const answer = await (isSilent ? ask({ silent: true }) : ask())
  const told = solanaAccounts(read(answer, 'accounts'))
  const accounts = (told[0] ? told : heldAccounts(wallet)).map(({ address }) => address)
  if (!accounts[0] && !isSilent)
    throw new RelayFailure(null, 'The wallet answered without an account.', 'answer')
  return { accounts, chainId: null }
}

/** Every feature takes several inputs and answers with a list; the relay has one each. */
async function first(wallet: object, feature: keyof typeof SOLANA_METHODS, input: object): Promise<unknown> {
  const ask = featureOf(wallet, feature, SOLANA_METHODS[feature])
  if (!ask) throw unsupported()
  return read(await ask(input), '0')
}

/** The wallet's own object of an account. @throws RelayFailure 4100 */
function accountOf(wallet: object, address: string): unknown {
  const found = heldAccounts(wallet).find(it => it.address === address)
  if (!found) throw new RelayFailure(UNAUTHORIZED, 'The wallet has no such account connected.')
  return found.account
}

/**
 * Asks a Wallet Standard wallet, by the features that stand here alone.
 *
 * @throws what the wallet throws; RelayFailure `unsupported` for a verb that it has not, 4100 without the account, `answer`
 */
export async function askSolana(wallet: object, call: RelayCall): Promise<unknown> {
  switch (call.verb) {
    case 'connect':
      return connect(wallet, call.isSilent)
    case 'accounts':
      return { accounts: heldAccounts(wallet).map(({ address }) => address), chainId: null }
    case 'disconnect': {
      const leave = featureOf(wallet, 'standard:disconnect', 'disconnect')
      await inTime((async () => leave?.())())
      return null
    }
    case 'solana:signIn': {
      const output = await first(wallet, call.verb, { ...call.input })
      const address = solanaAddressOf(read(read(output, 'account'), 'address'))
      return { address, ...bytesOf(output, 'signedMessage', 'signature') }
    }
    case 'solana:signMessage': {
      const { address, message } = call
      const output = await first(wallet, call.verb, { account: accountOf(wallet, address), message })
      return bytesOf(output, 'signedMessage', 'signature')
    }
    case 'solana:signTransaction':
    case 'solana:signAndSendTransaction': {
      const { verb, address, transaction, chain } = call
      const output = await first(wallet, verb, { account: accountOf(wallet, address), transaction, chain })
      return bytesOf(output, verb === 'solana:signTransaction' ? 'signedTransaction' : 'signature')
    }
    default:
      throw unsupported()
  }
}
