import { base64Bytes, base64Text, hexText } from '@vitrine/shared/encoding.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { RpcData, RpcMethod, RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import { messageBytes } from '@vitrine/shared/wallet/sign-message.ts'
import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import type { EthereumNetworks } from '../chains/ethereum/ports.ts'
import type { ExternalWallets, WalletConnection } from '../external-wallets/ports.ts'
import { accountAway, walletGone, walletUnsupported } from '../external-wallets/wallet-failure.ts'
import type { ExternalWallet } from '../session/held-wallet.ts'
import { heldElsewhere } from './choose-wallet.ts'
import type { WalletSigner } from './signer.ts'

export interface ExternalSignerParts {
  externalWallets(): Promise<ExternalWallets>
  ethereum(): Promise<EthereumNetworks>
}

/** EIP-712, "Definition of domainSeparator": those that are there, in this order. */
const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

/** Asks the wallet app that has the key. It shows its person what it signs, and is the guard of it. */
export function createExternalSigner(parts: ExternalSignerParts): WalletSigner<ExternalWallet> {
  return {
    async perform<M extends RpcMethod>(
      wallet: ExternalWallet,
      request: RpcRequest<M> & { readonly method: M },
      signal: AbortSignal,
    ) {
      const asked: RpcRequest<RpcMethod> = request
      const wallets = await parts.externalWallets()
      const line = requireConnection(wallets, wallet)
      const answer = async () => {
        switch (asked.method) {
          case 'personal_sign':
            return signMessage(line, wallet.address, asked, signal)
          case 'eth_signTypedData_v4':
            return signTypedData(parts, wallets, line, wallet.address, asked.params.typed_data, signal)
          case 'signMessage':
            return signBytes(line, wallet.address, asked.params.message, signal)
          default:
            throw heldElsewhere()
        }
      }
      return (await answer()) as RpcData<M>
    },
  }
}

/** @throws VitrineError EIP-1193 4900 without a connection, 4100 where it is of other accounts by now */
export function requireConnection(
  wallets: Pick<ExternalWallets, 'connectionOf' | 'connected'>,
  { address, chainType, walletClientType }: ExternalWallet,
): WalletConnection {
  const line = wallets.connectionOf(address, chainType)
  if (line) return line
  const other = wallets.connected.get().find(it => it.connection.walletClientType === walletClientType)
  throw other ? accountAway(other.connection.meta.name) : walletGone(walletClientType)
}

const require = (line: WalletConnection, verb: Parameters<WalletConnection['can']>[0]): void => {
  if (!line.can(verb)) throw walletUnsupported(line.meta.name)
}

async function signMessage(
  line: WalletConnection,
  address: string,
  { params }: RpcRequest<'personal_sign'>,
  signal: AbortSignal,
): Promise<RpcData<'personal_sign'>> {
  require(line, 'personal_sign')
  const message = `0x${hexText(messageBytes(params))}`
  // A contract wallet's signature has any length and recovers to nobody: who relies on one verifies it.
  const { signature } = await line.ask('personal_sign', { address, message }, signal)
  return { signature, encoding: 'hex' }
}

async function signTypedData(
  { ethereum }: ExternalSignerParts,
  wallets: ExternalWallets,
  line: WalletConnection,
  address: string,
  { types, primary_type, domain, message }: TypedData,
  signal: AbortSignal,
): Promise<RpcData<'eth_signTypedData_v4'>> {
  require(line, 'eth_signTypedData_v4')
  const chain = (await ethereum()).chains.find(({ id }) => id === Number(domain.chainId))
  // Wallets refuse typed data of another chain than they are on. Data that names none holds on every chain: the wallet stays where it is.
  if (chain) await wallets.bringToChain(line, chain, signal)
  const typedData = JSON.stringify({
    // Without it MetaMask hashes a domain of no fields.
    types: { EIP712Domain: DOMAIN.filter(({ name }) => domain[name] !== undefined), ...types },
    primaryType: primary_type,
    domain,
    message,
  })
  const { signature } = await line.ask('eth_signTypedData_v4', { address, typedData }, signal)
  return { signature, encoding: 'hex' }
}

async function signBytes(
  line: WalletConnection,
  address: string,
  message: string,
  signal: AbortSignal,
): Promise<RpcData<'signMessage'>> {
  require(line, 'solana:signMessage')
  const bytes = base64Bytes(message) ?? new Uint8Array()
  const { signedMessage, signature } = await line.ask(
    'solana:signMessage',
    { address, message: bytes },
    signal,
  )
  // The page verifies it over the message that it asked for, and the person approved no other.
  const isAsAsked =
    signedMessage.length === bytes.length && signedMessage.every((byte, at) => byte === bytes[at])
  if (!isAsAsked || signature.length !== 64)
    throw clientError('unable_to_sign', 'What came back signed is not the message that was approved.')
  return { signature: base64Text(signature), encoding: 'base64' }
}
