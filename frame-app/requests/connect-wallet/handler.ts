import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { WALLET_LIST_ENTRIES } from '@vitrine/shared/config/wallet-list.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import * as z from 'zod/mini'
import { walletEntryOf } from '../../config/login-names.ts'
import { tellUnknown } from '../../config/tell-unknown.ts'
import { chainsOf, mergeWalletList } from '../../config/wallet-list.ts'
import { ConfigError } from '../../config/warning.ts'
import type { HandlerContext } from '../context.ts'

/** Contract §4.4. */
const connectOptions = z.object({
  walletList: z.optional(z.array(z.enum(WALLET_LIST_ENTRIES)).check(z.minLength(1))),
  walletChainType: z.optional(z.enum(['ethereum-only', 'solana-only', 'ethereum-and-solana'])),
  description: z.optional(z.string().check(z.maxLength(300))),
  preSelectedWalletId: z.optional(z.string().check(z.maxLength(80))),
  hideHeader: z.optional(z.boolean()),
  suggestedAddress: z.optional(z.unknown()),
})

/** Reads the page's call; what cannot be asked for is refused before any screen. */
export const connectWallet =
  ({
    config,
    notices,
    screens,
  }: Pick<HandlerContext, 'config' | 'notices' | 'screens'>): FrameHandlers['connectWallet'] =>
  async argument => {
    await config.load()
    const read = connectOptions.safeParse(argument ?? {})
    if (!read.success) {
      const [issue] = read.error.issues
      throw clientError(
        'invalid_data',
        `connectWallet: the option ${issue?.path.join('.') || 'itself'} is not valid. Check its name and its value.`,
      )
    }
    tellUnknown(notices, 'connectWallet', connectOptions, argument)
    const options = read.data
    const { externalWallets, walletList, walletChainType } = config.current.get()
    if (externalWallets.isDisabled)
      throw clientError(
        'not_supported',
        'config.externalWallets.disableAllExternalWallets: this site shows none.',
      )
    if (options.suggestedAddress !== undefined)
      notices.emit('configWarning', {
        message:
          'connectWallet: suggestedAddress has no effect. The person chooses the account in their wallet.',
      })
    const preselected = walletEntryOf(options.preSelectedWalletId)
    if (options.preSelectedWalletId !== undefined && preselected === null)
      notices.emit('configWarning', {
        message: 'connectWallet: preSelectedWalletId is none of the wallet list, so that the person chooses.',
      })
    return screens.show<'connect-wallet'>({
      kind: 'connect-wallet',
      entries: options.walletList ? listOf(options.walletList) : walletList,
      chainTypes: chainsOf(options.walletChainType ?? walletChainType),
      description: options.description ?? null,
      preselected,
      hidesHeader: options.hideHeader ?? false,
    })
  }

function listOf(asked: Parameters<typeof mergeWalletList>[0]) {
  try {
    return mergeWalletList(asked, 'connectWallet: walletList')
  } catch (error) {
    if (error instanceof ConfigError) throw clientError('configuration_error', error.message)
    throw error
  }
}
