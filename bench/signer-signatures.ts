import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Lab } from './lab.ts'
import { perSecond, type Row } from './row.ts'
import { startSignerOwner } from './signer-owner.ts'
import type { SignerSocket } from './signer-socket.ts'
import { median } from './statistics.ts'

const SIGNATURES = 500
const ROUNDS = 5
/** As the API process has them: several calls on one connection. */
const IN_FLIGHT = 32

const text = 'I agree to the terms of the Example shop.'
const ETHEREUM = { method: 'personal_sign', params: { message: text, encoding: 'utf-8' } }
const SOLANA = {
  method: 'signMessage',
  params: { message: Buffer.from(text).toString('base64'), encoding: 'base64' },
}

/**
 * Signatures by the signer process alone, over its socket: it checks the device's seal and signature, opens the wallet's
 * key and compares its address before it signs. Devices have signed beforehand. Bare: the library of the signature alone,
 * in this process.
 */
export async function benchSignerSignatures(lab: Lab): Promise<Row[]> {
  const owner = await startSignerOwner(lab)
  const [ethereum, solana] = [await owner.createWallet('ethereum'), await owner.createWallet('solana')]
  const requests = (make: typeof ethereum, body: object) =>
    Array.from({ length: SIGNATURES }, () => make(body))
  const measured = {
    ethereum: [] as number[],
    solana: [] as number[],
    secp256k1: [] as number[],
    ed25519: [] as number[],
  }
  // The first round only warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const rates = {
      ethereum: await throughSigner(owner.signer, requests(ethereum, ETHEREUM)),
      secp256k1: rateOf(bareSecp256k1),
      solana: await throughSigner(owner.signer, requests(solana, SOLANA)),
      ed25519: rateOf(bareEd25519),
    }
    if (round > 0)
      for (const name of Object.keys(measured) as (keyof typeof measured)[]) measured[name].push(rates[name])
  }
  const rate = (name: keyof typeof measured) => perSecond(median(measured[name]))
  return [
    {
      what: 'signatures by the signer process, Ethereum personal_sign',
      ours: rate('ethereum'),
      bare: { ...rate('secp256k1'), name: 'secp256k1 of noble alone' },
    },
    {
      what: 'signatures by the signer process, Solana signMessage',
      ours: rate('solana'),
      bare: { ...rate('ed25519'), name: 'Ed25519 of OpenSSL alone' },
    },
  ]
}

/** @returns signatures per second */
async function throughSigner(signer: SignerSocket, requests: readonly object[]): Promise<number> {
  const waiting = requests.values()
  const start = performance.now()
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (const request of waiting) await signer.call('walletRpc', request)
    }),
  )
  return requests.length / ((performance.now() - start) / 1000)
}

function rateOf(work: () => unknown): number {
  const start = performance.now()
  for (let i = 0; i < SIGNATURES; i++) work()
  return SIGNATURES / ((performance.now() - start) / 1000)
}

const hash = randomBytes(32)
const secret = secp256k1.utils.randomSecretKey()
const bareSecp256k1 = () => secp256k1.sign(hash, secret, { prehash: false })

const pkcs8 = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' })
const bareEd25519 = () => sign(null, hash, createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }))
