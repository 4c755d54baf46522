import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { DEFAULT_CHAIN_ID } from '@vitrine/shared/chains/defaults.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { ethereumWallets, isSameAddress } from './choose-wallet.ts'
import type { HandlerContext } from './context.ts'
import { personalSign } from './personal-sign.ts'
import { invalidParams, unsupportedMethod, withEipCode } from './provider-error.ts'

type Context = Pick<HandlerContext, 'session' | 'screens' | 'wallets' | 'requestLogin'>
type Method = (context: Context, params: unknown, selected: string | undefined) => unknown | Promise<unknown>

/** The accounts that a provider shows: the address that it was made for, else all, by wallet index. */
function accounts({ session }: Context, selected: string | undefined): string[] {
  const addresses = ethereumWallets(session.get()).map(wallet => wallet.address)
  return selected === undefined ? addresses : addresses.filter(address => isSameAddress(address, selected))
}

async function requestAccounts(context: Context, _params: unknown, selected: string | undefined) {
  if (context.session.get().status === 'anonymous') await context.requestLogin({})
  if (ethereumWallets(context.session.get()).length === 0) await context.wallets.createFirst()
  return accounts(context, selected)
}

/** EIP-1193 methods that are served. A `Map`: a name such as `constructor` finds nothing in it. */
const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['eth_requestAccounts', requestAccounts],
  ['eth_accounts', (context, _params, selected) => accounts(context, selected)],
  ['eth_chainId', () => `0x${DEFAULT_CHAIN_ID.toString(16)}`],
  ['net_version', () => String(DEFAULT_CHAIN_ID)],
  ['personal_sign', personalSign],
  [
    'eth_sign',
    () => {
      throw unsupportedMethod('eth_sign signs what no one can read, so it is refused. Use personal_sign.')
    },
  ],
])

/** One EIP-1193 request. Every refusal carries its number as `data.eipCode`. */
export const ethereumRequest =
  (context: Context): FrameHandlers['ethereumRequest'] =>
  async ({ method, params, address }) => {
    const serve = METHODS.get(method)
    try {
      if (!serve) throw unsupportedMethod(`This wallet does not support the method ${method}.`)
      if (params !== undefined && params !== null && typeof params !== 'object')
        throw invalidParams(`${method}: params must be a list.`)
      return await serve(context, params, address)
    } catch (error) {
      throw error instanceof VitrineError ? withEipCode(error) : error
    }
  }
