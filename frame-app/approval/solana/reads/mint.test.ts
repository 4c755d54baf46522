import { Keypair } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { METADATA, TOKEN, TOKEN_2022 } from '../../../chains/solana/programs.ts'
import {
  extendedMint,
  keyBytes,
  metadataValue,
  metaplexData,
} from '../../../chains/solana/testing/mint-account.ts'
import { mintData } from '../../../chains/solana/testing/spl-token.ts'
import { readMint } from './mint.ts'

const fresh = () => Keypair.generate().publicKey.toBase58()
const [MINT, OTHER] = [fresh(), fresh()]
const account = (data: Uint8Array, owner: string) => ({ lamports: 1n, owner, data })
const pointer = (to: string | null) => [18, Buffer.concat([Buffer.alloc(32), keyBytes(to)])] as const
const read = (extensions: Parameters<typeof extendedMint>[1], metadata: Uint8Array | null = null) =>
  readMint(MINT, account(extendedMint(9, extensions), TOKEN_2022), metadata && account(metadata, METADATA))
const plain = (metadata: Uint8Array | null, owner = METADATA) =>
  readMint(MINT, account(mintData(5), TOKEN), metadata && account(metadata, owner))
const FREE = { permanentDelegate: null, hook: null, takesFee: false }

describe('a mint', () => {
  it('without metadata has no name', () => {
    expect(plain(null)).toEqual({ decimals: 5, symbol: null, rules: FREE })
  })

  it('has the symbol of its metadata account, without the zeros behind it', () => {
    expect(plain(metaplexData(MINT, 'Bonk', 'BONK'))?.symbol).toBe('BONK')
    expect(plain(metaplexData(MINT, 'Only a name', ''))?.symbol).toBe('Only a name')
  })

  it.each<[string, Uint8Array, string?]>([
    ['of another mint', metaplexData(OTHER, 'Bonk', 'BONK')],
    ['of another program', metaplexData(MINT, 'Bonk', 'BONK'), TOKEN],
    ['of another kind', metaplexData(MINT, 'Bonk', 'BONK').with(0, 1)],
    ['that is cut short', metaplexData(MINT, 'Bonk', 'BONK').subarray(0, 80)],
    ['that is longer than it is', metaplexData(MINT, 'Bonk', 'BONK').with(67, 255)],
    ['that is no text', metaplexData(MINT, Uint8Array.of(0xff), Uint8Array.of(0xff))],
    ['that goes on for a page', metaplexData(MINT, 'x'.repeat(129), 'BONK')],
    ['that is empty', new Uint8Array()],
  ])('is not named by metadata %s', (_name, metadata, owner) => {
    expect(plain(metadata, owner)).toEqual({ decimals: 5, symbol: null, rules: FREE })
  })

  it('of Token-2022 has the symbol that it holds itself, and points to', () => {
    const own = [19, metadataValue(MINT, 'Own', 'OWN')] as const
    expect(read([pointer(MINT), own])).toMatchObject({ decimals: 9, symbol: 'OWN' })
    expect(read([own])?.symbol).toBeNull()
    expect(read([pointer(OTHER), own])?.symbol).toBeNull()
    expect(read([pointer(MINT), [19, metadataValue(OTHER, 'Own', 'OWN')]])?.symbol).toBeNull()
    expect(read([], metaplexData(MINT, 'Bonk', 'BONK'))?.symbol).toBe('BONK')
  })

  it('of Token-2022 tells who may take it back, what runs at transfers, and that it takes a fee', () => {
    const fee = Buffer.alloc(108)
    fee.writeUInt16LE(50, 106)
    expect(
      read([
        [1, fee],
        [12, keyBytes(OTHER)],
        [14, Buffer.concat([Buffer.alloc(32), keyBytes(OTHER)])],
      ])?.rules,
    ).toEqual({ permanentDelegate: OTHER, hook: OTHER, takesFee: true })
    expect(
      read([
        [1, Buffer.alloc(108)],
        [12, keyBytes(null)],
        [14, Buffer.alloc(64)],
      ])?.rules,
    ).toEqual(FREE)
  })

  it.each<[string, Uint8Array]>([
    ['that ends inside of its type', Uint8Array.of(...extendedMint(9, []), 12)],
    ['longer than the account', Uint8Array.of(...extendedMint(9, []), 12, 0, 255, 255)],
    ['of a length that is not its own', extendedMint(9, [[12, new Uint8Array(3)]])],
    ['that is padding', Uint8Array.of(...extendedMint(9, []), ...new Uint8Array(64))],
  ])('with an extension %s is read as far as it goes', (_name, data) => {
    expect(readMint(MINT, account(data, TOKEN_2022), null)).toEqual({
      decimals: 9,
      symbol: null,
      rules: FREE,
    })
  })

  it('is none in an account of another program', () => {
    expect(readMint(MINT, account(mintData(5), METADATA), null)).toBeNull()
    expect(readMint(MINT, null, null)).toBeNull()
  })
})
