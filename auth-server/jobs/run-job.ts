import { deliverNotice, type NoticeJob } from '../account-changes/deliver-notices.ts'
import { type DeletionJob, deliverDeletion } from '../account-changes/tell-deletion.ts'
import type { Context } from '../context.ts'
import type { QueueName } from '../database/queue.ts'
import { followTransactionJob, type TransactionJob } from '../transactions/follow.ts'
import { deliverWebhook, type WebhookJob } from '../webhooks/deliver.ts'

/** Does a job of a queue. It rejects only when the database cannot be reached, and pg-boss then runs the job again. */
export const runJob: Readonly<Record<QueueName, (ctx: Context, data: unknown) => Promise<void>>> = {
  webhooks: (ctx, data) => deliverWebhook(ctx, data as WebhookJob),
  transactions: (ctx, data) => followTransactionJob(ctx, data as TransactionJob),
  notices: (ctx, data) => {
    const job = data as NoticeJob | DeletionJob
    return 'deletion_id' in job.key
      ? deliverDeletion(ctx, job as DeletionJob)
      : deliverNotice(ctx, job as NoticeJob)
  },
}
