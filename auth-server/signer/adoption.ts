import { randomBytes } from 'node:crypto'
import { wayOfAccount } from '@vitrine/shared/account/login-facts.ts'
import { TRANSFER_LIFETIME_MS, transferPathOf } from '@vitrine/shared/account/transfer.ts'
import { isAdoption, requireOwnRequest } from './authorization.ts'
import type { Custody } from './custody.ts'
import { thumbprintOf } from './device-key.ts'
import { readGuarded, sealGuarded } from './guarded-seal.ts'
import type { SignerRequest, SignerResponse, TransferReceipt } from './operations.ts'
import { SignerRefusal } from './refusal.ts'
import { isSealOf, type Statement, sealStatement } from './seal.ts'
import { requireFactors } from './sealed-factors.ts'

type Receipt = Omit<Extract<Statement, { kind: 'transfer' }>, 'kind'>

/**
 * What the proof of another user's way in is worth to who wanted to link it: the word of this process that the device of
 * user `to` has proven an identity of user `from`. Nobody else can make one, or change it. The nonce is of this process too,
 * so that the request which the device signs with it is for this receipt alone.
 */
export function issueReceipt(
  custody: Custody,
  given: Pick<Receipt, 'appId' | 'from' | 'to' | 'device'> & Pick<TransferReceipt, 'identity'>,
): TransferReceipt {
  const nonce = randomBytes(32).toString('base64url')
  const receipt = { ...given, nonce, expiresAt: custody.now() + TRANSFER_LIFETIME_MS }
  const { appId: _, device: __, ...told } = receipt
  return { ...told, seal: sealStatement(custody.keyring.adoption, { kind: 'transfer', ...receipt }) }
}

/**
 * Takes a user in. Keys, entropies and shares keep the owner that they are sealed for: they are reached through the seal
 * that this gives, which names both. What must hold, whatever the API process says:
 * 1. The device that proved the other account's way in has signed this very transfer, as the user who takes it in.
 * 2. This process has said so of that device (`issueReceipt`), a few minutes ago.
 * 3. What is made anew was sealed for the user who is taken in: their ways in, and whom they had taken in themselves.
 * 4. They have no second factors (`factors`, where they had some).
 *
 * A repeated call succeeds: that a nonce is used once is the database's part.
 * @throws SignerRefusal `invalid_seal`, `invalid_authorization`, `expired_authorization` or `missing_mfa`
 */
export function adoptUser(
  custody: Custody,
  { appId, transfer, logins, adopted, factors, device, authorization }: SignerRequest<'adoptUser'>,
): SignerResponse<'adoptUser'> {
  const { keyring } = custody
  const { seal, ...receipt } = transfer
  const { from, to, identity, nonce, expiresAt } = receipt

  // 1.
  const way = wayOfAccount(identity)
  if (!way) throw new SignerRefusal('invalid_request', 'No login proves an account of this type.')
  const path = transferPathOf(way)
  const own = requireOwnRequest(custody, { appId, userId: to, device, authorization, path })
  const { body, since } = own
  if (!isFor(body, { nonce, user_id: to }))
    throw new SignerRefusal('invalid_authorization', 'The signed body asks for another transfer.')

  // 2.
  const thumbprint = thumbprintOf(device.publicKey)
  if (!isSealOf(keyring.adoption, { kind: 'transfer', ...receipt, appId, device: thumbprint }, seal))
    throw new SignerRefusal('invalid_seal', 'The transfer was not proven on this device.')
  if (expiresAt <= custody.now())
    throw new SignerRefusal('expired_authorization', 'The transfer was proven too long ago.')

  // 3.
  const adoption = (of: string) =>
    sealStatement(keyring.adoption, { kind: 'adoption', appId, adopter: to, adopted: of })
  return {
    adoption: adoption(from),
    logins: logins.map(({ type: channel, subject: address, facts, seal: former }) => {
      const login = { kind: 'account', appId, channel, address, ...(facts && { facts }) } as const
      const known = readGuarded(keyring.accountSeal, { ...login, userId: from }, former)
      if (known === null)
        throw new SignerRefusal('invalid_seal', 'A login does not belong to the user who is taken in.')
      // What is theirs would be used without the second factors that they set: those of the adopter count from now on.
      if (requireFactors(custody, { appId, userId: from }, known.since, factors)?.list.length)
        throw new SignerRefusal('missing_mfa', 'The user who is taken in has second factors.')
      return sealGuarded(keyring.accountSeal, { ...login, userId: to }, since)
    }),
    adopted: adopted.map(({ userId, seal: former }) => {
      if (!isAdoption(custody, { appId, adopter: from, adopted: userId }, former))
        throw new SignerRefusal('invalid_seal', 'A user was not taken in by the user who is taken in.')
      return adoption(userId)
    }),
  }
}

const isFor = (body: unknown, asked: Readonly<Record<string, string>>): boolean =>
  typeof body === 'object' &&
  body !== null &&
  Object.entries(asked).every(([member, value]) => Reflect.get(body, member) === value)
