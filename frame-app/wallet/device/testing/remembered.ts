import { createHash } from 'node:crypto'

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
type Seed = typeof import('../../../vault/set/seed.ts')

/** For `vi.mock('hash-wasm')`: the real library at a hundredth of its cost, once for a passcode and salt. */
export async function rememberArgon2id(original: () => Promise<{ readonly argon2id: Argon2id }>) {
  const { argon2id } = await original()
  const cheap = (options: Parameters<Argon2id>[0]) =>
    argon2id({ ...options, memorySize: 64 }) as unknown as Promise<Uint8Array>
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
