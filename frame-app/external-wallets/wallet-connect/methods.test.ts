// In a process of its own: a connection is kept up for as long as the process is there, and what connects is counted.
import { ed25519 } from '@noble/curves/ed25519.js'
import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { base58Bytes, base58Text, base64Text } from '@vitrine/shared/encoding.ts'
import { describe, expect, it } from 'vitest'
import { sign } from './testing/phone.ts'
import { connect, framed, never, phoned, relayed } from './testing/two-devices.ts'

/** One signer, one program, one call. */
const transactionOf = (signer: Uint8Array) =>
  new Uint8Array([
    ...[1, ...new Uint8Array(64)],
    ...[1, 0, 1],
    ...[2, ...signer, ...new Uint8Array(32).fill(7)],
    ...new Uint8Array(32).fill(9),
    ...[1, 1, 0, 1, 5],
  ])

async function connected() {
  const relay = await relayed()
  const phone = await phoned(relay)
  const connection = await connect(framed(relay).frame, phone, 'solana')
  const { address } = phone.keys.solana
  const key = base58Bytes(address) ?? new Uint8Array()
  const transaction = transactionOf(key)
  const isSigned = (signature: Uint8Array | undefined, bytes: Uint8Array) =>
    signature !== undefined && ed25519.verify(signature, bytes, key)
  return { phone, connection, address, transaction, isSigned }
}

describe('a phone with a Solana wallet', () => {
  it('signs a message', async () => {
    const { phone, connection, address, isSigned } = await connected()
    const message = new TextEncoder().encode('hi')
    const result = await connection.ask('solana:signMessage', { address, message }, never)
    expect(result.signedMessage).toEqual(message)
    expect(isSigned(result.signature, message)).toBe(true)
    expect(phone.requests).toMatchObject([
      { method: 'solana_signMessage', params: { message: base58Text(message), pubkey: address } },
    ])
  })

  it.each(['with the transaction', 'with the signature alone'])(
    'signs a transaction, answering %s',
    async how => {
      const { phone, connection, address, transaction, isSigned } = await connected()
      if (how.endsWith('alone'))
        phone.habits.request = async request => {
          const { signature } = Object(await sign(request, phone.keys))
          return { signature }
        }
      const asked = { address, transaction, chain: 'solana:devnet' }
      const { signedTransaction } = await connection.ask('solana:signTransaction', asked, never)
      const read = readTransaction(signedTransaction)
      const unsigned = readTransaction(transaction)
      expect(read?.messageBytes).toEqual(unsigned?.messageBytes)
      expect(isSigned(read?.signatures[0], read?.messageBytes ?? new Uint8Array())).toBe(true)
      expect(phone.requests).toMatchObject([
        {
          method: 'solana_signTransaction',
          chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
          params: { transaction: base64Text(transaction), pubkey: address },
        },
      ])
    },
  )

  it('sends a transaction', async () => {
    const { connection, address, transaction, isSigned } = await connected()
    const asked = { address, transaction, chain: 'solana:mainnet' }
    const { signature } = await connection.ask('solana:signAndSendTransaction', asked, never)
    expect(isSigned(signature, readTransaction(transaction)?.messageBytes ?? new Uint8Array())).toBe(true)
  })

  it.each(['solana:testnet', 'eip155:1', 'toString'])(
    'is not asked on %s, which the session has not',
    async chain => {
      const { phone, connection, address, transaction } = await connected()
      const asking = connection.ask('solana:signTransaction', { address, transaction, chain }, never)
      await expect(asking).rejects.toMatchObject({ data: { eipCode: 4_901 } })
      expect(phone.requests).toEqual([])
    },
  )

  const SIGNATURE = base58Text(new Uint8Array(64).fill(3))
  it.each<[string, unknown]>([
    ['nothing', null],
    ['text', SIGNATURE],
    ['a short signature', { signature: base58Text(new Uint8Array(63)) }],
    ['a signature that is no base58', { signature: '0'.repeat(88) }],
    ['what is no transaction', { signature: SIGNATURE, transaction: 'AAAA' }],
    ['what is no base64', { signature: SIGNATURE, transaction: '!' }],
  ])('is not believed when it answers with %s', async (_, answer) => {
    const { phone, connection, address, transaction } = await connected()
    phone.habits.request = () => answer
    const asked = { address, transaction, chain: 'solana:mainnet' }
    await expect(connection.ask('solana:signTransaction', asked, never)).rejects.toMatchObject({
      code: 'unable_to_sign',
    })
  })

  it('puts no signature into a transaction that its account does not sign', async () => {
    const { phone, connection, address } = await connected()
    phone.habits.request = () => ({ signature: SIGNATURE })
    const transaction = transactionOf(new Uint8Array(32).fill(4))
    const asked = { address, transaction, chain: 'solana:mainnet' }
    await expect(connection.ask('solana:signTransaction', asked, never)).rejects.toMatchObject({
      code: 'unable_to_sign',
    })
  })
})
