import { Keypair } from '@solana/web3.js'
import { base58Text, hexText } from '@vitrine/shared/encoding.ts'
import { Wallet } from 'ethers'
import { describe, expect, it } from 'vitest'
import { addressOfKey, solanaSecretKey } from './chain-key.ts'
import { readKey } from './read-key.ts'

const HEX = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
const pair = Keypair.fromSeed(new Uint8Array(32).fill(7))
const { secretKey } = pair

describe('a private key as other wallets write it', () => {
  it.each([HEX, `0x${HEX}`, HEX.toUpperCase(), ` 0x${HEX}\n`])('of Ethereum: %s', text => {
    const read = readKey('ethereum', text)
    if (!('key' in read)) throw new Error(read.problem)
    expect(addressOfKey('ethereum', read.key)).toBe(new Wallet(HEX).address)
  })

  it.each([
    ['base58 of the secret key', base58Text(secretKey)],
    ['base58 of its first half', base58Text(secretKey.subarray(0, 32))],
    ['the file of solana-keygen', JSON.stringify([...secretKey])],
    ['hex', hexText(secretKey)],
  ])('of Solana: %s', (_, text) => {
    const read = readKey('solana', text)
    if (!('key' in read)) throw new Error(read.problem)
    expect(addressOfKey('solana', read.key)).toBe(pair.publicKey.toBase58())
    expect([...solanaSecretKey(read.key)]).toEqual([...secretKey])
  })

  const other = Uint8Array.from(secretKey)
  other[63] = (other[63] ?? 0) ^ 1
  it.each([
    ['ethereum', 'hello', 'not-a-key'],
    ['ethereum', HEX.slice(1), 'key-length'],
    ['ethereum', HEX.slice(2), 'key-length'],
    ['ethereum', '0'.repeat(64), 'off-curve'],
    ['ethereum', ORDER, 'off-curve'],
    ['ethereum', JSON.stringify([1, 2]), 'not-a-key'],
    ['solana', 'l0O', 'not-a-key'],
    ['solana', '[1, 2, 3', 'not-a-key'],
    ['solana', '[256]', 'not-a-key'],
    ['solana', '["1"]', 'not-a-key'],
    ['solana', base58Text(secretKey.subarray(0, 40)), 'key-length'],
    ['solana', base58Text(other), 'halves'],
    ['solana', JSON.stringify([...other]), 'halves'],
  ] as const)('%s refuses %s: %s', (chainType, text, problem) => {
    expect(readKey(chainType, text)).toEqual({ problem })
  })
})
