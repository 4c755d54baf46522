import { getProgramDerivedAddress, address as toAddress } from '@solana/kit'
import { Keypair } from '@solana/web3.js'
import { base58Bytes } from '@vitrine/shared/encoding.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, it } from 'vitest'
import type { ChainAccount } from '../../chains/solana/ports.ts'
import { nameAddress, resolveSns } from './sns.ts'

const NAME_SERVICE = 'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX'
const SOL_DOMAIN = '58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx'
const RECORDS_V2 = '2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo'
/** Published beside the name service's own library. */
const BONFIDA = 'Crf8hzfthWGbGbLTVCiqRqV5MVnbpHB1L9KQMd6gsinb'
const { signal } = new AbortController()
const bytes = (address: string) => base58Bytes(address) ?? new Uint8Array()
const someone = () => Keypair.generate().publicKey.toBase58()

function account(owner: string, { parent = SOL_DOMAIN, ofClass = '', content = new Uint8Array() } = {}) {
  const data = new Uint8Array(96 + content.length)
  data.set(bytes(parent), 0)
  data.set(bytes(owner), 32)
  if (ofClass) data.set(bytes(ofClass), 64)
  data.set(content, 96)
  return { owner: NAME_SERVICE, lamports: 1n, data } satisfies ChainAccount
}

/** A node that has these accounts, and no others. */
const nodeWith = (kept: Readonly<Record<string, ChainAccount>>) => ({
  accounts: async (addresses: readonly string[]) => new Map(addresses.map(it => [it, kept[it] ?? null])),
})
const first = await nameAddress('\x01SOL', BONFIDA)
const second = await nameAddress('\x02SOL', BONFIDA, RECORDS_V2)

it('derives the accounts that the service has', async () => {
  expect(await nameAddress('bonfida', SOL_DOMAIN)).toBe(BONFIDA)
  const records = 'HP3D4D1ZCmohQGFVms2SS4LCANgJyksBf5s1F77FuFjZ'
  const of = { programAddress: toAddress(records), seeds: [bytes(records)] }
  expect((await getProgramDerivedAddress(of))[0]).toBe(RECORDS_V2)
})

it('a plain name leads to its owner, whatever the case of its letters', async () => {
  const owner = someone()
  const node = nodeWith({ [BONFIDA]: account(owner) })
  for (const name of ['bonfida.sol', 'Bonfida.SOL'])
    expect(await resolveSns(node, name, signal)).toEqual({ address: owner })
  expect(await resolveSns(node, 'bonfidа.sol', signal)).toEqual({ problem: 'nameUnknown' })
})

it('a name that is wrapped, so that a program’s account owns it, is refused', async () => {
  const node = nodeWith({ [BONFIDA]: account(first) })
  expect(await resolveSns(node, 'bonfida.sol', signal)).toEqual({ problem: 'nameUnsure' })
})

it.each(['first', 'second'] as const)(
  'a record of the %s version counts only where it names the owner',
  async version => {
    const owner = someone()
    const record = (key: string) =>
      version === 'first'
        ? {
            [first]: account(owner, {
              parent: BONFIDA,
              content: new Uint8Array([...bytes(key), ...new Uint8Array(64)]),
            }),
          }
        : {
            [second]: account(owner, {
              parent: BONFIDA,
              ofClass: RECORDS_V2,
              content: new Uint8Array([...new Uint8Array(72), ...bytes(key)]),
            }),
          }
    const at = (key: string) =>
      resolveSns(nodeWith({ [BONFIDA]: account(owner), ...record(key) }), 'bonfida.sol', signal)
    expect(await at(owner)).toEqual({ address: owner })
    expect(await at(someone())).toEqual({ problem: 'nameUnsure' })
  },
)

it('what stands elsewhere, or is another program’s, is no name', async () => {
  const owner = someone()
  for (const other of [account(owner, { parent: someone() }), { ...account(owner), owner: someone() }]) {
    const answer = await resolveSns(nodeWith({ [BONFIDA]: other }), 'bonfida.sol', signal)
    expect(answer).toHaveProperty('problem')
  }
})

it('a node that does not answer is no name that is absent', async () => {
  const down = clientError('service_unavailable', 'Away.')
  const accounts = () => Promise.reject(down)
  await expect(resolveSns({ accounts }, 'bonfida.sol', signal)).rejects.toBe(down)
})
