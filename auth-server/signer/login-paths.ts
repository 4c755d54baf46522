import type { Custody } from './custody.ts'
import type { LoginProof, SignerRequest } from './operations.ts'

type Kind = Exclude<LoginProof['type'], 'code'> | 'email' | 'sms'

/** Paths under `/api/v1` that a proof is sent to (contract §2), to log in with it and to link it. */
const PATHS: Readonly<Record<Kind, { readonly login: string; readonly link: readonly string[] }>> = {
  email: { login: '/passwordless/authenticate', link: ['/passwordless/link', '/passwordless/update'] },
  sms: {
    login: '/passwordless_sms/authenticate',
    link: ['/passwordless_sms/link', '/passwordless_sms/update'],
  },
  guest: { login: '/guest/authenticate', link: [] },
  attested: { login: '/custom_jwt_account/authenticate', link: ['/custom_jwt_account/link'] },
  passkey: { login: '/passkeys/authenticate', link: [] },
  'new-passkey': { login: '/passkeys/register', link: ['/passkeys/link'] },
}

/**
 * Whether the device meant this: its DPoP proof is one for the call that logs in, or links, in this way. A device proves
 * its key with every call, so that a proof for any of them would do for the API process to link a login of its own.
 */
export function isMeantFor(
  { origin }: Pick<Custody, 'origin'>,
  { proof, link, dpop }: Pick<SignerRequest<'verifyLogin'>, 'proof' | 'link' | 'dpop'>,
): boolean {
  const paths = PATHS[proof.type === 'code' ? proof.issued.channel : proof.type]
  const expected = link ? paths.link : [paths.login]
  return dpop.method === 'POST' && expected.some(path => dpop.url === `${origin}/api/v1${path}`)
}
