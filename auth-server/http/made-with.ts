import type { AccountFields } from '@vitrine/shared/account/schemas.ts'
import type { BROWSER_NAMES, SYSTEM_NAMES } from '../words/asked-from.ts'

/** What a passkey was made with (contract §3), so that its person tells it from others of theirs. */
export type MadeWith = Pick<
  AccountFields,
  'authenticatorName' | 'createdWithBrowser' | 'createdWithDevice' | 'createdWithOs'
>

type Names<Name> = readonly (readonly [pattern: RegExp, name: Name])[]
const nameIn = <Name>(names: Names<Name>, text: string): Name | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** Each says in its `User-Agent` that it is those after it, too. */
const BROWSERS: Names<(typeof BROWSER_NAMES)[number]> = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/^(?=.*\bVersion\/\d)(?=.*\bSafari\/)/, 'Safari'],
]
/** Those that say who they are in `Sec-CH-UA` alone. */
const BRANDS: Names<(typeof BROWSER_NAMES)[number]> = [[/"Brave"/, 'Brave']]
const SYSTEMS: Names<(typeof SYSTEM_NAMES)[number]> = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
const DEVICES: Names<string> = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/^(?=.*\bAndroid\b)(?=.*\bMobile\b)/, 'Android phone'],
  [/\bAndroid\b/, 'Android tablet'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bWindows\b|\bLinux\b/, 'PC'],
]

/** Longer ones are read no further. */
const READ_CHARS = 512

/** Browser and system of a call, by its `User-Agent` and `Sec-CH-UA`; names of ours alone. */
export function browserOf(header: (name: string) => string | undefined) {
  const read = (name: string) => (header(name) ?? '').slice(0, READ_CHARS)
  const agent = read('user-agent')
  return {
    browser: nameIn(BRANDS, read('sec-ch-ua')) ?? nameIn(BROWSERS, agent),
    system: nameIn(SYSTEMS, agent),
  }
}

/**
 * Browser, system and device of a call, by its `User-Agent` and `Sec-CH-UA` (User-Agent Client Hints). Names of ours alone
 * come of it: nobody writes text of their own into an account by a header. What is not known is left out.
 */
export function madeWithBrowser(header: (name: string) => string | undefined): MadeWith {
  const { browser, system } = browserOf(header)
  return known({
    createdWithBrowser: browser,
    createdWithOs: system,
    createdWithDevice: nameIn(DEVICES, (header('user-agent') ?? '').slice(0, READ_CHARS)),
  })
}

/** By AAGUID, as the community keeps them: https://github.com/passkeydeveloper/passkey-authenticator-aaguids. */
const AUTHENTICATORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
    'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
    'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
    '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
    '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
    '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
    '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
    'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
    'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
    '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
    'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
    '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
    'f3809540-7f14-49c1-a8b3-8f813b225541': 'Enpass',
    'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
    '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  }),
)

/** Who keeps the passkey. Not attested, and so only a name: nothing is decided by it. */
export const madeBy = (aaguid: string): MadeWith => known({ authenticatorName: AUTHENTICATORS.get(aaguid) })

const known = (names: { readonly [Name in keyof MadeWith]: string | undefined }): MadeWith =>
  Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined))
