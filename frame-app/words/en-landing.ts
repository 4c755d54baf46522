/** The English words of the landing and of every screen's frame and title: they come with the screens' own code. */
export const landing = {
  'action.back': 'Back',
  'action.close': 'Close',
  'action.continue': 'Continue',
  'action.tryAgain': 'Try again',

  'shell.walletOrigin': 'Secured by {host}',
  'shell.loading': 'Loading…',

  'login.title': 'Log in or sign up',
  'login.more': 'More options',
  'login.lastUsed': 'Last used',
  'login.intro': 'to continue to {app}',
  'login.agreeBoth': 'By continuing, you agree to the {terms} and {privacy}.',
  'login.agreeTerms': 'By continuing, you agree to the {terms}.',
  'login.agreePrivacy': 'By continuing, you agree to the {privacy}.',
  'login.terms': 'Terms',
  'login.privacy': 'Privacy Policy',
  'login.opensInNewTab': '(opens in a new tab)',
  'login.success': 'You’re logged in',
  'login.successNew': 'Your account is ready',

  'terms.title': 'One last step',

  'allowlist.title': 'You don’t have access yet',

  'email.row': 'Continue with email',
  'email.label': 'Email',
  'email.placeholder': 'you@example.com',
  'email.invalid': 'Enter a full email address, such as name@example.com.',
  'email.sending': 'Sending the code…',

  'code.title': 'Check your email',
  'code.label': 'Verification code',

  'guest.row': 'Continue as guest',
  'guest.title': 'Continuing as guest',

  'passkey.row': 'Continue with a passkey',
  'passkey.title': 'Use a passkey',

  'sms.row': 'Continue with a phone number',
  'sms.title': 'What’s your phone number?',

  'captcha.checking': 'Checking that you are human…',
  'captcha.asking': 'Show that you are human',
  'captcha.failed': 'The check that you are human did not succeed. Try again.',
  'captcha.timeout': 'The check that you are human took too long. Try again.',
  'captcha.disabled': 'This site has just changed how it checks people. Reload the page and try again.',

  'error.title': 'Something went wrong',
  'error.unexpected': 'Something went wrong on our side. Try again in a moment.',
  'error.timeout': 'That took too long. Check the connection and try again.',
  'error.screen': 'This screen could not be loaded. Check the connection and try again.',
  'error.vault': 'The wallet did not start. Check the connection and try again.',
  'wait.noAnswer': 'No answer yet.',
  'wait.otherWay': 'Try another way',
  'error.noMethod': 'No way to log in to this site works in this browser. Open the site in another browser.',
} as const
