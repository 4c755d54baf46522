import { ed25519 } from '@noble/curves/ed25519.js'
import { type AccountType, chainTypeOf } from '@vitrine/shared/account/login-facts.ts'
import { SIGN_IN_LIFETIME_MS } from '@vitrine/shared/api/wallet-sign-in.ts'
import { base58Bytes, base64Bytes } from '@vitrine/shared/encoding.ts'
import { entryOf } from '@vitrine/shared/login/registry.ts'
import { getAddress, hashMessage, recoverAddress } from 'viem/utils'
import { MailerRefusal } from '../../mailer/refusal.ts'
import type { Custody } from '../custody.ts'
import type { LoginProof } from '../operations.ts'
import { signInNonce, subjectOf } from '../sign-in/nonce.ts'
import {
  CLOCK_TOLERANCE_MS,
  isGoodAt,
  readSignIn,
  readSolanaSignIn,
  type SignInMessage,
} from '../sign-in/sign-in-message.ts'
import { readCarried } from '../sign-in/solana-carrier.ts'
import type { CheckProof, ProofRefusal, ProofRequest, Shown } from './proof.ts'

type Proof = Extract<LoginProof, { type: 'message' }>
/** Names of Solana's main network (contract §10.1; CAIP-2 as wallets write it). */
const SOLANA_CHAINS: readonly string[] = ['mainnet', 'solana:mainnet']

/**
 * A message that a wallet of the person's signed (EIP-4361, "Sign In With Solana"):
 * 1. It names the site, twice and in one way, and carries the nonce that this process made for this device, wallet, purpose and user.
 * 2. It is good now.
 * 3. The wallet that it names signed it: a key by itself; a contract by its own rules, on the chain that the message names
 *    (EIP-1271, ERC-6492). The account of a contract is sealed with its chain: at the same address of another chain there may be
 *    somebody else's.
 * Residual: which sites an app has is the API process's word.
 */
export const checkMessage: CheckProof<'message'> = async (custody, proof, request) => {
  const { method, appId, origin } = proof
  if (chainTypeOf(method) === 'solana') {
    const carried = readCarried(proof.carriage, proof.message)
    const signIn = carried && readSolanaSignIn(carried.text)
    if (!signIn || !carried.isOf(origin, signIn.address)) return 'message'
    if (!SOLANA_CHAINS.includes(signIn.chainId)) return 'message'
    const refusal = refusalOf(custody, proof, signIn, request)
    if (refusal !== null) return refusal
    if (!isSignedBy(signIn.address, carried.signed, proof.signature)) return 'message'
    return { appId, subject: subjectOf(method, signIn.address), namesUser: true }
  }

  const signIn = readSignIn(proof.message)
  // EIP-4361 asks for the checksum: an address that was typed wrong is nobody's.
  if (!signIn || getAddress(signIn.address) !== signIn.address) return 'message'
  return refusalOf(custody, proof, signIn, request) ?? whoSigned(custody, proof, signIn, request)
}

/** 1. and 2.: why the message is not the one that was asked for. */
function refusalOf(
  custody: Custody,
  { method, appId, nonceId, expiresAt, origin }: Proof,
  signIn: SignInMessage,
  { device, purpose, userId, now }: ProofRequest,
): ProofRefusal | null {
  if (purpose !== 'login' && purpose !== 'link') return 'message'
  const subject = subjectOf(method, signIn.address)
  const nonce = signInNonce(custody, { appId, nonceId, device, subject, purpose, userId, expiresAt })
  if (signIn.uri !== origin || signIn.domain !== new URL(origin).host || signIn.nonce !== nonce)
    return 'message'
  const begun = expiresAt - SIGN_IN_LIFETIME_MS
  if (expiresAt <= now || !isGoodAt(signIn, now) || signIn.issuedAt < begun - CLOCK_TOLERANCE_MS)
    return 'expired'
  return null
}

/** 3. */
async function whoSigned(
  { mailer }: Custody,
  { method, appId, message, signature }: Proof,
  { address, chainId }: SignInMessage<`0x${string}`>,
  { path }: ProofRequest,
): Promise<Shown | ProofRefusal> {
  if (!isHex(signature)) return 'message'
  const digest = hashMessage(message)
  // A key is no contract.
  const { path: base, accounts } = entryOf(method)
  const contract = accounts.find(it => it.linkedBy !== undefined && path === base + it.linkedBy)
  const signer = await recoverAddress({ hash: digest, signature }).catch(() => null)
  if (signer === address)
    return contract ? 'message' : { appId, subject: subjectOf(method, address), namesUser: true }

  const asked = await mailer
    .readSignature({ chainId, address, digest, signature })
    .catch(error => (error instanceof MailerRefusal && error.code === 'not_configured' ? 'node' : 'chain'))
  if (typeof asked === 'string') return asked
  if (!asked.isSigned) return 'message'
  const facts = { contractChain: chainId }
  return contract
    ? { appId, type: contract.type as AccountType, subject: address.toLowerCase(), facts }
    : { appId, subject: subjectOf(method, address), facts }
}

const isHex = (text: string): text is `0x${string}` => /^0x(?:[\da-f]{2})+$/i.test(text)

/** RFC 8032, strictly: a key of small order would have signed everything. */
function isSignedBy(address: string, signed: Uint8Array, signature: string): boolean {
  const [key, made] = [base58Bytes(address), base64Bytes(signature)]
  if (key?.length !== 32 || made?.length !== 64) return false
  try {
    return ed25519.verify(made, signed, key, { zip215: false })
  } catch {
    return false
  }
}
