import { invalidParams } from '../../requests/input/provider-error.ts'
import { checkMessage } from '../../requests/sign-message/check-message.ts'
import { accountOf } from './account-of.ts'
import type { EthereumMethod } from './method.ts'

const isAddress = (value: string) => /^0x[0-9a-f]{40}$/i.test(value)

/** `personal_sign` of a dapp: `[data, address]`, data as hex bytes or as text; what web3.js adds as a password is nobody's. */
export const personalSign: EthereumMethod = async (context, { params, selected }) => {
  // Who asks without a login learns that first, and no more.
  if (context.session.get().status === 'anonymous') accountOf(context, { selected: undefined }, undefined)
  const [data, address] = Array.isArray(params) ? (params as unknown[]) : []
  if (typeof data !== 'string' || typeof address !== 'string')
    throw invalidParams('personal_sign takes two strings: [data, address].')
  // Never guessed from the shape: a 20-byte message would then be signed by, or shown as, the wrong thing.
  if (!isAddress(address))
    throw invalidParams(
      isAddress(data)
        ? 'personal_sign takes [data, address], in this order.'
        : 'personal_sign: the second parameter is not an address.',
    )
  const encoding = /^0x/i.test(data) ? 'hex' : 'utf-8'
  const wallet = accountOf(context, { selected }, address)
  await checkMessage({ message: data, encoding }, wallet)
  const { signature } = await context.ask<'sign-message'>({
    kind: 'sign-message',
    wallet,
    message: data,
    encoding,
    uiOptions: {},
  })
  return signature
}
