import { shell } from './shell/en.ts'

/** The English words of the landing and of every screen's frame and title: they come with the screens' own code. */
export const landing = {
  ...shell,
  'action.back': 'Back',
  'action.continue': 'Continue',
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

  'oauth.row': 'Continue with {provider}',

  'passkey.row': 'Continue with a passkey',
  'passkey.title': 'Use a passkey',
  'farcaster.row': 'Continue with Farcaster',
  'walletLogin.row': 'Continue with a wallet',

  'sms.row': 'Continue with a phone number',
  'sms.title': 'What’s your phone number?',

  'error.title': 'Something went wrong',
  'error.unexpected': 'Something went wrong on our side. Try again in a moment.',
  'error.timeout': 'That took too long. Check your connection and try again.',
  'wait.otherWay': 'Try another way',
  'error.noMethod': 'No login works in this browser. Try another browser.',
} as const
