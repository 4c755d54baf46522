import { chooseWallet, isSameAddress } from './choose-wallet.ts'
import type { HandlerContext } from './context.ts'
import { checkMessage } from './message-content.ts'
import { invalidParams, unauthorized } from './provider-error.ts'

const isAddress = (value: string) => /^0x[0-9a-f]{40}$/i.test(value)

/**
 * `personal_sign` of a dapp: `[data, address]`, data as hex bytes or as text.
 * @param selected the address that the provider was made for, if any
 */
export async function personalSign(
  { session, screens }: Pick<HandlerContext, 'session' | 'screens'>,
  params: unknown,
  selected: string | undefined,
): Promise<string> {
  const snapshot = session.get()
  if (snapshot.status === 'anonymous')
    throw unauthorized('No one is logged in. Call eth_requestAccounts first.')
  const [data, address, ...rest] = Array.isArray(params) ? (params as unknown[]) : []
  if (typeof data !== 'string' || typeof address !== 'string' || rest.length > 0)
    throw invalidParams('personal_sign takes two strings: [data, address].')
  // Never guessed from the shape: a 20-byte message would then be signed by, or shown as, the wrong thing.
  if (!isAddress(address))
    throw invalidParams(
      isAddress(data)
        ? 'personal_sign takes [data, address], in this order.'
        : 'personal_sign: the second parameter is not an address.',
    )
  if (selected !== undefined && !isSameAddress(selected, address))
    throw unauthorized('This provider was made for another address.')
  const encoding = /^0x/i.test(data) ? 'hex' : 'utf-8'
  checkMessage(data, encoding)
  const wallet = chooseWallet(snapshot, address)
  const { signature } = await screens.show<'sign-message'>({
    kind: 'sign-message',
    wallet,
    message: data,
    encoding,
    uiOptions: {},
  })
  return signature
}
