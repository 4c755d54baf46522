import { listDeadLetters, retryDeadLetter } from '../jobs/dead-letters.ts'
import { type Answer, type Call, type Command, CommandError, verb } from './command.ts'
import { recorded } from './recorded.ts'
import { aligned } from './table.ts'

const MOST = 100

/** `job …`: webhooks, notices and followed transactions that were given up. */
export const jobCommand: Command = {
  does: 'webhooks, notices and transactions that the server gave up',
  verbs: {
    list: verb({
      does: 'lists the jobs that were given up, the latest first',
      more: `At most ${MOST} are listed. They are stored for 30 days.`,
      effect: 'reads',
      json: '{"jobs": [{"id", "queue", "app_id", "row_id", "given_up_at"}]}',
      examples: ['job list'],
      run: list,
    }),
    retry: verb({
      does: 'does a job again that was given up, or all of them',
      effect: 'changes',
      parameters: { id: { label: 'job id or all', says: 'as `job list` shows it' } },
      json: '{"retried", "gone"}',
      examples: ['job retry all'],
      run: retry,
    }),
  },
}

async function list({ db }: Call): Promise<Answer> {
  const jobs = (await listDeadLetters(db, MOST)).map(({ id, queue, appId, rowId, givenUpAt }) => ({
    ...{ id, queue, app_id: appId, row_id: rowId, given_up_at: givenUpAt },
  }))
  if (jobs.length === 0) return { text: 'No job was given up.', json: { jobs } }
  const rows = jobs.map(it => [
    ...[it.id, it.queue, it.app_id, it.row_id, new Date(it.given_up_at).toISOString()],
  ])
  return { text: aligned(rows), json: { jobs } }
}

async function retry(call: Call): Promise<Answer> {
  const { id } = call.args as { readonly id: string }
  const outcomes = await recorded(
    call,
    async tx => {
      const ids = id === 'all' ? (await listDeadLetters(tx, 10_000)).map(it => it.id) : [id]
      const done: Awaited<ReturnType<typeof retryDeadLetter>>[] = []
      for (const each of ids) done.push(await retryDeadLetter(tx, each))
      return done
    },
    done => {
      const count = done.filter(it => it === 'retried').length
      return count === 0 ? null : { type: 'job.retried', data: { target: id, count } }
    },
  )
  if (outcomes.includes('unknown'))
    throw new CommandError(
      `There is no job ${id} that was given up. \`npm run vitrine -- job list\` shows them.`,
    )
  const [retried, gone] = (['retried', 'gone'] as const).map(
    it => outcomes.filter(done => done === it).length,
  )
  const text = `${retried} will be tried again, within seconds.`
  return { text: gone ? `${text} Of ${gone} the row is deleted.` : text, json: { retried, gone } }
}
