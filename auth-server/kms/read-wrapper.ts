import { SettingsError } from '../settings.ts'
import type { KeyWrapper } from './key-wrapper.ts'
import { PKCS11_CIPHERTEXT, pkcs11 } from './pkcs11.ts'
import { VAULT_CIPHERTEXT, vaultTransit } from './vault-transit.ts'

/** What says where the KMS is and how it is asked: nothing for another process of ours. */
export const KMS_VARIABLES = /^VITRINE_(VAULT|PKCS11)_/

type Environment = Readonly<Record<string, string | undefined>>

/** Whether a master key's text is one that a KMS wrapped. */
export const isWrapped = (text: string): boolean =>
  VAULT_CIPHERTEXT.test(text) || PKCS11_CIPHERTEXT.test(text)

/** What opens a wrapped text. @throws SettingsError when it is not named, or in part */
export const readUnwrapper = (env: Environment, text: string): KeyWrapper =>
  PKCS11_CIPHERTEXT.test(text) ? readPkcs11(env) : readVault(env)

/** What wraps a key. @throws SettingsError when none is named, both are, or it is named in part */
export function readWrapper(env: Environment): KeyWrapper {
  const names = (prefix: string) =>
    Object.entries(env).some(([name, value]) => value && name.startsWith(prefix))
  const [isVault, isPkcs11] = [names('VITRINE_VAULT_'), names('VITRINE_PKCS11_')]
  if (isPkcs11 && isVault)
    throw new SettingsError('Both Vault and a PKCS#11 token are named: name the one that is to wrap the key.')
  if (!isPkcs11 && !isVault)
    throw new SettingsError(
      'No KMS is named that is to wrap the key: set VITRINE_VAULT_ADDR and others for Vault, or VITRINE_PKCS11_MODULE and others for a token.',
    )
  return isPkcs11 ? readPkcs11(env) : readVault(env)
}

function readPkcs11({
  VITRINE_PKCS11_MODULE: module,
  VITRINE_PKCS11_TOKEN: token,
  VITRINE_PKCS11_KEY: key,
  VITRINE_PKCS11_PIN_FILE: pinFile,
}: Environment): KeyWrapper {
  if (!module || !token || !key || !pinFile) {
    throw new SettingsError(
      'For PKCS#11 to wrap or unwrap the master key, set VITRINE_PKCS11_MODULE, VITRINE_PKCS11_TOKEN, VITRINE_PKCS11_KEY and VITRINE_PKCS11_PIN_FILE.',
    )
  }
  return pkcs11({ module, token, key, pinFile })
}

function readVault(env: Environment): KeyWrapper {
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
      'For Vault to wrap or unwrap the master key, set VITRINE_VAULT_ADDR, VITRINE_VAULT_KEY and VITRINE_VAULT_TOKEN_FILE.',
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
