import { isDeepStrictEqual } from 'node:util'
import {
  type Address,
  getAddressDecoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
} from '@solana/kit'
import { expect, it } from 'vitest'
import { readMessage, readTransaction, type SolanaConfig, type SolanaMessage } from './solana-message.ts'

/**
 * The reader against `@solana/kit`: both read what a seeded generator writes with kit's encoders, and what is left of it after
 * a change. Every byte that the reader accepts must mean the same to kit.
 */

const VERSIONS = ['legacy', 0, 1] as const
const MESSAGES_OF_EACH = 1_000
type Version = (typeof VERSIONS)[number]

/** Mulberry32: the same numbers in every run. */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    between: (least: number, most: number) => least + below(most - least + 1),
    chance: (share: number) => next() < share,
    bytes: (length: number) => Uint8Array.from({ length }, () => below(256)),
  }
}
type Random = ReturnType<typeof createRandom>

const numbers = createRandom(30)
const ADDRESSES: readonly Address[] = Array.from({ length: 512 }, () =>
  getAddressDecoder().decode(numbers.bytes(32)),
)
const addresses = (random: Random, count: number): Address[] => {
  const first = random.below(ADDRESSES.length)
  return Array.from({ length: count }, (_, index) => ADDRESSES[(first + index) % ADDRESSES.length] as Address)
}

/** Small as most are, and sometimes as many as the format has room for. */
const some = (random: Random, most: number) =>
  random.below((random.chance(0.05) ? most : Math.min(most, 5)) + 1)

function randomMessage(random: Random, version: Version): SolanaMessage {
  const requiredSignatures = random.between(1, random.chance(0.03) ? 12 : 2)
  const readonlyUnsigned = random.between(1, 2)
  const keyCount = requiredSignatures + readonlyUnsigned + some(random, version === 1 ? 40 : 20)
  const keys = addresses(random, keyCount)
  const lookups =
    version === 0
      ? Array.from({ length: some(random, 2) }, () => ({
          table: addresses(random, 1)[0] as Address,
          writable: [random.below(256), ...random.bytes(some(random, 12))],
          readonly: [...random.bytes(some(random, 12))],
        }))
      : []
  const lookedUp = lookups.reduce((sum, { writable, readonly }) => sum + writable.length + readonly.length, 0)
  const instructions = Array.from({ length: some(random, version === 1 ? 64 : 12) }, () => ({
    programIndex: random.between(1, keyCount - 1),
    accounts: Array.from({ length: some(random, 30) }, () => random.below(keyCount + lookedUp)),
    data: random.bytes(some(random, random.chance(0.1) ? 700 : 40)),
  }))
  return {
    version,
    requiredSignatures,
    readonlySigned: random.below(requiredSignatures),
    readonlyUnsigned,
    keys,
    blockhash: addresses(random, 1)[0] as Address,
    instructions,
    lookups,
    config: version === 1 ? randomConfig(random) : null,
  }
}

function randomConfig(random: Random): SolanaConfig {
  const maybe = <T>(value: T) => (random.chance(0.5) ? value : null)
  const u32 = () => random.below(2 ** 32)
  return {
    priorityFee: maybe(BigInt(u32()) * BigInt(u32())),
    computeUnitLimit: maybe(u32()),
    loadedAccountsDataSizeLimit: maybe(u32()),
    heapSize: maybe(1024 * random.between(32, 256)),
  }
}

type Compiled = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>

/** The message as kit's codecs name its parts. */
function toKit(message: SolanaMessage): Compiled {
  const { version, instructions, keys, config } = message
  const common = {
    header: {
      numSignerAccounts: message.requiredSignatures,
      numReadonlySignerAccounts: message.readonlySigned,
      numReadonlyNonSignerAccounts: message.readonlyUnsigned,
    },
    staticAccounts: [...keys] as Address[],
    lifetimeToken: message.blockhash,
  }
  if (version === 1) {
    const { priorityFee, computeUnitLimit, loadedAccountsDataSizeLimit, heapSize } = config as SolanaConfig
    const limits = [computeUnitLimit, loadedAccountsDataSizeLimit, heapSize]
    return {
      ...common,
      version,
      configMask: limits.reduce<number>(
        (mask, limit, index) => (limit === null ? mask : mask | (4 << index)),
        priorityFee === null ? 0 : 3,
      ),
      configValues: [
        ...(priorityFee === null ? [] : [{ kind: 'u64', value: priorityFee } as const]),
        ...limits.flatMap(value => (value === null ? [] : [{ kind: 'u32', value } as const])),
      ],
      numInstructions: instructions.length,
      numStaticAccounts: keys.length,
      instructionHeaders: instructions.map(({ programIndex, accounts, data }) => ({
        programAccountIndex: programIndex,
        numInstructionAccounts: accounts.length,
        numInstructionDataBytes: data.length,
      })),
      instructionPayloads: instructions.map(({ accounts, data }) => ({
        instructionAccountIndices: [...accounts],
        instructionData: data,
      })),
    }
  }
  return {
    ...common,
    version,
    instructions: instructions.map(({ programIndex, accounts, data }) => ({
      programAddressIndex: programIndex,
      accountIndices: [...accounts],
      data,
    })),
    ...(version === 0 && {
      addressTableLookups: message.lookups.map(({ table, writable, readonly }) => ({
        lookupTableAddress: table as Address,
        writableIndexes: writable,
        readonlyIndexes: readonly,
      })),
    }),
  } as Compiled
}

/** Gives what kit read the names of the reader. */
function fromKit(compiled: Compiled): SolanaMessage {
  const { header, staticAccounts, lifetimeToken } = compiled
  const common = {
    requiredSignatures: header.numSignerAccounts,
    readonlySigned: header.numReadonlySignerAccounts,
    readonlyUnsigned: header.numReadonlyNonSignerAccounts,
    keys: staticAccounts,
    blockhash: lifetimeToken,
  }
  if (compiled.version === 1) {
    const values = compiled.configValues.map(({ value }) => value)
    const take = (bits: number) => (compiled.configMask & bits ? values.shift() : null)
    return {
      ...common,
      version: 1,
      instructions: compiled.instructionPayloads.map((payload, index) => ({
        programIndex: compiled.instructionHeaders[index]?.programAccountIndex ?? -1,
        accounts: payload.instructionAccountIndices,
        data: Uint8Array.from(payload.instructionData),
      })),
      lookups: [],
      config: {
        priorityFee: take(3) as bigint | null,
        computeUnitLimit: take(4) as number | null,
        loadedAccountsDataSizeLimit: take(8) as number | null,
        heapSize: take(16) as number | null,
      },
    }
  }
  return {
    ...common,
    version: compiled.version,
    instructions: compiled.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
      programIndex: programAddressIndex,
      accounts: accountIndices ?? [],
      data: Uint8Array.from(data ?? []),
    })),
    lookups: ((compiled.version === 0 && compiled.addressTableLookups) || []).map(it => ({
      table: it.lookupTableAddress,
      writable: [...it.writableIndexes],
      readonly: [...it.readonlyIndexes],
    })),
    config: null,
  }
}

const encoder = getCompiledTransactionMessageEncoder()
const decoder = getCompiledTransactionMessageDecoder()
const encodeMessage = (message: SolanaMessage): Uint8Array => new Uint8Array(encoder.encode(toKit(message)))

/** @returns `null` where kit refuses */
function readWithKit(bytes: Uint8Array): SolanaMessage | null {
  try {
    return fromKit(decoder.decode(bytes))
  } catch {
    return null
  }
}

type Change = (bytes: Uint8Array, message: SolanaMessage, random: Random) => Uint8Array

const insert = (bytes: Uint8Array, at: number, replaced: number, by: readonly number[]) =>
  Uint8Array.from([...bytes.subarray(0, at), ...by, ...bytes.subarray(at + replaced)])
/** Where the number of keys is; before version 1 it is one byte in these messages. */
const keyCountAt = ({ version }: SolanaMessage) => ({ legacy: 3, 0: 4, 1: 41 })[version]

/** Changes after which no message is read, whatever kit makes of it. */
const REFUSED: Readonly<Record<string, Change>> = {
  'cut short': (bytes, _message, random) => bytes.subarray(0, random.below(bytes.length)),
  'with bytes behind it': (bytes, _message, random) => insert(bytes, bytes.length, 0, [...random.bytes(3)]),
  'with a longer spelling of its length': (bytes, message) =>
    message.version === 1
      ? // Version 1 has lengths of fixed width: a configuration that says nothing known is the other spelling.
        insert(bytes, 7, 1, [0x80])
      : insert(bytes, keyCountAt(message), 1, [(bytes[keyCountAt(message)] ?? 0) | 0x80, 0]),
  'with more keys than it can have': (bytes, message) =>
    message.version === 1
      ? insert(bytes, 41, 1, [65])
      : insert(bytes, keyCountAt(message), 1, [0xff, 0xff, 0x03]),
  'with more signers than keys': (bytes, { version, keys }) =>
    insert(bytes, version === 'legacy' ? 0 : 1, 1, [keys.length + 1]),
  'with more instructions than it can have': (bytes, { version, keys }) =>
    version === 1
      ? insert(bytes, 40, 1, [65])
      : insert(bytes, (version === 0 ? 5 : 4) + 32 * (keys.length + 1), 1, [0xff, 0xff, 0x03]),
  'of a version that there is not': (bytes, { version }) =>
    version === 'legacy' ? insert(bytes, 0, 0, [0x82]) : insert(bytes, 0, 1, [0xff]),
  'with half a priority fee': (bytes, { version }) =>
    version === 1 ? insert(bytes, 4, 1, [((bytes[4] ?? 0) & ~0b11) | 0b10]) : bytes.subarray(1),
}

const CHANGES = Object.entries(REFUSED)

it.each(VERSIONS)(
  'reads messages of version %s as kit reads them, and no changed one that kit refuses',
  version => {
    const random = createRandom(385)
    const outcomes = { accepted: 0, refusedByBoth: 0, refusedAlone: 0 }
    for (let index = 0; index < MESSAGES_OF_EACH; index++) {
      const message = randomMessage(random, version)
      const bytes = encodeMessage(message)
      const fail = (how: string) =>
        expect.fail(`Message ${index} ${how}: ${Buffer.from(bytes).toString('hex')}`)
      if (!isDeepStrictEqual(readMessage(bytes), message)) fail('as it was written')
      if (!isDeepStrictEqual(readWithKit(bytes), message)) fail('as kit reads it')

      const [name, change] = CHANGES[index % CHANGES.length] as (typeof CHANGES)[number]
      if (readMessage(change(bytes, message, random)) !== null) fail(name)

      // Any byte at all: kit must read the same from the bytes that are still accepted.
      const changed = bytes.with(random.below(bytes.length), random.below(256))
      const [own, kits] = [readMessage(changed), readWithKit(changed)]
      if (own !== null && !isDeepStrictEqual(own, kits)) fail(`as ${Buffer.from(changed).toString('hex')}`)
      outcomes[own !== null ? 'accepted' : kits === null ? 'refusedByBoth' : 'refusedAlone']++
    }
    // The generator must reach each outcome, or a comparison says nothing.
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(30)
  },
)

it('splits whole transactions into signatures and message as kit does, and refuses the other envelope', () => {
  const random = createRandom(64)
  for (let index = 0; index < 300; index++) {
    const version = VERSIONS[index % VERSIONS.length] as Version
    const message = randomMessage(random, version)
    const messageBytes = encodeMessage(message)
    const signers = message.keys.slice(0, message.requiredSignatures)
    const signatures = signers.map(() => (random.chance(0.3) ? new Uint8Array(64) : random.bytes(64)))
    const bytes = new Uint8Array(
      getTransactionEncoder().encode({
        messageBytes: messageBytes as never,
        signatures: Object.fromEntries(signers.map((key, place) => [key, signatures[place]])) as never,
      }),
    )
    const read = readTransaction(bytes)
    const fail = (how: string) =>
      expect.fail(`Transaction ${index} ${how}: ${Buffer.from(bytes).toString('hex')}`)
    if (bytes.length > (version === 1 ? 4_096 : 1_232)) {
      if (read !== null) fail('of more bytes than a node accepts')
      continue
    }
    if (!isDeepStrictEqual(read, { signatures, message, messageBytes })) fail('as it was written')
    const kits = getTransactionDecoder().decode(bytes)
    if (!isDeepStrictEqual(Uint8Array.from(kits.messageBytes), messageBytes)) fail('as kit splits it')
    if (!isDeepStrictEqual(Object.keys(kits.signatures), signers)) fail('as kit finds its signers')

    const first = Uint8Array.from([signers.length, ...signatures.flatMap(it => [...it]), ...messageBytes])
    const last = Uint8Array.from([...messageBytes, ...signatures.flatMap(it => [...it])])
    if (readTransaction(version === 1 ? first : last) !== null) fail('in the other envelope')
    if (readTransaction(bytes.subarray(0, random.below(bytes.length))) !== null) fail('cut short')
    if (readTransaction(Uint8Array.from([...bytes, 0])) !== null) fail('with a byte behind it')
  }
})
