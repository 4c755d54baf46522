/** What becomes of a message, in words. */
export const STATUS_WORDS = {
  waiting: { name: 'Waiting', kind: 'warning' },
  delivered: { name: 'Delivered', kind: 'good' },
  failed: { name: 'Given up', kind: 'bad' },
} as const
