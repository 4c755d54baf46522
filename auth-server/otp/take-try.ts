import { accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
import { CODE_TRIES, type SentCodePurpose } from '@vitrine/shared/otp/code.ts'
import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { executePrepared } from '../database/prepared.ts'
import { NO_SEAL } from '../database/unsealed-device.ts'
import type { DpopProof } from '../http/dpop.ts'
import type { KnownAccount } from '../identity/identity.ts'
import type { Destination } from './destination.ts'

/** A live code that a try was taken from. */
export interface LiveCode {
  readonly id: string
  readonly digest: string
  readonly test: boolean
  /** This try included. */
  readonly tries: number
  /** Unix ms. */
  readonly expiresAt: number
}

/** What one try at a code may be checked against. */
export interface Attempt {
  /** `null` when there is none: none asked for, expired, used or used up. */
  readonly code: LiveCode | null
  readonly account: KnownAccount | null
  /** The signer's seal of this device for the account's user, where it has logged in as them. */
  readonly deviceSeal: string | null
  /** The proof was not seen before. */
  readonly proofIsFresh: boolean
}

type TryRow = {
  code_id: string | null
  digest: string
  test: boolean
  tries: number
  expires: number
  user_id: string | null
  seal: string
  device_seal: string | null
  fresh: boolean
}

/**
 * Takes one try of the device's code for the address and purpose, and spends the DPoP proof, in one committed statement, BEFORE anything is
 * verified: guesses sent in parallel each cost a try, and a crash after it cannot give the try back.
 */
export async function takeTry(
  ctx: Context,
  appId: string,
  { channel, address }: Destination,
  purpose: SentCodePurpose,
  proof: DpopProof,
): Promise<Attempt> {
  const now = new Date(ctx.now()).toISOString()
  const statement = sql`
    with taken as (
      update one_time_codes set tries = tries + 1
      where app_id = ${appId} and channel = ${channel} and address = ${address}
        and device = ${proof.thumbprint} and purpose = ${purpose}
        and consumed_at is null and expires_at > ${now}::timestamptz and tries < ${CODE_TRIES}
      returning id, digest, test, tries, expires_at
    ), spent as (
      insert into used_nonces (key, expires_at)
      values (${proof.nonce.key}, ${proof.nonce.expiresAt.toISOString()}::timestamptz)
      on conflict do nothing returning key
    )
    select taken.id as code_id, taken.digest, taken.test, taken.tries,
      (extract(epoch from taken.expires_at) * 1000)::float8 as expires,
      accounts.user_id, accounts.seal, nullif(devices.seal, ${NO_SEAL}) as device_seal, exists (select from spent) as fresh
    from (values (1)) as one
    left join taken on true
    left join accounts on accounts.app_id = ${appId} and accounts.type = ${accountTypeOf({ method: channel })}
      and accounts.subject = ${address}
    left join devices on devices.user_id = accounts.user_id and devices.thumbprint = ${proof.thumbprint}`
  const [row] = await executePrepared<TryRow>(ctx.db, 'otp-take-try', statement)
  if (!row) throw new Error('A try always returns one row')
  return {
    code:
      row.code_id === null
        ? null
        : { id: row.code_id, digest: row.digest, test: row.test, tries: row.tries, expiresAt: row.expires },
    account: row.user_id === null ? null : { userId: row.user_id, seal: row.seal },
    deviceSeal: row.device_seal,
    proofIsFresh: row.fresh,
  }
}
