/** Tables of pg-boss, without its partitions. No backup has them: the rows that jobs are about add the jobs again. */
export const QUEUE_TABLES: readonly string[] = [
  ...['version', 'queue', 'schedule', 'subscription', 'bam', 'job', 'job_dependency', 'warning'],
  ...['queue_stats', 'instance'],
]
