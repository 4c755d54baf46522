import { type Hex, hexToString } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** A wallet as an extension puts it into a page (EIP-6963); its user says yes to everything. */
const account = privateKeyToAccount(generatePrivateKey())
const ANSWERS: { readonly [method: string]: (params: readonly Hex[]) => unknown } = {
  eth_chainId: () => '0x1',
  eth_accounts: () => [account.address],
  eth_requestAccounts: () => [account.address],
  personal_sign: ([message = '0x']) => account.signMessage({ message: hexToString(message) }),
}
const provider = {
  async request({ method, params = [] }: { method: string; params?: readonly Hex[] }) {
    const answer = ANSWERS[method]
    if (!answer) throw Object.assign(new Error(`${method} is not supported.`), { code: 4200 })
    return answer(params)
  },
  on: () => provider,
  removeListener: () => provider,
}
const detail = Object.freeze({
  info: Object.freeze({
    uuid: crypto.randomUUID(),
    name: 'Fox',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    rdns: 'example.fox',
  }),
  provider,
})
const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
addEventListener('eip6963:requestProvider', announce)
announce()
