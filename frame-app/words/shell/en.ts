/** The English words of the dialog before its screen is there: it waits, is slow, or is cut off. */
export const shell = {
  'action.close': 'Close',
  'action.tryAgain': 'Try again',
  'shell.walletOrigin': 'Secured by {host}',
  'shell.loading': 'Loading…',
  'login.title': 'Log in or sign up',
  'wait.noAnswer': 'This is taking longer than usual.',
  'wait.offline': 'You’re offline. We’ll continue when you’re back.',
  'error.offline': 'You’re offline.',
  'wait.stillHere': 'You can still read what’s here.',
  'error.screen': 'This didn’t load. Check your connection and try again.',
} as const
export type ShellWords = Readonly<Record<keyof typeof shell, string>>
