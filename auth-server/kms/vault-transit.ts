import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { SettingsError } from '../settings.ts'
import type { KeyWrapper } from './key-wrapper.ts'

const TIMEOUT_MS = 10_000

/** Of HashiCorp Vault's Transit engine, and of what speaks as it does, such as OpenBao. */
export interface VaultTransit {
  /** Of the server: `https`, or `http` on this machine. */
  readonly address: URL
  /** Where the engine is mounted; `transit` unless the operator moved it. */
  readonly mount: string
  readonly key: string
  /** Read at each call: an agent renews it. */
  readonly tokenFile: string
  /** Of Vault Enterprise; `null`: none. */
  readonly namespace: string | null
  /** Of a key that derives one for each context; `null`: it does not. */
  readonly context: string | null
}

/** `vault:v<key version>:<base64>`: https://developer.hashicorp.com/vault/api-docs/secret/transit#encrypt-data */
export const VAULT_CIPHERTEXT = /^vault:v\d+:[A-Za-z0-9+/]+={0,2}$/

const encrypted = z.object({ data: z.object({ ciphertext: z.string().regex(VAULT_CIPHERTEXT) }) })
const decrypted = z.object({ data: z.object({ plaintext: z.string() }) })
const refused = z.object({ errors: z.array(z.string()) })

export function vaultTransit(vault: VaultTransit): KeyWrapper {
  return {
    async wrap(key) {
      const { data } = await ask(vault, 'encrypt', { plaintext: key.toString('base64') }, encrypted)
      return data.ciphertext
    },
    async unwrap(ciphertext) {
      const { data } = await ask(vault, 'decrypt', { ciphertext }, decrypted)
      return Buffer.from(data.plaintext, 'base64')
    },
  }
}

async function ask<Answer>(
  { address, mount, key, tokenFile, namespace, context }: VaultTransit,
  verb: 'encrypt' | 'decrypt',
  body: Readonly<Record<string, string>>,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const url = new URL(`/v1/${mount}/${verb}/${encodeURIComponent(key)}`, address)
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-vault-request': 'true',
      'x-vault-token': readToken(tokenFile),
      ...(namespace !== null && { 'x-vault-namespace': namespace }),
    },
    body: JSON.stringify({
      ...body,
      ...(context !== null && { context: Buffer.from(context, 'utf8').toString('base64') }),
    }),
    // A token that follows a redirect is somebody else's.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(error => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const why =
      cause instanceof Error && 'code' in cause
        ? String(cause.code)
        : cause instanceof Error
          ? cause.name
          : ''
    throw new SettingsError(`Vault at ${address.origin} does not answer (${why}).`)
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    // Vault says what is wrong with a request, and quotes none of it.
    const errors = refused.safeParse(answer).data?.errors.join('; ').slice(0, 300)
    throw new SettingsError(
      `Vault refuses to ${verb} with the key ${key} (${response.status}${errors ? `: ${errors}` : ''}).`,
    )
  }
  const read = schema.safeParse(answer)
  if (!read.success)
    throw new SettingsError(`Vault at ${address.origin} gave no answer of its Transit engine.`)
  return read.data
}

function readToken(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown error'
    throw new SettingsError(`The token of Vault in ${path} cannot be read (${code}).`)
  }
}
