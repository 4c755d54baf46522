import { randomUUID } from 'node:crypto'
import { type AddressType, addressTypes } from '@vitrine/shared/account/schemas.ts'
import { oneTimeCode } from '@vitrine/shared/otp/code.ts'
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { recordEvent, THE_SERVER } from '../audit/record-event.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { accounts, oneTimeCodes, testAccounts, users } from '../database/schema.ts'
import { isUniqueViolation } from '../database/violations.ts'
import { type Command, CommandError, type Given, requireApp } from './command.ts'
import { readEmail, readPhone } from './entry-rule.ts'

/** `test-account …`: addresses with a fixed code, for a site's tests and reviewers. */
export const testAccountCommand: Command = {
  usage: [
    'test-account add --app <app id> [--email <address>] [--phone <number>] --code <six digits> [--name <name>]',
    'test-account list --app <app id>',
    'test-account remove <test account id> --app <app id>',
  ],
  async run(db, verb, { id, options }) {
    if (verb !== 'add' && verb !== 'list' && verb !== 'remove') return null
    const app = await requireApp(db, options.app)
    if (verb === 'add') return add(db, app.id, options)
    if (verb === 'list') return list(db, app.id)
    return id === undefined ? null : remove(db, app.id, id)
  },
}

async function add(db: Database, appId: string, options: Given['options']): Promise<string | null> {
  const { email: writtenEmail, phone: writtenPhone, code, name } = options
  if (code === undefined || (writtenEmail === undefined && writtenPhone === undefined)) return null
  if (!oneTimeCode.safeParse(code).success) throw new CommandError('A code has six digits.')
  const email = writtenEmail === undefined ? null : readEmail(writtenEmail)
  const phoneNumber = writtenPhone === undefined ? null : readPhone(writtenPhone)
  // The fixed code would not open it anyway (the signer tells the two apart), and nothing would be sent any more.
  if ((await accountsOf(db, appId, email, phoneNumber)).some(({ details }) => details.test !== true)) {
    throw new CommandError('This address has an account already. Choose one that nobody uses.')
  }
  const id = `test_${randomUUID()}`
  try {
    await db.transaction(async tx => {
      await tx
        .insert(testAccounts)
        .values({ id, appId, name: name ?? null, email, phoneNumber, otpCode: code })
      await forgetCodes(tx, appId, email, phoneNumber)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new CommandError('There is a test account with this address. Remove it first.')
  }
  return `id    ${id}\ncode  ${code}\n\nNothing is sent to it. Its user comes into being at the first login.`
}

async function list(db: Database, appId: string): Promise<string> {
  const rows = await db
    .select()
    .from(testAccounts)
    .where(eq(testAccounts.appId, appId))
    .orderBy(asc(testAccounts.createdAt), asc(testAccounts.id))
  if (rows.length === 0) return 'There are no test accounts.'
  return rows
    .map(({ id, name, email, phoneNumber, otpCode }) =>
      [id, name, email, phoneNumber, otpCode].filter(each => each !== null).join('  '),
    )
    .join('\n')
}

/** Its logins go with it: whoever owns the address could otherwise never use it, for its seal is a test account's. */
async function remove(db: Database, appId: string, id: string): Promise<string> {
  await db.transaction(async tx => {
    const [removed] = await tx
      .delete(testAccounts)
      .where(and(eq(testAccounts.appId, appId), eq(testAccounts.id, id)))
      .returning()
    if (!removed) throw new CommandError(`There is no test account ${id}.`)
    await forgetCodes(tx, appId, removed.email, removed.phoneNumber)
    const logins = await accountsOf(tx, appId, removed.email, removed.phoneNumber)
    for (const { id: accountId, userId, details } of logins) {
      if (details.test !== true) continue
      await tx.delete(accounts).where(eq(accounts.id, accountId))
      // A user whom nothing opens any more.
      const deleted = await tx
        .delete(users)
        .where(
          and(
            eq(users.id, userId),
            sql`not exists (select from ${accounts} where ${accounts.userId} = ${users.id})`,
          ),
        )
        .returning({ id: users.id })
      if (deleted.length > 0)
        await recordEvent(tx, Date.now(), { appId, userId }, THE_SERVER, { type: 'user.deleted' })
    }
  })
  return `${id} is removed, with the users that only it could open.`
}

/** A code of the one kind that is out would make an account that the codes of the other kind can never open. */
async function forgetCodes(
  tx: Transaction,
  appId: string,
  email: string | null,
  phoneNumber: string | null,
): Promise<void> {
  const addresses = [email, phoneNumber].filter(each => each !== null)
  await tx
    .delete(oneTimeCodes)
    .where(and(eq(oneTimeCodes.appId, appId), inArray(oneTimeCodes.address, addresses)))
}

function accountsOf(
  db: Pick<Database, 'select'>,
  appId: string,
  email: string | null,
  phoneNumber: string | null,
) {
  const subjects = { email, phone: phoneNumber } as const satisfies Record<AddressType, string | null>
  const named = addressTypes.flatMap(type => {
    const subject = subjects[type]
    return subject === null ? [] : and(eq(accounts.type, type), eq(accounts.subject, subject))
  })
  return db
    .select({ id: accounts.id, userId: accounts.userId, details: accounts.details })
    .from(accounts)
    .where(and(eq(accounts.appId, appId), or(...named)))
}
