import { ed25519 } from '@noble/curves/ed25519.js'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { issuedAt } from '@vitrine/shared/api/wallet-sign-in.ts'
import { base58Text, base64Text } from '@vitrine/shared/encoding.ts'
import { siweMessage, siwsMessage } from '@vitrine/shared/wallet/sign-in-message.ts'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type Answer, callAs, initCode, type LoggedIn, signedCall } from '../../testing/client.ts'
import type { Device } from '../../testing/device.ts'
import type { CalledServer } from '../../testing/server.ts'

/** The site that people are on. */
export const SITE = 'https://shop.example'

export interface Refusable {
  readonly code: string
  readonly error: string
  readonly data?: { readonly nonce: string }
}
export interface Begun {
  readonly nonce: string
  readonly address: string
  readonly expires_at: number
  readonly signature: string
}

/** A wallet with a key. */
export interface TestWallet {
  readonly method: 'siwe' | 'siws'
  readonly address: string
  message(
    begun: Begun,
    change?: { readonly origin?: string; readonly address?: string; readonly chainId?: number },
  ): string
  /** As its method's calls take it. */
  sign(message: string): Promise<string>
  signBytes(bytes: Uint8Array): string
}

export function ethereumWallet(): TestWallet {
  const key = privateKeyToAccount(generatePrivateKey())
  return {
    method: 'siwe',
    address: key.address,
    message: (begun, { chainId = 1, ...change } = {}) =>
      siweMessage({ ...partsOf(begun, key.address), ...change }, chainId),
    sign: message => key.signMessage({ message }),
    signBytes: () => '',
  }
}

export function solanaWallet(): TestWallet {
  const { secretKey, publicKey } = ed25519.keygen()
  const address = base58Text(publicKey)
  const signBytes = (bytes: Uint8Array) => base64Text(ed25519.sign(bytes, secretKey))
  return {
    method: 'siws',
    address,
    message: (begun, change = {}) => siwsMessage({ ...partsOf(begun, address), ...change }),
    sign: async message => signBytes(new TextEncoder().encode(message)),
    signBytes,
  }
}

const partsOf = ({ nonce, expires_at }: Begun, address: string) => ({
  ...{ origin: SITE, address, nonce, issuedAt: issuedAt(expires_at) },
  resource: 'http://localhost:4401/apps/app',
})

/** The calls of `/siwe` and `/siws`, as the frame makes them. */
export function walletCalls(server: () => CalledServer) {
  const path = ({ method }: Pick<TestWallet, 'method'>, call: string) => `/api/v1/${method}/${call}`
  const begin = async (
    wallet: Pick<TestWallet, 'method' | 'address'>,
    device: Device,
    as?: LoggedIn,
    body: object = {},
  ): Promise<Answer<Begun & Refusable>> => {
    const asked = { address: wallet.address, ...(as && { purpose: 'link' }), ...body }
    const answer = as
      ? await callAs(server(), as, path(wallet, 'init'), { body: asked })
      : await initCode(server(), device, asked, {}, path(wallet, 'init'))
    return answer as unknown as Answer<Begun & Refusable>
  }
  const send = (
    wallet: Pick<TestWallet, 'method'>,
    device: Device,
    body: object,
    as?: LoggedIn,
    call = as ? 'link' : 'authenticate',
  ) =>
    signedCall<AuthenticatedUser & WireUser & Refusable>(server(), device, path(wallet, call), {
      body: { ...body },
      ...(as && { as: { userId: as.user.id, token: as.token } }),
    })
  const signed = async (
    wallet: TestWallet,
    device: Device,
    as?: LoggedIn,
    change: Parameters<TestWallet['message']>[1] = {},
  ) => {
    const { body } = await begin(wallet, device, as)
    const message = wallet.message(body, change)
    return { message, signature: await wallet.sign(message) }
  }
  return {
    begin,
    send,
    /** What the person signed when they were asked. */
    signed,
    async enter(wallet: TestWallet, device: Device, body: object = {}) {
      return send(wallet, device, { ...(await signed(wallet, device)), ...body })
    },
    async link(wallet: TestWallet, as: LoggedIn, body: object = {}) {
      return send(wallet, as.device, { ...(await signed(wallet, as.device, as)), ...body }, as)
    },
    unlink: (wallet: Pick<TestWallet, 'method' | 'address'>, as: LoggedIn, body: object = {}) =>
      callAs<WireUser & Refusable>(server(), as, path(wallet, 'unlink'), {
        body: { address: wallet.address, ...body },
      }),
    transfer: (wallet: Pick<TestWallet, 'method' | 'address'>, as: LoggedIn, nonce: string | undefined) =>
      signedCall<WireUser & Refusable>(server(), as.device, path(wallet, 'transfer'), {
        body: { nonce, address: wallet.address },
        as: { userId: as.user.id, token: as.token },
      }),
  }
}
