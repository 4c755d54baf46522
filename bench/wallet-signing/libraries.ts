/** The libraries alone, in the page and with the key in a variable: what the benchmarks of the wallets compare with. */
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  english,
  generateMnemonic,
  generatePrivateKey,
  mnemonicToAccount,
  privateKeyToAccount,
} from 'viem/accounts'

/** What the benchmarks call in the page. */
export interface Libraries {
  viem(message: string): Promise<unknown>
  /** WebCrypto's, or noble's where the browser has none. */
  ed25519(message: string): Promise<unknown>
  readonly ed25519By: 'WebCrypto' | 'noble'
  /** Twelve new words and the key of `m/44'/60'/0'/0/0`. */
  viemWallet(): Promise<unknown>
  ed25519Key(): Promise<unknown>
}

const account = privateKeyToAccount(generatePrivateKey())
const native = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']).catch(() => null)
const secret = ed25519.utils.randomSecretKey()
const encode = (text: string) => new TextEncoder().encode(text)

Object.assign(window, {
  libraries: {
    viem: message => account.signMessage({ message }),
    ed25519: async message =>
      native && 'privateKey' in native
        ? crypto.subtle.sign('Ed25519', native.privateKey, encode(message))
        : ed25519.sign(encode(message), secret),
    ed25519By: native ? 'WebCrypto' : 'noble',
    viemWallet: async () => mnemonicToAccount(generateMnemonic(english)),
    ed25519Key: async () =>
      native ? crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']) : ed25519.keygen(),
  } satisfies Libraries,
})
