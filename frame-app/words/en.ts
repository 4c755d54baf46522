/**
 * Every visible or spoken string of the frame, in English. `{name}` is a placeholder; `say` checks at compile time that
 * each one is given. "Names in the UI" of the host interface fixes the short ones: sites' tests find controls by them.
 */
export const en = {
  'action.approve': 'Approve',
  'action.approveFor': 'Approve: {purpose}',
  'action.back': 'Back',
  'action.close': 'Close',
  'action.continue': 'Continue',
  'action.copied': 'Copied',
  'action.done': 'Done',
  'action.reject': 'Reject',
  'action.tryAgain': 'Try again',

  'shell.walletOrigin': 'Secured by {host}',
  'shell.loading': 'Loading…',

  'login.intro': 'to continue to {app}',
  'login.agreeBoth': 'By continuing, you agree to the {terms} and {privacy}.',
  'login.agreeTerms': 'By continuing, you agree to the {terms}.',
  'login.agreePrivacy': 'By continuing, you agree to the {privacy}.',
  'login.terms': 'Terms',
  'login.privacy': 'Privacy Policy',
  'login.opensInNewTab': '(opens in a new tab)',
  'login.success': 'You’re logged in',
  'login.successNew': 'Your account is ready',

  'email.label': 'Email',
  'email.placeholder': 'you@example.com',
  'email.invalid': 'Enter a full e-mail address, such as name@example.com.',
  'email.sending': 'Sending the code…',

  'code.title': 'Check your e-mail',
  'code.sentence': 'Enter the 6-digit code sent to {address}.',
  'code.label': 'Verification code',
  'code.resend': 'Resend code',
  'code.resendIn': 'in {seconds} s',
  'code.resending': 'Sending a new code…',
  'code.checking': 'Checking the code…',

  'wallet.create.title': 'Creating your wallet',
  'wallet.create.sentence': 'This takes a moment. Keep this window open.',
  'wallet.create.failedTitle': 'Your wallet isn’t ready yet',
  'wallet.create.failedSentence':
    'You are logged in. Only the wallet is missing, and you can make it now or later.',
  'wallet.create.later': 'Continue without a wallet',

  'sign.title': 'Sign a message',
  'sign.asks': 'asks for your signature',
  'sign.siteSays': 'Note from the site',
  'sign.wallet': 'Wallet',
  'sign.message': 'Message',
  'sign.data': 'Data',
  'sign.empty': 'The message is empty.',
  'sign.showRaw': 'Show raw data',
  'sign.hideRaw': 'Hide raw data',
  'sign.size': '{characters} characters. Scroll to read all.',
  'sign.signing': 'Signing…',
  'sign.success': 'Signed',
  'sign.covered': 'Something is covering this window. Move it away and you can approve.',
  'sign.needsWindow':
    'This browser cannot show that nothing covers this window, so it cannot be approved here.',
  'sign.hiddenCharacter': 'hidden character {codePoint}',

  'danger.label': 'Warning',
  'danger.otherDomain':
    'This message logs you in at {domain}, but {host} asks for it. Signing could give {host} access to your account there. Reject it.',
  'danger.otherUri':
    'This login message points to {uri}, which is not {host}. Reject it unless you know why.',
  'danger.otherAddress': 'This login message names another wallet: {address}.',
  'danger.malformedLogin':
    'This looks like a login message but does not have the standard form, so the site that it is for cannot be checked.',
  'danger.unreadable': 'This data cannot be read as text. Approve it only if you know what it is.',
  'danger.hash':
    'This is 32 bytes of data, which may stand for something else entirely. Approve it only if you know what it is.',
  'danger.hidden':
    'This message has hidden characters. They are marked, because they can change how it reads.',

  'account.title': 'Account',
  'account.email': 'Email',
  'account.wallets': 'Wallets',
  'account.noWallets': 'No wallet yet.',
  'account.wallet': 'Ethereum wallet',
  'account.walletNumber': 'Ethereum wallet {number}',
  'account.logOut': 'Log out',
  'account.logOutEverywhere': 'Log out of all devices',
  'account.loggingOut': 'Logging out…',

  'address.copy': '{short}: copy address {address}',
  'address.copyFailed': 'Copying is blocked here. Select the address and copy it.',

  'error.title': 'Something went wrong',
  'error.unexpected': 'Something went wrong on our side. Try again in a moment.',
  'error.timeout': 'That took too long. Check the connection and try again.',
  'error.screen': 'This screen could not be loaded. Check the connection and try again.',
  'error.noMethod': 'This site has no login method that works here.',
} as const

export type WordKey = keyof typeof en
