import { SettingsError } from '../settings.ts'
import type { KeyWrapper } from './key-wrapper.ts'
import { VAULT_CIPHERTEXT, vaultTransit } from './vault-transit.ts'

/** What says where the KMS is and how it is asked: nothing for another process of ours. */
export const KMS_VARIABLES = /^VITRINE_VAULT_/

/** Whether a master key's text is one that a KMS wrapped. */
export const isWrapped = (text: string): boolean => VAULT_CIPHERTEXT.test(text)

/** @throws SettingsError when none is named, or it is named in part */
export function readWrapper(env: Readonly<Record<string, string | undefined>>): KeyWrapper {
  const {
    VITRINE_VAULT_ADDR: address,
    VITRINE_VAULT_KEY: key,
    VITRINE_VAULT_TOKEN_FILE: tokenFile,
    VITRINE_VAULT_MOUNT: mount = 'transit',
    VITRINE_VAULT_NAMESPACE: namespace,
    VITRINE_VAULT_CONTEXT: context,
  } = env
  if (!address || !key || !tokenFile) {
    throw new SettingsError(
      'The master key is wrapped by Vault: set VITRINE_VAULT_ADDR, VITRINE_VAULT_KEY and VITRINE_VAULT_TOKEN_FILE.',
    )
  }
  return vaultTransit({
    ...{ address: readAddress(address), key, tokenFile, mount },
    namespace: namespace || null,
    context: context || null,
  })
}

const isLoopback = ({ hostname }: URL) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

function readAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  // The master key and the token that opens it go there.
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))))
    throw new SettingsError(`VITRINE_VAULT_ADDR must be an https address, or http on this machine: ${text}`)
  return url
}
