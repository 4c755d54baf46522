import { randomUUID } from 'node:crypto'
import { type AddressType, addressTypes } from '@vitrine/shared/account/schemas.ts'
import { oneTimeCode } from '@vitrine/shared/otp/code.ts'
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { recordEvent, THE_SERVER } from '../audit/record-event.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { accounts, oneTimeCodes, testAccounts, users } from '../database/schema.ts'
import { isUniqueViolation } from '../database/violations.ts'
import { type Answer, type Command, CommandError, Refusal, UsageError, verb } from './command.ts'
import { readEmail, readPhone } from './entry-rule.ts'
import { aligned } from './table.ts'

/** `test-account …`: addresses with a fixed code, for a site's tests and reviewers. */
export const testAccountCommand: Command = {
  does: 'addresses with a fixed code, for tests and reviewers of a site',
  verbs: {
    add: verb({
      does: 'makes a test account',
      effect: 'changes',
      app: 'any',
      options: {
        email: { takes: 'address', says: 'its email address' },
        phone: { takes: 'number', says: 'its phone number, as E.164' },
        code: { takes: 'six digits', says: 'the code that logs it in', isRequired: true },
        name: { takes: 'name', says: 'what you call it' },
      },
      json: '{"id", "code"}',
      examples: ['test-account add --app app_1 --email reviewer@shop.example --code 424242'],
      run: ({ db, app, options }) => add(db, app.id, options),
    }),
    list: verb({
      does: 'lists the test accounts, with their codes',
      effect: 'reads',
      app: 'any',
      json: '[{"id", "name", "email", "phone", "code"}]',
      examples: ['test-account list --app app_1'],
      run: ({ db, app }) => list(db, app.id),
    }),
    remove: verb({
      does: 'removes a test account, with the users that only it could open',
      effect: 'destroys',
      app: 'any',
      parameters: { id: { label: 'test account id', says: 'as `test-account list` shows it' } },
      json: '{"id", "users_deleted"}',
      examples: ['test-account remove test_1 --app app_1'],
      ask: ({ args }) => ({
        what: `${args.id} goes, and with it its users and their wallets, where nothing else opens them.`,
      }),
      run: ({ db, app, args }) => remove(db, app.id, args.id),
    }),
  },
}

interface NewTestAccount {
  readonly email: string | undefined
  readonly phone: string | undefined
  readonly code: string
  readonly name: string | undefined
}

async function add(db: Database, appId: string, options: NewTestAccount): Promise<Answer> {
  const { email: writtenEmail, phone: writtenPhone, code, name } = options
  if (writtenEmail === undefined && writtenPhone === undefined)
    throw new UsageError('Give it an address: --email <address> or --phone <number>.')
  if (!oneTimeCode.safeParse(code).success) throw new UsageError('A code has six digits.')
  const email = writtenEmail === undefined ? null : readEmail(writtenEmail)
  const phoneNumber = writtenPhone === undefined ? null : readPhone(writtenPhone)
  // The fixed code would not open it anyway (the signer tells the two apart), and nothing would be sent any more.
  if ((await accountsOf(db, appId, email, phoneNumber)).some(({ details }) => details.test !== true)) {
    throw new Refusal('This address has an account already. Choose one that nobody uses.')
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
    throw new Refusal('There is a test account with this address. Remove it first.')
  }
  return {
    text: `id    ${id}\ncode  ${code}\n\nNothing is sent to it. Its user comes into being at the first login.`,
    json: { id, code },
  }
}

async function list(db: Database, appId: string): Promise<Answer> {
  const rows = await db
    .select()
    .from(testAccounts)
    .where(eq(testAccounts.appId, appId))
    .orderBy(asc(testAccounts.createdAt), asc(testAccounts.id))
  const json = rows.map(({ id, name, email, phoneNumber: phone, otpCode: code }) => ({
    ...{ id, name, email, phone, code },
  }))
  return {
    text:
      json.length === 0
        ? 'There are no test accounts.'
        : aligned(json.map(row => Object.values(row).map(each => each ?? '-'))),
    json,
  }
}

/** Its logins go with it: whoever owns the address could otherwise never use it, for its seal is a test account's. */
async function remove(db: Database, appId: string, id: string): Promise<Answer> {
  let users_deleted = 0
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
      users_deleted += deleted.length
      if (deleted.length > 0)
        await recordEvent(tx, Date.now(), { appId, userId }, THE_SERVER, { type: 'user.deleted' })
    }
  })
  return { text: `${id} is removed, with the users that only it could open.`, json: { id, users_deleted } }
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
