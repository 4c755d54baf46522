import { hashMessage, recoverAddress } from 'viem/utils'
import { channelNonce, namedBy } from '../channel/farcaster-channel.ts'
import type { Custody } from '../custody.ts'
import type { LoginProof } from '../operations.ts'
import { isGoodAt, readSignIn, type SignInMessage } from '../sign-in/sign-in-message.ts'
import type { CheckProof, ProofRefusal } from './proof.ts'

/** FIP-11, "Sign In With Farcaster": what the message says, and the number of OP Mainnet. */
const STATEMENT = 'Farcaster Auth'
const CHAIN_ID = '10'

/**
 * A message that a person signed in their Farcaster app (FIP-11):
 * 1. It names this wallet origin and this app, and carries the nonce that this process made for this device, purpose and user.
 * 2. It is of the account that is to be logged in to, and good now.
 * 3. The address that it names signed it: a key, or a contract by its own rules (EIP-1271, ERC-6492).
 * 4. That address holds the account on the chain, by the IdRegistry.
 * What a relay or the API process says of the account plays no part. An address that the account has for logins alone (the
 * KeyRegistry's auth addresses) is not taken: none is asked for when a channel is opened.
 */
export const checkChannel: CheckProof<'channel'> = async (custody, proof, request) => {
  const { appId, channelId, expiresAt, subject, message, signature } = proof
  const { device, userId, purpose, now } = request
  if (purpose !== 'login' && purpose !== 'link') return 'message'
  const signIn = readSignIn(message)
  if (signIn === null) return 'message'

  // 1.
  const { domain, uri } = namedBy(custody, appId)
  const nonce = channelNonce(custody, { appId, channelId, device, purpose, userId, expiresAt })
  if (signIn.domain !== domain || signIn.uri !== uri || signIn.nonce !== nonce) return 'message'

  // 2.
  if (signIn.statement !== STATEMENT || signIn.chainId !== CHAIN_ID) return 'message'
  if (!isOfAccount(signIn, subject)) return 'message'
  if (expiresAt <= now || !isGoodAt(signIn, now)) return 'expired'

  // 3. and 4.
  const refusal = await holdsAccount(custody, signIn, { message, signature, subject })
  return refusal ?? { appId, subject, namesUser: true }
}

/** One account, and by its custody: another kind of signer would be read as one by who knows more kinds. */
function isOfAccount({ resources }: SignInMessage, fid: string): boolean {
  const accounts = resources.filter(it => it.startsWith('farcaster://fid/'))
  const kinds = resources.filter(it => it.startsWith('farcaster://signer/type/'))
  return (
    accounts.length === 1 &&
    accounts[0] === `farcaster://fid/${fid}` &&
    kinds.every(it => it === 'farcaster://signer/type/custody')
  )
}

async function holdsAccount(
  { mailer }: Custody,
  { address }: SignInMessage<`0x${string}`>,
  {
    message,
    signature,
    subject,
  }: Pick<Extract<LoginProof, { type: 'channel' }>, 'message' | 'signature' | 'subject'>,
): Promise<ProofRefusal | null> {
  const digest = hashMessage(message)
  const signer = await recoverAddress({ hash: digest, signature }).catch(() => null)
  const contract = signer?.toLowerCase() === address.toLowerCase() ? null : { digest, signature }
  const held = await mailer.readCustody({ address, contract }).catch(() => null)
  if (held === null) return 'chain'
  if (contract !== null && held.isSigned !== true) return 'message'
  return held.fid === subject ? null : 'custody'
}
