import type { Failures } from './failure-codes.ts'

/** The English words of the screens that come after the landing: they are loaded with the first of them. */
export const later = {
  'action.approve': 'Approve',
  'action.approveFor': 'Approve: {purpose}',
  'action.copied': 'Copied',
  'action.done': 'Done',
  'action.reject': 'Reject',

  'terms.acceptBoth': 'To go on, accept the {terms} and the {privacy}.',
  'terms.acceptTerms': 'To go on, accept the {terms}.',
  'terms.acceptPrivacy': 'To go on, accept the {privacy}.',
  'terms.acceptPlain': 'To go on, accept the terms of {app}.',
  'terms.accept': 'Accept and continue',
  'terms.decline': 'Decline and log out',

  'allowlist.sentence':
    '{app} is open only to people on its list. Use another way to log in, or ask for access.',
  'allowlist.more': 'Learn more',
  'allowlist.another': 'Try another way',

  'guest.sentence': 'Your account stays in this browser until you add a way to log in.',

  'email.linkSentence': 'We’ll send you a code to make sure it is yours.',
  'email.useAnother': 'Use another address',

  'code.sentence': 'Enter the 6-digit code sent to {address}.',
  'code.from': 'It comes from an address at {domain}.',
  'code.resend': 'Resend code',
  'code.resendIn': 'in {seconds} s',
  'code.resending': 'Sending a new code…',
  'code.checking': 'Checking the code…',

  'passkey.sentence': 'Your fingerprint, face or screen lock is your key: no code, no password.',
  'passkey.logIn': 'Log in with a passkey',
  'passkey.signUp': 'Create a passkey',
  'passkey.linkSentence': 'Next time, your fingerprint, face or screen lock logs you in.',
  'passkey.waiting': 'Follow the steps that your browser shows.',
  'passkey.goOnInWindow': 'Go on in the window that opened.',
  'passkey.checking': 'Checking the passkey…',
  'passkey.useWindow': 'Use a separate window',
  'passkey.cancelled': 'The passkey request was cancelled or timed out. Try again.',
  'passkey.alreadyThere': 'This device has a passkey for your account already. Log in with it.',
  'passkey.refusedHere': 'The browser does not allow passkeys inside this site. Use a separate window.',
  'passkey.refused': 'This passkey could not be verified. Try again.',
  'passkey.unknown': 'There is no account with this passkey here. Use another passkey, or sign up.',
  'passkey.unsupported':
    'This browser or device cannot use passkeys. Set up a screen lock, or log in another way.',
  'passkey.failed': 'The browser could not use the passkey. Try again, or log in another way.',
  'passkey.windowBlocked':
    'The browser blocked the window. Allow pop-ups for this site and try again, or log in another way.',
  'passkey.windowClosed': 'The window was closed before the passkey was used. Try again.',
  'passkey.windowSentence': 'to continue to {site}',
  'passkey.windowLost':
    'This window has lost the page that opened it. Close it and log in there again, or in another way.',

  'sms.sentence': 'We’ll send you a code.',
  'sms.linkSentence': 'We’ll send you a code to make sure it is yours.',
  'sms.label': 'Phone number',
  'sms.sending': 'Sending the code…',
  'sms.invalid': 'Enter a full phone number for {country}, such as {example}.',
  'sms.channel': 'Get the code by',
  'sms.channelSms': 'Text message',
  'sms.channelWhatsapp': 'WhatsApp',
  'sms.codeTitle': 'Check your phone',
  'sms.codeSentence': 'Enter the 6-digit code sent to the number ending in {digits}.',
  'sms.codeSentenceWhatsapp': 'Enter the 6-digit code sent by WhatsApp to the number ending in {digits}.',
  'sms.useAnother': 'Use another number',

  'country.label': 'Country',
  'country.search': 'Search countries',
  'country.none': 'No country is called that.',

  'link.success': 'Added to your account',
  'link.updated': 'Your account is up to date',

  'wallet.create.sentence': 'This takes a moment. Keep this window open.',
  'wallet.create.failedTitle': 'Your wallet isn’t ready yet',
  'wallet.create.failedSentence':
    'You are logged in. Only the wallet is missing, and you can make it now or later.',
  'wallet.create.later': 'Continue without a wallet',

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

  'account.logins': 'Ways to log in',
  'account.guest': 'You are here as a guest. Add a way to log in to keep your account.',
  'account.passkey': 'Passkey',
  'account.siteAccount': 'Account of this site',
  'account.change': 'Change {account}',
  'account.remove': 'Remove {account}',
  'account.removeTitle': 'Remove this login?',
  'account.removeSentence': 'You will not be able to log in with {account} any more.',
  'account.removeConfirm': 'Remove',
  'account.removeKeep': 'Keep it',
  'account.removing': 'Removing…',
  'account.removed': '{account} was removed.',
  'account.wallets': 'Wallets',
  'account.noWallets': 'No wallet yet.',
  'account.wallet': 'Ethereum wallet',
  'account.walletNumber': 'Ethereum wallet {number}',
  'account.logOut': 'Log out',
  'account.logOutEverywhere': 'Log out of all devices',
  'account.loggingOut': 'Logging out…',
  'account.othersStay':
    'You are logged out on this device, but your other devices could not be logged out. Log in and try again.',

  'address.copy': '{short}: copy address {address}',
  'address.copyFailed': 'Copying is blocked here. Select the address and copy it.',
} as const

/** Where the sentence of the specification is for developers. */
export const failures: Partial<Failures> = {
  must_be_authenticated: 'Your session has ended. Log in again.',
}
