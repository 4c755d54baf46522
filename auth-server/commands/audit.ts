import type { AuditEvent } from '@vitrine/shared/api/users.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { listAudit } from '../users-api/list-audit.ts'
import { type Answer, type Call, type Command, UsageError, verb } from './command.ts'
import { aligned } from './table.ts'

/** `audit …`: what was done, and by whom. */
export const auditCommand: Command = {
  does: 'what was done, and by whom',
  verbs: {
    list: verb({
      does: 'lists what was done, newest first',
      more: 'Of all apps and of none, where no app is named. It is kept for 180 days.',
      effect: 'reads',
      app: 'optional',
      options: {
        user: { takes: 'user id', says: 'about this user alone' },
        type: { takes: 'type', says: 'of this type alone, e.g. user.deleted' },
        since: { takes: 'time', says: 'from then on: 2027-01-31, or with a time 2027-01-31T08:00Z' },
        limit: { takes: 'number', says: 'events at once, 1 to 100; 20 when left out' },
        after: { takes: 'cursor', says: 'goes on after the page that ended with it' },
      },
      json: '{"events": [{"id", "type", "at", "app_id", "user_id", "actor", "made_with", "network", "data"}], "next"}',
      examples: [
        'audit list',
        'audit list app_1 --type user.deleted --since 2027-01-01',
        'audit list --user user_1',
      ],
      run: ({ app, options, ...place }) => list(place, app?.id ?? null, options),
    }),
  },
}

interface Options {
  readonly user: string | undefined
  readonly type: string | undefined
  readonly since: string | undefined
  readonly limit: string | undefined
  readonly after: string | undefined
}

async function list(
  { db, now }: Pick<Call, 'db' | 'now'>,
  appId: string | null,
  { user, type, since, limit, after }: Options,
): Promise<Answer> {
  if (limit !== undefined && !/^([1-9]\d?|100)$/.test(limit))
    throw new UsageError('--limit takes a whole number, from 1 to 100.')
  const by = { actor: 'command', thumbprint: null, caller: null } as const
  const filter = { userId: user, type, since: since === undefined ? undefined : readTime(since) }
  const page = { cursor: after, limit: limit === undefined ? undefined : Number(limit) }
  const listed = await listAudit({ db, now: () => now }, { appId, by }, filter, page).catch(error => {
    throw error instanceof VitrineError ? new UsageError(error.message) : error
  })
  if (listed.events.length === 0) return { text: 'There are no such events.', json: listed }
  const table = aligned(listed.events.map(asRow))
  return {
    text: listed.next === null ? table : `${table}\n\nThere are more: --after ${listed.next}`,
    json: listed,
  }
}

/** @returns unix ms @throws UsageError */
function readTime(text: string): number {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text)
  const at = isTime ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at))
    throw new UsageError('--since takes a day or time in UTC: 2027-01-31 or 2027-01-31T08:00Z.')
  return at
}

const asRow = ({ at, type, actor, app_id, user_id, data }: AuditEvent): string[] => [
  new Date(at).toISOString().replace('T', ' ').slice(0, 19),
  type,
  actor ?? 'person',
  app_id ?? '-',
  user_id ?? '-',
  Object.keys(data).length > 0 ? JSON.stringify(data) : '',
]
