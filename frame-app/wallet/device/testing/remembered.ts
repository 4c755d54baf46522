import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Recipients } from '../../../vault/set/recipient.ts'
import { VaultRefusal } from '../../../vault/set/refusal.ts'
import { plainRecipient } from '../../../vault/testing/set-fixtures.ts'

/**
 * What the vault computes of the same input again and again in these tests, computed once: the real functions, whose answers
 * are remembered. Each answer is a copy, since the vault wipes what it gets.
 */
export function remembered<Input extends unknown[]>(
  compute: (...input: Input) => Uint8Array,
): (...input: Input) => Uint8Array<ArrayBuffer> {
  const answers = new Map<string, Uint8Array>()
  return (...input) => {
    const key = keyOf(input)
    const answer = answers.get(key) ?? compute(...input)
    if (!answers.has(key)) answers.set(key, answer.slice())
    return Uint8Array.from(answers.get(key) ?? answer)
  }
}

/** @see remembered */
export function rememberedLater<Input extends unknown[]>(
  compute: (...input: Input) => Promise<Uint8Array>,
): (...input: Input) => Promise<Uint8Array<ArrayBuffer>> {
  const answers = new Map<string, Promise<Uint8Array>>()
  return async (...input) => {
    const key = keyOf(input)
    const answer = answers.get(key) ?? compute(...input).then(it => it.slice())
    answers.set(key, answer)
    return Uint8Array.from(await answer)
  }
}

const keyOf = (input: readonly unknown[]) =>
  JSON.stringify(input, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  )

type Argon2id = typeof import('hash-wasm')['argon2id']
type Derivation = typeof import('@vitrine/shared/wallet/derivation/ethereum.ts')
type Ed25519 = typeof import('../../../vault/set/ed25519-key.ts')
type Ethereum = typeof import('../../../vault/set/ethereum-family.ts')
type Seed = typeof import('../../../vault/set/seed.ts')

/** The vault's cost of a guess at a passcode: 64 MiB, three passes, one lane. */
const COST = { memorySize: 65_536, iterations: 3, parallelism: 1, hashLength: 32 }

/**
 * For `vi.mock('hash-wasm')`: the real library at a hundredth of its cost, once for a passcode and salt. It refuses another cost
 * than the vault's, which would otherwise go unnoticed.
 */
export async function rememberArgon2id(original: () => Promise<{ readonly argon2id: Argon2id }>) {
  const { argon2id } = await original()
  const cheap = (options: Parameters<Argon2id>[0]) => {
    expect(options).toMatchObject(COST)
    return argon2id({ ...options, memorySize: 64 }) as unknown as Promise<Uint8Array>
  }
  return { argon2id: rememberedLater(cheap) }
}

/** For `vi.mock('hash-wasm')` where a passcode is stretched hundreds of times: none of its cost, an answer for each passcode and salt. */
export const withoutStretching = (): { readonly argon2id: (options: Stretched) => Promise<Uint8Array> } => ({
  argon2id: async ({ password, salt }) =>
    Uint8Array.from(createHash('sha256').update(salt).update(password).digest()),
})
interface Stretched {
  readonly password: Uint8Array
  readonly salt: Uint8Array
}

/** For `vi.mock` of the way from a seed to an Ethereum key. */
export async function rememberDerivation(original: () => Promise<Derivation>): Promise<Derivation> {
  const real = await original()
  return { ...real, deriveEthereumKey: remembered(real.deriveEthereumKey) }
}

/** For `vi.mock` of the way from an entropy to its seed. */
export async function rememberSeeds(original: () => Promise<Seed>): Promise<Seed> {
  const real = await original()
  return { ...real, seedOf: rememberedLater(real.seedOf) }
}

/** For `vi.mock` of what an Ethereum key is asked for: each address is made once. */
export async function rememberAddresses(original: () => Promise<Ethereum>): Promise<Ethereum> {
  const { ethereumFamily: real } = await original()
  return { ethereumFamily: { ...real, describe: rememberedDescription(real.describe) } }
}

/** For `vi.mock` of Ed25519: a key is made into its public half, and into the platform's own, once. */
export async function rememberEd25519(original: () => Promise<Ed25519>): Promise<Ed25519> {
  const real = await original()
  const handles = new Map<string, Promise<CryptoKey | null>>()
  const handle = (key: Uint8Array) => {
    const name = keyOf([key])
    const made = handles.get(name) ?? real.nativeEd25519(key)
    handles.set(name, made)
    return made
  }
  return {
    ed25519PublicKey: remembered(real.ed25519PublicKey),
    nativeEd25519: handle,
    signEd25519: async (message, key) =>
      real.signEd25519(message, key instanceof Uint8Array ? ((await handle(key)) ?? key) : key),
  }
}

/**
 * For `vi.mock` of the vault's recipients, where hundreds of pages ask for keys: they come in the clear, for a recipient that is
 * waiting and once. What encrypts them takes most of such a test's time, and `set-vault.test.ts` tests it.
 */
export function withoutEncryption(): { createRecipients(): Recipients } {
  let count = 0
  return {
    createRecipients() {
      const waiting = new Set<string>()
      return {
        async create() {
          const name = plainRecipient(count++)
          waiting.add(name)
          return name
        },
        async open(recipient, text) {
          if (!waiting.delete(recipient)) throw new VaultRefusal('locked')
          return Uint8Array.from(Buffer.from(text, 'base64url'))
        },
        forget: () => waiting.clear(),
      }
    },
  }
}

function rememberedDescription(describe: Ethereum['ethereumFamily']['describe']): typeof describe {
  const answers = new Map<string, ReturnType<typeof describe>>()
  return key => {
    const name = keyOf([key])
    const answer = answers.get(name) ?? describe(key)
    answers.set(name, answer)
    return answer
  }
}
