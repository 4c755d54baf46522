/** The English words of a captcha: they come with its code. */
export const captcha = {
  'captcha.checking': 'Checking that you’re human…',
  'captcha.asking': 'Confirm you’re human',
  'captcha.failed': 'We couldn’t confirm you’re human. Try again.',
  'captcha.timeout': 'Confirming you’re human took too long. Try again.',
  'captcha.disabled': 'This site just changed its check. Reload the page.',
} as const
