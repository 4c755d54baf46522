import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { base58Text } from '@vitrine/shared/encoding.ts'
import { TIMED_OUT, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { EthereumNetwork } from '../../chains/ethereum/ports.ts'
import type { SolanaNetwork } from '../../chains/solana/ports.ts'
import type { WalletConnection } from '../../external-wallets/ports.ts'
import { type HeldWallet, isEmbedded } from '../../session/held-wallet.ts'
import type { Kernel } from '../../ui/kernel-context.ts'

/** What stands between an approval and the wallet that is then asked to send. */
export interface SendGuard {
  /** Right before the wallet is asked. @throws where it must not be */
  before(): Promise<void>
  /** @param id hash, or first signature */
  sent(id: string): void
  /** Nothing was sent, and nothing will be of this asking. */
  unsent(): Promise<void>
}

type Guarded = Pick<Kernel, 'ethereum' | 'solana' | 'externalWallets'>

/**
 * The kernel for one approval, whose transaction goes out by way of the guard, whoever has the wallet's key: at the moment of
 * sending, since a person may approve in another tab or on another device meanwhile.
 */
export function guardedKernel<K extends Guarded>(kernel: K, wallet: HeldWallet, guard: SendGuard): K {
  const run = async <T>(send: () => Promise<T>, idOf: (sent: T) => string): Promise<T> => {
    await guard.before()
    let sent: T
    try {
      sent = await send()
    } catch (error) {
      const id = idAmid(error)
      if (id !== null) guard.sent(id)
      else if (isUnsent(error, wallet)) await guard.unsent()
      throw error
    }
    guard.sent(idOf(sent))
    return sent
  }
  const overEthereum = (network: EthereumNetwork): EthereumNetwork => {
    const send: EthereumNetwork['send'] = (...task) =>
      run(
        () => network.send(...task),
        ({ hash }) => hash,
      )
    return over(network, { send })
  }
  const overSolana = (network: SolanaNetwork): SolanaNetwork => {
    const broadcast: SolanaNetwork['broadcast'] = async (transaction, options, signal, sender) => {
      const [first] = readTransaction(transaction)?.signatures ?? []
      const own = () => network.broadcast(transaction, options, signal, sender)
      return run(
        // Left in the middle, it may have reached the node: by its name it is found there.
        () => own().catch(error => (signal.aborted && first ? base58Text(first) : Promise.reject(error))),
        id => id,
      )
    }
    return over(network, { broadcast })
  }
  return over<Guarded, K>(kernel, {
    async ethereum() {
      const networks = await kernel.ethereum()
      return over(networks, { of: (id: number) => overEthereum(networks.of(id)) })
    },
    async solana() {
      const networks = await kernel.solana()
      const of: typeof networks.of = chain => {
        const network = networks.of(chain)
        return network && overSolana(network)
      }
      return over(networks, { of })
    },
    // A Solana wallet may send by itself; an Ethereum wallet's sending goes by the network above.
    async externalWallets() {
      const wallets = await kernel.externalWallets()
      const connectionOf: typeof wallets.connectionOf = (address, chainType) => {
        const line = wallets.connectionOf(address, chainType)
        return line && overLine(line)
      }
      return over(wallets, { connectionOf })
    },
  })

  function overLine(line: WalletConnection): WalletConnection {
    const ask: WalletConnection['ask'] = (verb, argument, signal) => {
      const asking = () => line.ask(verb, argument, signal)
      if (verb !== 'solana:signAndSendTransaction') return asking()
      return run(asking, answer => base58Text((answer as { readonly signature: Uint8Array }).signature))
    }
    return over(line, { ask })
  }
}

/** By its prototype: what is not named here stays as it is, and is read anew each time. */
function over<T extends object, Whole extends T = T>(base: Whole, own: Partial<T>): Whole {
  const fields = Object.entries(own).map(([name, value]) => [name, { value }] as const)
  return Object.create(base, Object.fromEntries(fields))
}

/** The hash of what may have been sent all the same (`chains/ethereum/send.ts`). */
function idAmid(error: unknown): string | null {
  const hash = error instanceof VitrineError ? error.data?.hash : undefined
  return typeof hash === 'string' ? hash : null
}

/**
 * Whether it is certain that nothing was sent. With a key that is held here nothing goes out before the node has it; a wallet app that
 * did not answer, or whose line broke, may send all the same.
 */
function isUnsent(error: unknown, wallet: HeldWallet): boolean {
  if (isEmbedded(wallet)) return true
  if (!(error instanceof VitrineError)) return false
  return error.code !== TIMED_OUT.code && error.data?.eipCode !== 4900
}
