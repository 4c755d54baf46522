/** The journeys of a user. Each has one spec, which runs in every engine that can take it. */
export const JOURNEYS = [
  'log in by email',
  'log in with a passkey',
  'log in at a provider in a window',
  'log in at a provider without a window',
  'log in with a wallet of one’s own',
  'log in by keyboard alone',
  'log in right to left',
  'log in inline',
  'sign with keys at the server',
  'sign with keys on the device',
  'approve in a window',
  'approve by keyboard alone',
  'recover on a new device',
  'confirm by a second factor',
  'export a key',
  'stay logged in after a reload',
  'use two tabs',
  'log in where storage is blocked',
  'approve where the browser blocks a pop-up',
  'learn that no window opens',
  'approve on a COOP and COEP page',
  'load an approval window again',
  'load a window again that a COOP page has cut off',
  'leave a page under its approval window',
] as const
export type Journey = (typeof JOURNEYS)[number]

const WEBKIT_OPENS = 'WebKitGTK opens a window for each press, and its driver cannot take that away.'
const NO_KEYBOARD = 'A phone has no Tab key.'
const NO_WINDOWS = 'A WebView opens no window. “learn that no window opens” has its side of it.'

/** The engines by their names, with the reason for each journey that one of them does not have. */
export const ENGINES = {
  Chromium: {},
  Firefox: {
    'log in with a passkey': 'WebDriver BiDi has no virtual authenticator.',
  },
  WebKit: {
    'log in with a passkey': 'WebKitGTK has no WebAuthn.',
    'log in at a provider without a window': WEBKIT_OPENS,
    'learn that no window opens': WEBKIT_OPENS,
  },
  Phone: {
    'log in by keyboard alone': NO_KEYBOARD,
    'approve by keyboard alone': NO_KEYBOARD,
  },
  'Android WebView': {
    'log in by keyboard alone': NO_KEYBOARD,
    'approve by keyboard alone': NO_KEYBOARD,
    'log in with a passkey': 'A WebView has no WebAuthn unless its app turns it on.',
    'log in at a provider in a window': NO_WINDOWS,
    'approve in a window': NO_WINDOWS,
    'approve where the browser blocks a pop-up': NO_WINDOWS,
    'approve on a COOP and COEP page': NO_WINDOWS,
    'load an approval window again': NO_WINDOWS,
    'load a window again that a COOP page has cut off': NO_WINDOWS,
    'leave a page under its approval window': NO_WINDOWS,
    'use two tabs': 'A WebView shows one page.',
  },
} as const satisfies Record<string, { readonly [journey in Journey]?: string }>
export type EngineName = keyof typeof ENGINES

/** @returns why an engine does not have a journey; `null`: it has it */
export const lackOf = (engine: EngineName, journey: Journey): string | null =>
  (ENGINES[engine] as { readonly [journey in Journey]?: string })[journey] ?? null
